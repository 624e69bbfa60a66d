/// A light that may be wished on and off as fast as one likes, and never flashes more than three times a second.
///
/// A flash is a pair of opposite changes: each state lasts for a sixth of a second at the least. Source: W3C, "Web
/// Content Accessibility Guidelines 2.2", success criterion 2.3.1, "Three Flashes or Below Threshold".
struct SteadyLight<State: Equatable & Sendable>: Sendable {
  /// What is shown.
  private(set) var state: State
  /// Whether what is shown is what was wished last.
  private(set) var isSettled = true
  private var age = Double.infinity
  /// Whether it may change at once.
  var isAtRest: Bool { age >= Self.leastSeconds }

  /// Seconds for which a state lasts at the least: a little over a sixth, for what frames round away.
  static var leastSeconds: Double { 0.18 }

  init(_ state: State) { self.state = state }

  /// Lets time pass, and then takes over what is wished, if that may be.
  mutating func step(_ wished: State, seconds: Double) {
    age += max(0, seconds)
    isSettled = wished == state
    guard !isSettled, age >= Self.leastSeconds else { return }
    state = wished
    age = 0
    isSettled = true
  }
}

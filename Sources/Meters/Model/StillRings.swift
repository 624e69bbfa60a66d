/// Two rings that turn while a note is out of tune and stand still when it is in tune.
///
/// They follow the median of the last 0.4 seconds of cents rather than every reading, and once a ring stands still it
/// takes a clearly larger error to start it again: a string that wobbles about its note leaves them at rest.
struct StillRings: Sendable {
  /// One ring.
  struct Ring: Equatable, Sendable {
    /// How far it has turned, in turns, 0..<1.
    var angle = 0.0
    /// Whether it stands still, being in tune.
    var isFrozen = false
  }

  /// The ring of the in-tune window.
  private(set) var outer = Ring()
  /// The ring of a finer window.
  private(set) var inner = Ring()

  private var history: [(age: Double, cents: Double)] = []

  /// How long a median reaches back, in seconds.
  static let medianSeconds = 0.4
  /// The inner ring's window, as a part of the in-tune window.
  static let innerShare = 0.4
  /// How many times its window the error must be to start a ring again.
  static let restartFactor = 1.5
  /// Turns a second of the outer ring for each cent; the inner one turns twice as fast.
  static let turnsPerCent = 0.008
  /// The fastest that the outer ring turns, in turns a second: its three gaps pass a point under three times a second.
  static let fastestTurns = 0.4

  /// Lets time pass with a note so many cents off; nil for none, and the rings rest where they are.
  mutating func step(cents: Double?, inTuneCents: Double, seconds: Double) {
    guard let cents else {
      history = []
      (outer.isFrozen, inner.isFrozen) = (false, false)
      return
    }
    for i in history.indices { history[i].age += seconds }
    history.removeAll { $0.age > Self.medianSeconds }
    history.append((0, cents))
    let sorted = history.map(\.cents).sorted()
    let median = sorted[sorted.count / 2]
    turn(&outer, median, window: inTuneCents, speed: 1, seconds: seconds)
    turn(&inner, median, window: inTuneCents * Self.innerShare, speed: 2, seconds: seconds)
  }

  private func turn(_ ring: inout Ring, _ median: Double, window: Double, speed: Double, seconds: Double) {
    ring.isFrozen = abs(median) <= window * (ring.isFrozen ? Self.restartFactor : 1)
    guard !ring.isFrozen else { return }
    let rate = min(Self.fastestTurns, max(-Self.fastestTurns, median * Self.turnsPerCent)) * speed
    let angle = ring.angle + rate * min(seconds, Self.medianSeconds)
    ring.angle = angle - angle.rounded(.down)
  }
}

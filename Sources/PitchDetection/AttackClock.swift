/// How long ago the last attack was.
struct AttackClock {
  /// Seconds after an attack, and after the beginning, in which a note is new and every window is read each hop.
  static let freshSeconds: Float = 0.2
  /// Seconds after the beginning in which what sounds had no attack that was heard.
  static let listeningSeconds: Float = 0.1

  /// Seconds since the last attack, or the beginning.
  private(set) var sinceAttack: Float
  private var sinceStruck: Float = .infinity
  private var listening: Float = 0
  private let hopSeconds: Float

  /// - Parameter hopSeconds: seconds from one step to the next.
  init(hopSeconds: Float) {
    self.hopSeconds = hopSeconds
    sinceAttack = -hopSeconds
  }

  /// Whether an attack, or the beginning, was just now.
  var isFresh: Bool { sinceAttack < Self.freshSeconds }
  /// Whether an attack that was heard is recent enough that what sounds is no hum.
  var wasStruck: Bool { sinceStruck < MainsRule.attackSeconds }

  /// Takes in one hop.
  mutating func advance(attack: Bool) {
    sinceAttack = attack ? 0 : sinceAttack + hopSeconds
    sinceStruck = attack && listening > Self.listeningSeconds ? 0 : sinceStruck + hopSeconds
    listening += hopSeconds
  }

  /// Begins anew.
  mutating func reset() {
    sinceAttack = -hopSeconds
    sinceStruck = .infinity
    listening = 0
  }
}

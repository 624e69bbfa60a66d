/// Notices the start of a note: a rise of the level that no sustained sound makes.
struct AttackDetector {
  /// The rise, in dB over the lowest level of the last 40 ms, that makes an attack.
  static let rise: Float = 8
  /// Seconds over which the rise is looked for.
  static let windowSeconds = 0.04
  /// Seconds after an attack in which another is not looked for.
  static let deadSeconds = 0.06

  private var levels: [Float]
  private var cursor = 0
  private var dead = 0
  private let deadHops: Int

  /// - Parameter hopsPerSecond: how often `detect` is called.
  init(hopsPerSecond: Double) {
    levels = Array(repeating: -120, count: max(2, Int(Self.windowSeconds * hopsPerSecond)))
    deadHops = max(1, Int(Self.deadSeconds * hopsPerSecond))
  }

  /// Takes in the level of one hop, in dB; true when an attack begins in it.
  ///
  /// - Parameters:
  ///   - level: of the hop.
  ///   - floor: nothing below it is an attack.
  mutating func detect(level: Float, floor: Float) -> Bool {
    var lowest: Float = 0
    for past in levels { lowest = min(lowest, past) }
    levels[cursor] = level
    cursor = cursor + 1 == levels.count ? 0 : cursor + 1
    if dead > 0 {
      dead -= 1
      return false
    }
    guard level > floor, level - lowest > Self.rise else { return false }
    dead = deadHops
    return true
  }
}

/// Notices the start of a note: a rise of the level that no sustained sound makes.
///
/// The level of a hop moves within each period of a low note, at E1 by over 8 dB. So the rise counts from the highest
/// level of one whole period, wherever within the last 40 ms that is lowest.
struct AttackDetector {
  /// The rise, in dB over the lowest level of the last 40 ms, that makes an attack.
  static let rise: Float = 8
  /// Seconds over which the rise is looked for.
  static let windowSeconds = 0.04
  /// Seconds after an attack in which another is not looked for.
  static let deadSeconds = 0.06
  /// The longest period, in seconds, that of B0: assumed where none is known.
  static let longestPeriod = 0.0324

  private var levels: [Float]
  private var cursor = 0
  private var dead = 0
  private let hopsPerSecond: Double
  private let longestHops: Int
  private let deadHops: Int

  /// - Parameter hopsPerSecond: how often `detect` is called.
  init(hopsPerSecond: Double) {
    self.hopsPerSecond = hopsPerSecond
    longestHops = max(1, Int((Self.longestPeriod * hopsPerSecond).rounded(.up)))
    let windowHops = max(2, Int(Self.windowSeconds * hopsPerSecond))
    levels = Array(repeating: -120, count: windowHops + longestHops - 1)
    deadHops = max(1, Int(Self.deadSeconds * hopsPerSecond))
  }

  /// Takes in the level of one hop, in dB; true when an attack begins in it.
  ///
  /// - Parameters:
  ///   - level: of the hop.
  ///   - floor: nothing below it is an attack.
  ///   - sounding: the frequency that sounds, in hertz; 0 if none.
  mutating func detect(level: Float, floor: Float, sounding: Double) -> Bool {
    let lowest = lowestOfHighest(sounding)
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

  /// The lowest, over the window, of the highest levels of one period each.
  private func lowestOfHighest(_ sounding: Double) -> Float {
    let period = sounding > 0 ? Int(min(hopsPerSecond / sounding, Double(longestHops)).rounded(.up)) : longestHops
    let windowHops = levels.count - longestHops + 1
    var lowest: Float = 0
    for start in 0..<windowHops {
      var highest: Float = -120
      for hop in start..<(start + max(1, period)) {
        // Backwards from the newest level, which stands before the cursor.
        let place = cursor - 1 - hop
        highest = max(highest, levels[place < 0 ? place + levels.count : place])
      }
      lowest = min(lowest, highest)
    }
    return lowest
  }
}

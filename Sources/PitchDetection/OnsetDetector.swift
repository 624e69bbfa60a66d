/// Notices that a note begins, also onto one that rings on.
///
/// `AttackDetector` asks for a rise that no sustained sound makes; a string that is struck anew makes none. Here two
/// weaker signs count as well: the sound brightens, for what is plucked, tongued or bowed begins with high partials that
/// a tail has lost, and it no longer repeats itself at the period that it had.
struct OnsetDetector {
  /// What a hop says.
  struct Finding: Equatable {
    /// Whether something begins.
    var begins: Bool
    /// Whether it does so with new energy: without, a pitch may have moved.
    var isStruck: Bool
    /// The highest level of the period before, in dB.
    var before: Float
  }

  /// By how much the sound brightens, in dB over the brightest hop of the last period.
  static let brightening: Float = 7
  /// How far under the level, in dB, brightness is that of a sound without partials up there.
  static let dullness: Float = 39
  /// The part of a hop that the hop a period before does not explain, in dB: from here on the pattern is broken.
  static let broken: Float = -6
  /// By how much it rises when it breaks, in dB: in a breathy tone it is always high.
  static let breaking: Float = 3
  /// The rise of level or brightness over the last period, in dB, that is new energy.
  static let struck: Float = 2
  /// Seconds after one in which another is a part of it.
  static let deadSeconds = 0.04
  /// What stands for a residual that was not measured, in dB.
  static let unknown: Float = -200

  private static let longestPeriod = AttackDetector.longestPeriod

  private var levels: [Float]
  private var brightnesses: [Float]
  private var residuals: (Float, Float, Float) = (unknown, unknown, unknown)
  private var cursor = 0
  private var dead = 0
  private let hopsPerSecond: Double
  private let deadHops: Int

  /// - Parameter hopsPerSecond: how often `detect` is called.
  init(hopsPerSecond: Double) {
    self.hopsPerSecond = hopsPerSecond
    let places = Int((Self.longestPeriod * hopsPerSecond).rounded(.up)) + 1
    levels = Array(repeating: -120, count: places)
    // Its own memory from the start: shared, it would be copied in the first hop.
    brightnesses = Array(repeating: -120, count: places)
    deadHops = Int(Self.deadSeconds * hopsPerSecond)
  }

  /// Forgets the past.
  mutating func reset() {
    for i in levels.indices { (levels[i], brightnesses[i]) = (-120, -120) }
    residuals = (Self.unknown, Self.unknown, Self.unknown)
    dead = 0
  }

  /// Takes in one hop.
  ///
  /// - Parameters:
  ///   - level: in dB.
  ///   - brightness: the level of its slope, in dB.
  ///   - residual: in dB, how far it differs from the hop a period before; `unknown` where none is known.
  ///   - attack: whether `AttackDetector` found one in it.
  ///   - floor: nothing below it begins, in dB.
  ///   - sounding: the frequency that sounds, in hertz; 0 for none.
  mutating func detect(
    level: Float, brightness: Float, residual: Float, attack: Bool, floor: Float, sounding: Double
  ) -> Finding {
    let period = sounding > 0 ? min(Self.longestPeriod, 1 / sounding) : Self.longestPeriod
    let hops = min(levels.count, Int((period * hopsPerSecond).rounded(.up)) + 1)
    var highest: Float = -120
    var brightest: Float = -120
    for back in 1...hops {
      let place = cursor - back
      let index = place < 0 ? place + levels.count : place
      highest = max(highest, levels[index])
      brightest = max(brightest, brightnesses[index])
    }
    let brightens = brightness - brightest > Self.brightening && brightness > level - Self.dullness
    let wasKnown = min(residuals.0, residuals.1, residuals.2) > Self.unknown
    let breaks =
      wasKnown && residual > Self.broken && residual - max(residuals.0, residuals.1) > Self.breaking
    levels[cursor] = level
    brightnesses[cursor] = brightness
    cursor = cursor + 1 == levels.count ? 0 : cursor + 1
    residuals = (residual, residuals.0, residuals.1)
    var begins = level > floor && (attack || brightens || breaks)
    if dead > 0 {
      dead -= 1
      begins = false
    } else if begins {
      dead = deadHops
    }
    return Finding(
      begins: begins, isStruck: max(level - highest, brightness - brightest) > Self.struck, before: highest)
  }
}

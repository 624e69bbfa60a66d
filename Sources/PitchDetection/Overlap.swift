/// Knows when what is read is a mixture: just after an attack the windows still hold the note before it, and a period
/// found in both together is that of neither.
///
/// The note that sounded when the attack came is read on while it is as clear as it was and keeps its pitch, and as soon
/// as a window lies wholly after the attack: it was struck anew, or something else was struck beside it.
struct Overlap {
  /// How much less clear than before the attack a mixture is.
  static let loss: Float = 0.03
  /// How far a mixture's pitch lies from the note's, as ratios: from 2.5 cents to a semitone.
  static let drift = 0.001_45...0.06
  /// How far, in dB, an attack stands over what sounded: a tremolo, and a room's noise, come back to where they were.
  static let rise: Float = 8
  /// How far, in dB, the level falls back from the attack's when it was a click.
  static let fall: Float = 6

  /// Seconds after an attack in which another is a part of it: a bow's or a reed's comes in steps.
  static let attackSeconds: Float = 0.1

  private var frequency = 0.0
  private var clarity: Float = 0
  private var level: Float = 0

  /// Forgets the past.
  mutating func reset() { frequency = 0 }

  /// Takes in one hop.
  ///
  /// - Parameters:
  ///   - attack: whether a note begins in it.
  ///   - sinceAttack: seconds since the last attack before this hop.
  ///   - isFresh: whether a note began just now.
  ///   - frequency: read in the hop before, in hertz; 0 for none.
  ///   - clarity: of that.
  ///   - level: the highest of the last period, in dB.
  ///   - envelope: of what sounded before the hop, in dB.
  mutating func update(
    attack: Bool, sinceAttack: Float, isFresh: Bool, frequency: Double, clarity: Float, level: Float, envelope: Float
  ) {
    if attack, frequency > 0, sinceAttack > Self.attackSeconds, level > envelope + Self.rise {
      self.frequency = frequency
      self.clarity = clarity
      self.level = level
    } else if !isFresh || level < self.level - Self.fall {
      self.frequency = 0
    }
  }

  /// Whether a reading is that of a mixture.
  ///
  /// - Parameters:
  ///   - frequency: in hertz.
  ///   - clarity: of it.
  ///   - reachesBack: whether its window begins before the last attack.
  func isMixed(_ frequency: Double, clarity: Float, reachesBack: Bool) -> Bool {
    guard self.frequency > 0, reachesBack else { return false }
    let drift = abs(frequency / self.frequency - 1)
    guard drift < Self.drift.upperBound else { return false }
    return drift > Self.drift.lowerBound || clarity < self.clarity - Self.loss
  }
}

/// Refuses a new low "note" that has no harmonics behind it: rumble, a bumped stand, ventilation.
///
/// A clear sine passes, since a tone generator has none either; so does a note that is already sounding, whose
/// harmonics die before it does.
struct HarmonicGate {
  /// Notes above this need no harmonics, in hertz.
  static let needed = 100.0
  /// A periodicity that only a clear tone reaches.
  static let clearSine: Float = 0.9
  /// Harmonics 2 to 4 together must reach this share of the first's amplitude: 34 dB down.
  static let share = 0.02

  /// Whether a new note may begin.
  func admits(frequency: Double, clarity: Float, profile: HarmonicProfile) -> Bool {
    frequency > Self.needed || clarity >= Self.clearSine
      || max(profile[2], profile[3], profile[4]) >= Self.share * profile[1]
  }
}

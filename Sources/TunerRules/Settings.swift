/// All that a player can set; its defaults are those of a first start.
public struct Settings: Sendable {
  /// The tuning.
  public var tuning = TuningSettings()
  /// What controllers do.
  public var controls = ControlSettings()
  /// The presets that program changes choose, by their ids, in order; none for all there are.
  public var programs: [String] = []
  /// What is connected to what, as rules in words; the last that fits wins.
  public var wiring: [String] = []
  /// Which sound cards are used, and how.
  public var audio = AudioSettings()
  /// Whether the player has been told what an alternate temperament does to the readings.
  public var knowsTemperaments = false
  /// How far from its target, in cents, a pitch may lie and still be in tune.
  public var inTuneCents = 5.0
  /// Whether latches are there again after the power was cut.
  public var keepsLatches = false
  /// The keys that were latched last, as routes name them; kept only where `keepsLatches`.
  public var latched: [String] = []
  /// Whether the start chime is played.
  public var chimes = false
  /// How the heard pitch is sent.
  public var pitchOut = PitchOut.Settings()

  /// What is shown, and how.
  public var display = DisplaySettings()

  /// The level, in dB relative to full scale, under which no note begins; the least lets begin whatever is heard.
  public var sensitivity = -120.0

  /// The limits of `sensitivity`.
  public static let sensitivityRange = -120.0...0.0

  /// The limits of `inTuneCents`.
  public static let inTuneRange = 1.0...10.0

  /// The defaults.
  public init() {}

  /// The defaults with every note tuned to: what commands use that read no saved settings.
  public static var chromatic: Settings {
    var settings = Settings()
    settings.tuning = .chromatic
    return settings
  }
}

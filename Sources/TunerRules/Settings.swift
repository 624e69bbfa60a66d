public import Tuning

/// All that a player can set; its defaults are those of a first start.
public struct Settings: Sendable {
  /// The active preset's id.
  public var presetID = "gtr-standard"
  /// The frequency of A4, 300…600 Hz.
  public var reference = Frequency(hertz: 440)
  /// The temperament's id.
  public var temperamentID = "equal"
  /// The tonic of Indian presets: C♯4 at A4 = 440 Hz.
  public var sa = NoteName.frequency(ofNote: 61, reference: Frequency(hertz: 440))
  /// What controllers do.
  public var controls = ControlSettings()
  /// The presets that program changes choose, by their ids, in order; none for all there are.
  public var programs: [String] = []
  /// What is connected to what, as rules in words; the last that fits wins.
  public var wiring: [String] = []
  /// Which sound cards are used, and how.
  public var audio = AudioSettings()
  /// How far from its target, in cents, a pitch may lie and still be in tune.
  public var inTuneCents = 5.0
  /// Whether the start chime is played.
  public var chimes = false
  /// How the heard pitch is sent.
  public var pitchOut = PitchToMIDI.Settings()

  /// The preset that has every note.
  public static let chromaticPresetID = "chromatic"

  /// The limits of `inTuneCents`.
  public static let inTuneRange = 1.0...10.0

  /// The limits of `reference`, in hertz.
  public static let referenceRange = 300.0...600.0

  /// The defaults.
  public init() {}
}

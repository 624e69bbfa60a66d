public import MIDIMessages
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
  /// What controllers' keys do.
  public var keyMode = KeyMode.latch
  /// The controller that strums.
  public var strumController = Controller.modulation
  /// The controller that mutes the drones; nil for none.
  public var muteController: Controller?
  /// The controller that is the power switch; nil for none.
  public var powerController: Controller?
  /// Whether the output is a small loudspeaker.
  public var hasSmallSpeaker = false
  /// Whether the start chime is played.
  public var chimes = false
  /// The input channel that is listened to, counted from 0.
  public var inputChannel = 0
  /// How the heard pitch is sent.
  public var pitchOut = PitchToMIDI.Settings()

  /// The preset that has every note.
  public static let chromaticPresetID = "chromatic"

  /// The limits of `reference`, in hertz.
  public static let referenceRange = 300.0...600.0

  /// The defaults.
  public init() {}
}

public import MIDIMessages

/// How the heard pitch leaves port `pitch`.
public enum PitchOut {
  /// What is sent of it; the raw values are the words of options and settings files.
  public enum Mode: String, Sendable, CaseIterable {
    /// Notes with pitch bend, on one channel.
    case bend
    /// Notes with pitch bend, each on a member channel of a lower MPE zone.
    case mpe
    /// Notes whose keys are tuned by the MIDI Tuning Standard.
    case mts
    /// The nearest target and how far the pitch is from it: for foot controllers and pads, not to be played.
    case display
  }

  /// What a note and its bend are relative to.
  public enum Reference: String, Sendable, CaseIterable {
    /// Equal temperament at A4 = 440 Hz: any receiver sounds the true frequency.
    case absolute
    /// The target: its note, bent by the deviation from it alone.
    case relative
  }

  /// How `display` sends the deviation.
  public enum Deviation: String, Sendable, CaseIterable {
    /// As two controllers, flat and sharp, 0…100 for 0…50 cents.
    case controllers
    /// As the note's velocity: 63 in tune, 1 for 50 cents flat and 125 for 50 cents sharp.
    case velocity
  }

  /// How it is sent.
  public struct Settings: Hashable, Sendable {
    /// What is sent.
    public var mode = Mode.bend
    /// The channel of every mode but `mpe`.
    public var channel = Channel(clamping: 0)
    /// The bend range that receivers are told; nil for the mode's own, 2 semitones, and 48 in `mpe`.
    ///
    /// In `mts` it is how far a key is tuned from its own pitch.
    public var bendRange: BendRange?
    /// What note and bend are relative to.
    public var reference = Reference.absolute
    /// The member channels of the MPE zone, 1…15.
    public var memberChannels = 15
    /// The tuning program of `mts`.
    public var tuningProgram: UInt7 = 0
    /// How `display` sends the deviation.
    public var deviation = Deviation.controllers
    /// The controller that says how flat.
    public var flatController: Controller = 20
    /// The controller that says how sharp.
    public var sharpController: Controller = 21

    /// The defaults: one channel, 1, and two semitones of absolute bend.
    public init() {}

    /// The bend range in force.
    public var range: BendRange { bendRange ?? (mode == .mpe ? .polyphonicExpression : .standard) }

    /// What a receiver must be told before the first note; nothing in it makes a sound.
    ///
    /// Every parameter is followed by the null parameter, so that no stray data entry changes it.
    public var introduction: [Message] {
      switch mode {
      case .bend: RegisteredParameter.bendRange(range, channel: channel)
      case .mpe: RegisteredParameter.lowerZone(members: memberChannels, range: range)
      case .mts: RegisteredParameter.tuningProgram.messages(channel: channel, coarse: tuningProgram)
      case .display: []
      }
    }
  }
}

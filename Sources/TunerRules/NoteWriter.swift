internal import MIDIMessages
internal import Timebase

/// Writes one note at a time, and its bends, as messages: on one channel, on the channels of an MPE zone in turn, or on
/// tuned keys.
///
/// What tunes a note always precedes its note-on, and is sent no more than 50 times a second.
struct NoteWriter: Sendable {
  /// The mean time between two bends at the least, in seconds.
  ///
  /// A note's first bend may come one such time early, so that the note need not wait; even so no second has more
  /// than 50.
  static let bendSeconds = 0.021

  /// The note that sounds, and where.
  private(set) var sounding: (channel: Channel, note: UInt7)?

  private let settings: PitchOut.Settings
  private var bendFrames: Int64
  private var members: ChannelRotation
  private var bends: [UInt14]
  private var tunedKeys: [UInt7] = []
  private var keyPitch: TuningPitch?
  private var nextBend = StreamTime.zero

  init(settings: PitchOut.Settings, rate: Int) {
    self.settings = settings
    bendFrames = Int64(FrameCount.of(seconds: Self.bendSeconds, rate: rate))
    members = ChannelRotation(
      settings.mode == .mpe ? RegisteredParameter.lowerZoneMembers(settings.memberChannels) : [])
    bends = Array(repeating: PitchBend.centre, count: Channel.allCases.count)
  }

  /// Goes on at another rate.
  mutating func setRate(_ rate: Int) { bendFrames = Int64(FrameCount.of(seconds: Self.bendSeconds, rate: rate)) }

  /// Whether a note may begin: it has waited for all bends but the last.
  func mayStart(at time: StreamTime) -> Bool { time >= nextBend.advanced(by: -bendFrames) }

  /// Begins a note at the key nearest a pitch; the one before has ended.
  mutating func start(_ pitch: Double, velocity: UInt7, at time: StreamTime, into out: inout [Message]) {
    let note = UInt7(clamping: Int(pitch.rounded()))
    let channel = members.take() ?? settings.channel
    tune(channel, note, pitch, at: time, into: &out)
    out.append(.noteOn(channel: channel, note: note, velocity: velocity))
    sounding = (channel, note)
  }

  /// Bends the note that sounds, where that changes anything and is not too soon after the last bend.
  mutating func move(to pitch: Double, at time: StreamTime, into out: inout [Message]) {
    guard let (channel, note) = sounding, time >= nextBend else { return }
    let cents = (pitch - Double(note.value)) * 100
    let isSame =
      settings.mode == .mts
      ? TuningPitch(note: note, cents: cents) == keyPitch
      : PitchBend.value(cents: cents, range: settings.range) == bends[channel.index]
    if !isSame { tune(channel, note, pitch, at: time, into: &out) }
  }

  /// Ends the note that sounds; its tuning is left, so that its release is not detuned.
  mutating func stop(into out: inout [Message]) {
    guard let (channel, note) = sounding else { return }
    out.append(.noteOff(channel: channel, note: note, velocity: 64))
    members.giveBack(channel)
    sounding = nil
  }

  /// Puts wheels and keys back: the last thing that is sent.
  mutating func centre(into out: inout [Message]) {
    for channel in Channel.allCases where bends[channel.index] != PitchBend.centre {
      out.append(.pitchBend(channel: channel, value: PitchBend.centre))
      bends[channel.index] = PitchBend.centre
    }
    out += SingleNoteTuning.reset(tunedKeys, program: settings.tuningProgram)
    tunedKeys = []
    keyPitch = nil
  }

  private mutating func tune(
    _ channel: Channel, _ note: UInt7, _ pitch: Double, at time: StreamTime, into out: inout [Message]
  ) {
    let cents = (pitch - Double(note.value)) * 100
    if settings.mode == .mts {
      let tuned = TuningPitch(note: note, cents: cents)
      out.append(SingleNoteTuning(program: settings.tuningProgram, key: note, pitch: tuned).message)
      keyPitch = tuned
      if !tunedKeys.contains(note) { tunedKeys.append(note) }
    } else {
      let value = PitchBend.value(cents: cents, range: settings.range)
      out.append(.pitchBend(channel: channel, value: value))
      bends[channel.index] = value
    }
    nextBend = max(nextBend, time).advanced(by: bendFrames)
  }
}

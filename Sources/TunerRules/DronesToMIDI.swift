internal import Glibc
public import MIDIMessages
internal import Tuning

/// Turns what the ribbon does into notes, so that a DAW can record or double the drones.
///
/// Each sounding key needs a tuning of its own, so it has a channel of its own, or in `mts` a key of its own. They are
/// taken in turn, so that the release of the last drone is not detuned by the next. Pitches are absolute, whatever the
/// heard pitch is relative to, and what tunes a note precedes its note-on.
public struct DronesToMIDI: Sendable {
  private struct Sounding: Sendable {
    var key: Ribbon.KeyID
    var channel: Channel
    var note: UInt7
  }

  /// Channels of drones outside an MPE zone: more than sound at once, and not 10, where receivers have drums.
  private static let plainChannels = Array(Channel.allCases.prefix(8))
  /// How far a sounding note is bent before it gives way to another, in cents.
  private static let hysteresisCents = NoteFollower.hysteresisCents
  private static let velocity: UInt7 = 100

  private let settings: PitchOut.Settings
  private var rotation: ChannelRotation
  private var sounding: [Sounding] = []
  private var bends: [UInt14]
  private var tunedKeys: [UInt7] = []

  /// Makes a sender that is silent.
  ///
  /// - Parameter settings: its mode, `display` counting as `bend`; its members, bend range and tuning program.
  public init(settings: PitchOut.Settings = PitchOut.Settings()) {
    self.settings = settings
    rotation = ChannelRotation(Self.channels(settings))
    bends = Array(repeating: PitchBend.centre, count: Channel.allCases.count)
  }

  /// What a receiver must be told before the first note.
  public static func introduction(_ settings: PitchOut.Settings = PitchOut.Settings()) -> [Message] {
    switch settings.mode {
    case .mpe, .mts: settings.introduction
    case .bend, .display:
      plainChannels.flatMap { RegisteredParameter.bendRange(settings.range, channel: $0) }
    }
  }

  /// What is sent of a change of the ribbon, in order.
  public mutating func step(_ effect: Ribbon.Effect) -> [Message] {
    switch effect {
    case .start(let key): start(key)
    case .stop(let key): stop(key)
    case .retune(let key, let next): retune(key, next)
    }
  }

  /// Puts wheels and keys back, once nothing sounds: the last thing that is sent.
  public mutating func finish() -> [Message] {
    var messages: [Message] = []
    for channel in Channel.allCases where bends[channel.index] != PitchBend.centre {
      messages.append(.pitchBend(channel: channel, value: PitchBend.centre))
      bends[channel.index] = PitchBend.centre
    }
    messages += SingleNoteTuning.reset(tunedKeys, program: settings.tuningProgram)
    tunedKeys = []
    return messages
  }

  private static func channels(_ settings: PitchOut.Settings) -> [Channel] {
    switch settings.mode {
    case .mpe: RegisteredParameter.lowerZoneMembers(settings.memberChannels)
    case .mts: []
    case .bend, .display: plainChannels
    }
  }

  private mutating func start(_ key: Ribbon.Key) -> [Message] {
    guard let pitch = pitch(key), let (channel, note) = place(for: pitch) else { return [] }
    sounding.append(Sounding(key: key.id, channel: channel, note: note))
    return [tuning(channel, note, pitch), .noteOn(channel: channel, note: note, velocity: Self.velocity)]
  }

  private mutating func stop(_ key: Ribbon.Key) -> [Message] {
    guard let index = sounding.firstIndex(where: { $0.key == key.id }) else { return [] }
    let ended = sounding.remove(at: index)
    if settings.mode != .mts { rotation.giveBack(ended.channel) }
    return [.noteOff(channel: ended.channel, note: ended.note, velocity: 64)]
  }

  /// A small change of pitch is a bend of what sounds; a large one is another note.
  private mutating func retune(_ key: Ribbon.Key, _ next: Ribbon.Key) -> [Message] {
    guard let index = sounding.firstIndex(where: { $0.key == key.id }), let pitch = pitch(next),
      abs(pitch - Double(sounding[index].note.value)) * 100 <= Self.hysteresisCents
    else { return stop(key) + start(next) }
    sounding[index].key = next.id
    return [tuning(sounding[index].channel, sounding[index].note, pitch)]
  }

  /// Semitones above note 0; nil where MIDI has no note for it.
  private func pitch(_ key: Ribbon.Key) -> Double? {
    guard key.frequency.hertz > 0 else { return nil }
    let pitch = 69 + 12 * log2(key.frequency.hertz / 440)
    return pitch.rounded() >= 0 && pitch.rounded() <= 127 ? pitch : nil
  }

  /// Where a note of that pitch goes; nil while every channel has a note.
  private mutating func place(for pitch: Double) -> (Channel, UInt7)? {
    let nearest = Int(pitch.rounded())
    guard settings.mode == .mts else { return rotation.take().map { ($0, UInt7(clamping: nearest)) } }
    // Two drones within one key's reach need two keys: the next one is tuned to it.
    let steps = [0, 1, -1, 2, -2].map { nearest + $0 }
    let taken = Set(sounding.map(\.note.value))
    return steps.first { (0...127).contains($0) && !taken.contains($0) }.map { (settings.channel, UInt7(clamping: $0)) }
  }

  private mutating func tuning(_ channel: Channel, _ note: UInt7, _ pitch: Double) -> Message {
    let cents = (pitch - Double(note.value)) * 100
    guard settings.mode != .mts else {
      if !tunedKeys.contains(note) { tunedKeys.append(note) }
      let tuned = TuningPitch(note: note, cents: cents)
      return SingleNoteTuning(program: settings.tuningProgram, key: note, pitch: tuned).message
    }
    let value = PitchBend.value(cents: cents, range: settings.range)
    bends[channel.index] = value
    return .pitchBend(channel: channel, value: value)
  }
}

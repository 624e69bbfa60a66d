internal import Glibc
public import MIDIMessages
internal import Tuning

/// Turns what the ribbon does into notes, so that a DAW can record or double the drones.
///
/// Each sounding key has a channel of its own, 1 to 3, since each needs its own bend; the bend is absolute and
/// precedes the note-on, as for the heard pitch.
public struct DronesToMIDI: Sendable {
  private struct Sounding: Sendable {
    var key: Ribbon.KeyID
    var note: UInt7
  }

  private var channels: [Sounding?] = Array(repeating: nil, count: Ribbon.cap)

  /// Makes a sender that is silent.
  public init() {}

  /// What a receiver must be told before the first note.
  public static func introduction() -> [Message] {
    (0..<Ribbon.cap).flatMap { RegisteredParameter.bendRange(.standard, channel: Channel(clamping: $0)) }
  }

  /// What is sent of a change of the ribbon, in order.
  public mutating func step(_ effect: Ribbon.Effect) -> [Message] {
    switch effect {
    case .start(let key): start(key)
    case .stop(let key): stop(key)
    case .retune(let key, let next): stop(key) + start(next)
    }
  }

  private mutating func start(_ key: Ribbon.Key) -> [Message] {
    guard let index = channels.firstIndex(where: { $0 == nil }), key.frequency.hertz > 0 else { return [] }
    let pitch = 69 + 12 * log2(key.frequency.hertz / 440)
    let nearest = pitch.rounded()
    guard nearest >= 0, nearest <= 127 else { return [] }
    let channel = Channel(clamping: index)
    let note = UInt7(clamping: Int(nearest))
    channels[index] = Sounding(key: key.id, note: note)
    return [
      .pitchBend(channel: channel, value: PitchBend.value(cents: (pitch - nearest) * 100, range: .standard)),
      .noteOn(channel: channel, note: note, velocity: 100)
    ]
  }

  private mutating func stop(_ key: Ribbon.Key) -> [Message] {
    guard let index = channels.firstIndex(where: { $0?.key == key.id }), let sounding = channels[index] else {
      return []
    }
    channels[index] = nil
    return [.noteOff(channel: Channel(clamping: index), note: sounding.note, velocity: 64)]
  }
}

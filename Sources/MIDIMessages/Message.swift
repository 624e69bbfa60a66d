/// One MIDI 1.0 message.
///
/// The types of the parts rule out every message that cannot be sent, but for one: a system exclusive payload may
/// hold any bytes, see ``systemExclusive(_:)``.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, tables 1 to 5.
public enum Message: Hashable, Sendable {
  /// A key let go, and how fast.
  case noteOff(channel: Channel, note: UInt7, velocity: UInt7)
  /// A key struck; velocity 0 is kept as it came and means a key let go, see ``isNoteOff``.
  case noteOn(channel: Channel, note: UInt7, velocity: UInt7)
  /// Pressure on one key.
  case polyPressure(channel: Channel, note: UInt7, pressure: UInt7)
  /// A controller's new value.
  case controlChange(channel: Channel, controller: Controller, value: UInt7)
  /// A program chosen, 0...127; many devices label them 1...128.
  case programChange(channel: Channel, program: UInt7)
  /// Pressure on the whole keyboard.
  case channelPressure(channel: Channel, pressure: UInt7)
  /// The pitch wheel: 8192 at rest, see ``PitchBend``.
  case pitchBend(channel: Channel, value: UInt14)
  /// A system exclusive message without its framing bytes F0 and F7.
  ///
  /// Payload bytes are data bytes, 0x00...0x7F. Parsed ones always are; of any other only the low seven bits are sent.
  case systemExclusive([UInt8])
  /// A quarter frame of MIDI time code.
  case timeCode(UInt7)
  /// The place in the song, in sixteenth notes from its beginning.
  case songPosition(UInt14)
  /// The song chosen.
  case songSelect(UInt7)
  /// The request that oscillators be tuned.
  case tuneRequest
  /// The timing clock, 24 to the quarter note.
  case clock
  /// Play from the beginning.
  case start
  /// Play from the present place.
  case `continue`
  /// Stop playing.
  case stop
  /// The sign of life of a connection, at most 300 ms apart.
  case activeSensing
  /// Back to the state after power-up.
  case reset

  /// The channel of a channel message; `nil` for a system message.
  public var channel: Channel? {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _), .channelPressure(let channel, _),
      .pitchBend(let channel, _):
      channel
    case .systemExclusive, .timeCode, .songPosition, .songSelect, .tuneRequest, .clock, .start, .continue,
      .stop,
      .activeSensing, .reset:
      nil
    }
  }

  /// Whether this strikes a key: a note-on with a velocity of 1 or more.
  public var isNoteOn: Bool {
    guard case .noteOn(_, _, let velocity) = self else { return false }
    return velocity > 0
  }

  /// Whether this lets a key go: a note-off, or a note-on with velocity 0.
  public var isNoteOff: Bool {
    switch self {
    case .noteOff: true
    case .noteOn(_, _, let velocity): velocity == 0
    default: false
    }
  }
}

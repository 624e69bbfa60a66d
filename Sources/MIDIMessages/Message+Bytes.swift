extension Message {
  /// The message as it is sent: its status byte, always, and its data bytes.
  ///
  /// Every value gives exactly one well-formed message: read back by ``StreamParser`` it is the same message, except
  /// that a system exclusive payload comes back with the top bits of its bytes cleared.
  public var bytes: [UInt8] {
    switch self {
    case .noteOff(let channel, let note, let velocity):
      [channel.status(0x80), note.byte, velocity.byte]
    case .noteOn(let channel, let note, let velocity):
      [channel.status(0x90), note.byte, velocity.byte]
    case .polyPressure(let channel, let note, let pressure):
      [channel.status(0xA0), note.byte, pressure.byte]
    case .controlChange(let channel, let controller, let value):
      [channel.status(0xB0), controller.number.byte, value.byte]
    case .programChange(let channel, let program):
      [channel.status(0xC0), program.byte]
    case .channelPressure(let channel, let pressure):
      [channel.status(0xD0), pressure.byte]
    case .pitchBend(let channel, let value):
      [channel.status(0xE0), value.lsb.byte, value.msb.byte]
    case .systemExclusive(let payload):
      [0xF0] + payload.map { $0 & 0x7F } + [0xF7]
    case .timeCode(let quarterFrame):
      [0xF1, quarterFrame.byte]
    case .songPosition(let sixteenths):
      [0xF2, sixteenths.lsb.byte, sixteenths.msb.byte]
    case .songSelect(let song):
      [0xF3, song.byte]
    case .tuneRequest: [0xF6]
    case .clock: [0xF8]
    case .start: [0xFA]
    case .continue: [0xFB]
    case .stop: [0xFC]
    case .activeSensing: [0xFE]
    case .reset: [0xFF]
    }
  }

  /// The number of data bytes, 1 or 2, after a channel status or one of F1, F2, F3.
  static func dataByteCount(status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    default: 2
    }
  }

  /// The message of a channel status or one of F1, F2, F3, with its data; `nil` for any other status.
  ///
  /// A message with one data byte takes the first.
  init?(status: UInt8, first: UInt7, second: UInt7) {
    let channel = Channel(lowBitsOf: status)
    switch status {
    case 0x80...0x8F: self = .noteOff(channel: channel, note: first, velocity: second)
    case 0x90...0x9F: self = .noteOn(channel: channel, note: first, velocity: second)
    case 0xA0...0xAF: self = .polyPressure(channel: channel, note: first, pressure: second)
    case 0xB0...0xBF: self = .controlChange(channel: channel, controller: Controller(first), value: second)
    case 0xC0...0xCF: self = .programChange(channel: channel, program: first)
    case 0xD0...0xDF: self = .channelPressure(channel: channel, pressure: first)
    case 0xE0...0xEF: self = .pitchBend(channel: channel, value: UInt14(msb: second, lsb: first))
    case 0xF1: self = .timeCode(first)
    case 0xF2: self = .songPosition(UInt14(msb: second, lsb: first))
    case 0xF3: self = .songSelect(first)
    default: return nil
    }
  }

  /// The message of a single-byte real-time status; `nil` for F9, FD and any other byte.
  init?(realTime status: UInt8) {
    switch status {
    case 0xF8: self = .clock
    case 0xFA: self = .start
    case 0xFB: self = .continue
    case 0xFC: self = .stop
    case 0xFE: self = .activeSensing
    case 0xFF: self = .reset
    default: return nil
    }
  }
}

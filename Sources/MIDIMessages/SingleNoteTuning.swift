/// The MIDI Tuning Standard's real-time change of one key: F0 7F device 08 02 program 01 key xx yy zz F7.
///
/// It retunes the key at once, sounding or not, on the channels that use the tuning program; some receivers take
/// notice only after the channel has chosen the program by ``RegisteredParameter/tuningProgram``.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "MIDI Tuning", "Single note
/// tuning change (real-time)".
public struct SingleNoteTuning: Hashable, Sendable {
  /// The device number that every receiver listens to, 127.
  public static let allDevices: UInt7 = 127

  /// The number of the device addressed.
  public var device: UInt7
  /// The tuning program changed.
  public var program: UInt7
  /// The key retuned.
  public var key: UInt7
  /// The key's new pitch.
  public var pitch: TuningPitch

  /// A change of one key of a tuning program, for every device unless one is named.
  public init(device: UInt7 = allDevices, program: UInt7 = 0, key: UInt7, pitch: TuningPitch) {
    self.device = device
    self.program = program
    self.key = key
    self.pitch = pitch
  }

  /// The change in a message; `nil` for every other message, for several keys, and for a pitch of "no change".
  public init?(_ message: Message) {
    guard case .systemExclusive(let payload) = message, payload.count == 10,
      payload[0] == 0x7F, payload[2] == 0x08, payload[3] == 0x02, payload[5] == 0x01,
      let device = UInt7(exactly: payload[1]), let program = UInt7(exactly: payload[4]),
      let key = UInt7(exactly: payload[6]), let semitone = UInt7(exactly: payload[7]),
      let upper = UInt7(exactly: payload[8]), let lower = UInt7(exactly: payload[9]),
      let pitch = TuningPitch(semitone: semitone, fraction: UInt14(msb: upper, lsb: lower))
    else { return nil }
    self.init(device: device, program: program, key: key, pitch: pitch)
  }

  /// The change as a system exclusive message.
  public var message: Message {
    .systemExclusive([0x7F, device.byte, 0x08, 0x02, program.byte, 0x01, key.byte] + pitch.bytes)
  }

  /// The messages that put keys back to equal temperament at A4 = 440 Hz, many keys in each.
  public static func reset(_ keys: [UInt7], program: UInt7 = 0) -> [Message] {
    stride(from: 0, to: keys.count, by: keysPerReset).map { start in
      let some = keys[start..<min(start + keysPerReset, keys.count)]
      let header: [UInt8] = [0x7F, allDevices.byte, 0x08, 0x02, program.byte, UInt8(some.count)]
      return .systemExclusive(header + some.flatMap { [$0.byte] + TuningPitch(note: $0, cents: 0).bytes })
    }
  }

  /// So many that the message stays under 256 bytes, the longest piece in which drivers hand one on.
  private static let keysPerReset = 60
}

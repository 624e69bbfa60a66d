import MIDIMessages
import TestSupport

extension UInt7 {
  static func random(using generator: inout SplitMix64) -> UInt7 {
    UInt7(clamping: .random(in: 0...127, using: &generator))
  }
}

extension UInt14 {
  static func random(using generator: inout SplitMix64) -> UInt14 {
    UInt14(clamping: .random(in: 0...16383, using: &generator))
  }
}

extension Message {
  /// Any message; system exclusives of at most ten bytes.
  static func random(using generator: inout SplitMix64) -> Message {
    let channel = Channel(clamping: .random(in: 0...15, using: &generator))
    let first = UInt7.random(using: &generator)
    let second = UInt7.random(using: &generator)
    let kind = Int.random(in: 0..<18, using: &generator)
    switch kind {
    case 0: return .noteOff(channel: channel, note: first, velocity: second)
    case 1: return .noteOn(channel: channel, note: first, velocity: second)
    case 2: return .polyPressure(channel: channel, note: first, pressure: second)
    case 3: return .controlChange(channel: channel, controller: Controller(first), value: second)
    case 4: return .programChange(channel: channel, program: first)
    case 5: return .channelPressure(channel: channel, pressure: first)
    case 6: return .pitchBend(channel: channel, value: .random(using: &generator))
    case 7:
      let count = Int.random(in: 0...10, using: &generator)
      return .systemExclusive((0..<count).map { _ in UInt7.random(using: &generator).byte })
    case 8: return .timeCode(first)
    case 9: return .songPosition(.random(using: &generator))
    case 10: return .songSelect(first)
    case 11: return .tuneRequest
    case 12: return .clock
    case 13: return .start
    case 14: return .continue
    case 15: return .stop
    case 16: return .activeSensing
    default: return .reset
    }
  }
}

/// Every channel message at the corners and the middle of its data's ranges, and every system message.
func everyKindOfMessage() -> [Message] {
  let values: [UInt7] = [0, 1, 63, 64, 126, 127]
  var messages: [Message] = []
  for channel in Channel.allCases {
    for first in values {
      messages += [
        .programChange(channel: channel, program: first), .channelPressure(channel: channel, pressure: first)
      ]
      for second in values {
        messages += [
          .noteOff(channel: channel, note: first, velocity: second),
          .noteOn(channel: channel, note: first, velocity: second),
          .polyPressure(channel: channel, note: first, pressure: second),
          .controlChange(channel: channel, controller: Controller(first), value: second),
          .pitchBend(channel: channel, value: UInt14(msb: first, lsb: second))
        ]
      }
    }
  }
  messages += values.flatMap { [.timeCode($0), .songSelect($0)] }
  messages += values.flatMap { msb in values.map { .songPosition(UInt14(msb: msb, lsb: $0)) } }
  messages += [.systemExclusive([]), .systemExclusive([0]), .systemExclusive(Array(0...127))]
  messages += [.tuneRequest, .clock, .start, .continue, .stop, .activeSensing, .reset]
  return messages
}

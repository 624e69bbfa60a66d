import MIDIMessages
import TestSupport
import Testing

struct StreamParserPropertyTests {
  /// Random bytes of which statuses, exclusives' ends and data are all frequent.
  private func noise(count: Int, seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: .random(in: 0x80...0xEF, using: &generator)
      case 1: .random(in: 0xF0...0xFF, using: &generator)
      case 2: [0xF0, 0xF7, 0xF7, 0xF8].randomElement(using: &generator) ?? 0xF7
      default: .random(in: 0...0x7F, using: &generator)
      }
    }
  }

  @Test("Random bytes give the same messages and counts however they are cut")
  func cuts() {
    let bytes = noise(count: Soak.rounds(100_000), seed: 1)
    var whole = StreamParser(systemExclusiveLimit: 8)
    let expected = whole.push(contentsOf: bytes)
    #expect(expected.count > 10_000)
    #expect(whole.dropped.oversizedSystemExclusives > 10)

    var generator = SplitMix64(seed: 2)
    var pieces = StreamParser(systemExclusiveLimit: 8)
    var messages: [Message] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + .random(in: 0...40, using: &generator), bytes.count)
      messages += pieces.push(contentsOf: bytes[start..<end])
      start = end
    }
    #expect(messages.elementsEqual(expected))
    #expect(pieces.dropped == whole.dropped)
  }

  @Test("Random bytes give what a plain reading of the whole recording gives")
  func agreesWithWholeReading() {
    for seed in UInt64(10)..<30 {
      let bytes = noise(count: 10_000, seed: seed)
      var parser = StreamParser()
      let messages = parser.push(contentsOf: bytes)
      #expect(messages.count > 1000)
      #expect(messages.filter { $0.bytes[0] >= 0xF8 } == realTimeMessages(bytes))
      #expect(messages.filter { $0.bytes[0] < 0xF8 } == otherMessages(bytes))
    }
  }

  @Test("Messages with running status and real-time bytes strewn in come back")
  func encodedStream() {
    var generator = SplitMix64(seed: 3)
    var bytes: [UInt8] = []
    var expected: [Message] = []
    var runningStatus: UInt8?
    for _ in 0..<20_000 {
      let message = Message.random(using: &generator)
      guard message.bytes[0] < 0xF8 else { continue }
      let encoded = message.bytes
      let canRun = encoded[0] == runningStatus && Bool.random(using: &generator)
      for byte in encoded.dropFirst(canRun ? 1 : 0) {
        if Int.random(in: 0..<10, using: &generator) == 0 {
          bytes.append(0xF8)
          expected.append(.clock)
        }
        bytes.append(byte)
      }
      expected.append(message)
      runningStatus = encoded[0] < 0xF0 ? encoded[0] : nil
    }
    #expect(expected.count > 10_000)
    var parser = StreamParser()
    #expect(parser.push(contentsOf: bytes) == expected)
    #expect(parser.dropped == StreamParser.Dropped())
  }

  private func realTimeMessages(_ bytes: [UInt8]) -> [Message] {
    let messages: [UInt8: Message] = [
      0xF8: .clock, 0xFA: .start, 0xFB: .continue, 0xFC: .stop, 0xFE: .activeSensing, 0xFF: .reset
    ]
    return bytes.compactMap { messages[$0] }
  }

  /// Reads by splitting the recording at its statuses: no state but the place.
  private func otherMessages(_ bytes: [UInt8]) -> [Message] {
    let bytes = bytes.filter { $0 < 0xF8 }
    let statusPlaces = bytes.indices.filter { bytes[$0] >= 0x80 }
    var messages: [Message] = []
    for (place, next) in zip(statusPlaces, statusPlaces.dropFirst() + [bytes.count]) {
      let status = bytes[place]
      let data = Array(bytes[(place + 1)..<next])
      let isEnded = next < bytes.count && bytes[next] == 0xF7
      switch status {
      case 0xF0: messages += isEnded ? [.systemExclusive(data)] : []
      case 0xF6: messages.append(.tuneRequest)
      case 0xF4, 0xF5, 0xF7: break
      default:
        let size = [0xC0, 0xD0].contains(status & 0xF0) || status == 0xF1 || status == 0xF3 ? 1 : 2
        let repeats = status < 0xF0 ? data.count / size : min(data.count / size, 1)
        for index in 0..<repeats {
          messages += [message(status, Array(data[(index * size)..<((index + 1) * size)]))]
        }
      }
    }
    return messages
  }

  private func message(_ status: UInt8, _ data: [UInt8]) -> Message {
    let channel = Channel(clamping: Int(status % 16))
    let first = UInt7(clamping: Int(data[0]))
    let last = UInt7(clamping: Int(data[data.count - 1]))
    switch status {
    case 0xF1: return .timeCode(first)
    case 0xF2: return .songPosition(UInt14(clamping: first.value + 128 * last.value))
    case 0xF3: return .songSelect(first)
    default: break
    }
    switch status / 16 {
    case 8: return .noteOff(channel: channel, note: first, velocity: last)
    case 9: return .noteOn(channel: channel, note: first, velocity: last)
    case 10: return .polyPressure(channel: channel, note: first, pressure: last)
    case 11: return .controlChange(channel: channel, controller: Controller(first), value: last)
    case 12: return .programChange(channel: channel, program: first)
    case 13: return .channelPressure(channel: channel, pressure: first)
    default: return .pitchBend(channel: channel, value: UInt14(clamping: first.value + 128 * last.value))
    }
  }
}

import MIDIMessages
import TestSupport
import Testing

struct EncodingTests {
  private let program = Message.programChange(channel: Channel(clamping: 0), program: 5)

  @Test("A file has the bytes of the format")
  func bytes() {
    let messages = [
      TimedMessage(frame: 0, message: .noteOn(channel: Channel(clamping: 0), note: 60, velocity: 64)),
      TimedMessage(frame: 200, message: .systemExclusive([1, 2])),
      TimedMessage(frame: 200, message: .clock)
    ]
    let track: [UInt8] = [
      0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20,
      0x00, 0x90, 60, 64,
      0x81, 0x48, 0xF0, 0x03, 1, 2, 0xF7,
      0x00, 0xF7, 0x01, 0xF8,
      0x82, 0x2C, 0xFF, 0x2F, 0x00
    ]
    #expect(
      StandardMIDIFile.encode(messages, endFrame: 500, rate: 48_000)
        == MIDIFileFixtures.header(type: 0, tracks: 1, division: [0x5D, 0xC0])
        + MIDIFileFixtures.chunk("MTrk", track))
  }

  @Test(
    "Any messages at any usual rate come back at their very frames",
    arguments: [
      1, 100, 8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800,
      384_000
    ])
  func roundTrip(rate: Int) throws {
    var generator = SplitMix64(seed: UInt64(rate))
    var frame: Int64 = 0
    var messages: [TimedMessage] = []
    for _ in 0..<2000 {
      frame += [0, 1, .random(in: 0...3000, using: &generator)].randomElement(using: &generator) ?? 0
      messages.append(TimedMessage(frame: frame, message: .random(using: &generator)))
    }
    let bytes = StandardMIDIFile.encode(messages, endFrame: frame + 17, rate: rate)
    let sequence = try StandardMIDIFile(bytes: bytes, file: "trip.mid").frames(rate: rate)
    #expect(sequence == TimedSequence(messages: messages, endFrame: frame + 17))
  }

  @Test("At odd rates messages lie within 8 µs", arguments: [44_101, 65_537, 96_001, 1_000_003, 999_999_999])
  func oddRates(rate: Int) throws {
    let toleranceSeconds = 8e-6  // Half a tick of 1/64000 s is 7.8 µs.
    let messages = (0..<3000).map { TimedMessage(frame: Int64($0 * rate / 997), message: program) }
    let bytes = StandardMIDIFile.encode(messages, rate: rate)
    let frames = try StandardMIDIFile(bytes: bytes, file: "odd.mid").frames(rate: rate).messages.map(\.frame)
    #expect(frames.count == messages.count)
    let halfFrame = 0.5
    for (frame, original) in zip(frames, messages.map(\.frame)) {
      #expect(Double(abs(frame - original)) <= toleranceSeconds * Double(rate) + halfFrame)
    }
  }

  @Test("Messages are put in order, those of one frame stay in theirs, and none is lost after the end")
  func order() throws {
    let messages = [
      TimedMessage(frame: 30, message: .stop), TimedMessage(frame: 10, message: .start),
      TimedMessage(frame: 30, message: .clock), TimedMessage(frame: -5, message: program),
      TimedMessage(frame: 10, message: .continue)
    ]
    let bytes = StandardMIDIFile.encode(messages, endFrame: 20, rate: 48_000)
    let sequence = try StandardMIDIFile(bytes: bytes, file: "order.mid").frames(rate: 48_000)
    #expect(sequence.messages.map(\.frame) == [0, 10, 10, 30, 30])
    #expect(sequence.messages.map(\.message) == [program, .start, .continue, .stop, .clock])
    #expect(sequence.endFrame == 30)
  }

  @Test("No messages make a file that is only an end")
  func empty() throws {
    let sequence = try StandardMIDIFile(
      bytes: StandardMIDIFile.encode([], endFrame: 4800, rate: 48_000), file: "empty.mid"
    ).frames(rate: 48_000)
    #expect(sequence == TimedSequence(messages: [], endFrame: 4800))
  }

  @Test("A wait longer than a delta time can express is kept")
  func longWait() throws {
    for frame: Int64 in [268_435_455, 268_435_456, 3_000_000_000] {
      let messages = [TimedMessage(frame: frame, message: program)]
      let bytes = StandardMIDIFile.encode(messages, rate: 48_000)
      let sequence = try StandardMIDIFile(bytes: bytes, file: "wait.mid").frames(rate: 48_000)
      #expect(sequence == TimedSequence(messages: messages, endFrame: frame))
    }
  }

  @Test("Impossible frames and rates still make a good file", arguments: [Int.min, -1, 0, 1, .max])
  func extremes(rate: Int) throws {
    let messages = [TimedMessage(frame: .min, message: program), TimedMessage(frame: .max, message: program)]
    let bytes = StandardMIDIFile.encode(messages, endFrame: .max, rate: rate)
    let file = try StandardMIDIFile(bytes: bytes, file: "extreme.mid")
    #expect(file.tracks[0].filter { $0.content == .message(program) }.count == 2)
    #expect(file.frames(rate: 1).messages.first?.frame == 0)
  }
}

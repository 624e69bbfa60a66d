import MIDIMessages
import Testing

struct StreamParserTests {
  private let first = Channel(clamping: 0)

  private func parse(_ bytes: [UInt8]) -> [Message] {
    var parser = StreamParser()
    return parser.push(contentsOf: bytes)
  }

  private func noteOn(_ note: UInt7, _ velocity: UInt7) -> Message {
    .noteOn(channel: first, note: note, velocity: velocity)
  }

  @Test("Running status survives a note-on of velocity 0")
  func runningStatusAfterVelocityZero() {
    // libDaisy#522
    #expect(
      parse([0x90, 0x37, 0x40, 0x35, 0x00, 0x39, 0x40])
        == [noteOn(0x37, 0x40), noteOn(0x35, 0), noteOn(0x39, 0x40)])
  }

  @Test("Running status gives the second note of a chord")
  func runningStatus() {
    // tulipcc#344, Adafruit MIDI#8, pulp#202
    #expect(parse([0x90, 0x3C, 0x7F, 0x40, 0x7F]) == [noteOn(0x3C, 0x7F), noteOn(0x40, 0x7F)])
  }

  @Test("Running status serves messages of one data byte")
  func runningStatusOfProgramChanges() {
    #expect(
      parse([0xC0, 1, 2, 0xD0, 3, 4]) == [
        .programChange(channel: first, program: 1), .programChange(channel: first, program: 2),
        .channelPressure(channel: first, pressure: 3), .channelPressure(channel: first, pressure: 4)
      ])
  }

  @Test("Active sensing is a message of its own and disturbs nothing")
  func activeSensing() {
    // sequencer64-packages#4, sonic-pi#2301
    #expect(
      parse([0xFE, 0x90, 0xFE, 0x3C, 0xFE, 0x40, 0xFE, 0x3E, 0x41]) == [
        .activeSensing, .activeSensing, .activeSensing, noteOn(0x3C, 0x40), .activeSensing, noteOn(0x3E, 0x41)
      ])
  }

  @Test(
    "A system exclusive of 264 bytes comes whole, however it is cut", arguments: [1, 3, 255, 256, 257, 266])
  func longSystemExclusive(pieceLength: Int) {
    // munt#22, jack2#413
    let payload = (0..<264).map { UInt8($0 % 128) }
    let bytes = [0xF0] + payload + [0xF7]
    var parser = StreamParser()
    var messages: [Message] = []
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      messages += parser.push(contentsOf: bytes[start..<min(start + pieceLength, bytes.count)])
    }
    #expect(messages == [.systemExclusive(payload)])
  }

  @Test("The undefined statuses are ignored and counted", arguments: [UInt8(0xF4), 0xF5, 0xF9, 0xFD])
  func undefinedStatus(status: UInt8) {
    // alsa-lib#392
    var parser = StreamParser()
    #expect(parser.push(contentsOf: [status, 0x90, 0x3C, 0x40]) == [noteOn(0x3C, 0x40)])
    #expect(parser.dropped.strayStatusBytes == 1)
  }

  @Test("A time code quarter frame is read")
  func timeCode() {
    // alsa-lib#392
    #expect(parse([0xF1, 0x35]) == [.timeCode(0x35)])
  }

  @Test("Every real-time byte inside a message comes out at once and leaves it intact")
  func realTimeInside() {
    let realTime: [(UInt8, Message?)] = [
      (0xF8, .clock), (0xF9, nil), (0xFA, .start), (0xFB, .continue), (0xFC, .stop), (0xFD, nil),
      (0xFE, .activeSensing), (0xFF, .reset)
    ]
    for (byte, message) in realTime {
      let inserted = [message].compactMap { $0 }
      #expect(parse([0x90, byte, 0x3C, 0x40]) == inserted + [noteOn(0x3C, 0x40)])
      #expect(parse([0x90, 0x3C, byte, 0x40]) == inserted + [noteOn(0x3C, 0x40)])
      #expect(parse([0xF0, 1, byte, 2, 0xF7]) == inserted + [.systemExclusive([1, 2])])
      #expect(parse([0xF2, 1, byte, 2]) == inserted + [.songPosition(257)])
    }
  }

  @Test("A note interrupted by a status byte is dropped and counted")
  func interruptedNote() {
    for status: UInt8 in [0x80, 0x90, 0xB0, 0xF0, 0xF1, 0xF4, 0xF6, 0xF7] {
      var parser = StreamParser()
      _ = parser.push(contentsOf: [0x90, 0x3C, status])
      #expect(
        parser.push(contentsOf: [0x91, 0x3E, 0x40]) == [
          .noteOn(channel: Channel(clamping: 1), note: 0x3E, velocity: 0x40)
        ])
      #expect(parser.dropped.interruptedMessages == 1)
    }
    #expect(parse([0x90, 0x3C, 0x80, 0x3E, 0x40]) == [.noteOff(channel: first, note: 0x3E, velocity: 0x40)])
  }

  @Test("System common and exclusive messages end running status")
  func runningStatusEnds() {
    let enders: [[UInt8]] = [
      [0xF0, 1, 0xF7], [0xF1, 1], [0xF2, 1, 2], [0xF3, 1], [0xF4], [0xF5], [0xF6], [0xF7]
    ]
    for ender in enders {
      var parser = StreamParser()
      let before = parser.push(contentsOf: [0x90, 0x3C, 0x40] + ender)
      #expect(before.first == noteOn(0x3C, 0x40))
      #expect(parser.push(contentsOf: [0x3E, 0x40]).isEmpty)
      #expect(parser.dropped.strayDataBytes == 2)
    }
  }

  @Test("Data bytes without a status and stray ends of exclusives are ignored and counted")
  func strays() {
    var parser = StreamParser()
    #expect(parser.push(contentsOf: [1, 2, 3, 0xF7, 0xF7, 0x90, 0x3C, 0x40]) == [noteOn(0x3C, 0x40)])
    #expect(parser.dropped.strayDataBytes == 3)
    #expect(parser.dropped.strayStatusBytes == 2)
  }

  @Test("A system exclusive ended by another status is dropped, and that status holds")
  func truncatedSystemExclusive() {
    var parser = StreamParser()
    #expect(parser.push(contentsOf: [0xF0, 1, 2, 0x90, 0x3C, 0x40]) == [noteOn(0x3C, 0x40)])
    #expect(parser.push(contentsOf: [0xF0, 1, 2, 0xF0, 3, 0xF7]) == [.systemExclusive([3])])
    #expect(parser.push(contentsOf: [0xF0, 1, 0xF6]) == [.tuneRequest])
    #expect(parser.dropped.truncatedSystemExclusives == 3)
    #expect(parser.dropped.interruptedMessages == 0)
  }

  @Test("A system exclusive over the limit is dropped whole and counted once")
  func oversizedSystemExclusive() {
    var parser = StreamParser(systemExclusiveLimit: 4)
    #expect(parser.push(contentsOf: [0xF0, 1, 2, 3, 4, 0xF7]) == [.systemExclusive([1, 2, 3, 4])])
    #expect(parser.push(contentsOf: [0xF0, 1, 2, 3, 4, 5, 0xF8, 6, 0xF7]) == [.clock])
    #expect(parser.push(contentsOf: [0xF0, 1, 2, 3, 4, 5, 0x90, 0x3C, 0x40]) == [noteOn(0x3C, 0x40)])
    #expect(parser.push(contentsOf: [0xF0, 7, 0xF7]) == [.systemExclusive([7])])
    #expect(parser.dropped.oversizedSystemExclusives == 2)
    #expect(parser.dropped.truncatedSystemExclusives == 0)
    #expect(parser.dropped.strayDataBytes == 0)
  }

  @Test("The limit is 64 KiB unless another is given, and never below 0")
  func limits() {
    var parser = StreamParser()
    let longest = [UInt8](repeating: 1, count: 65_536)
    #expect(parser.push(contentsOf: [0xF0] + longest + [0xF7]) == [.systemExclusive(longest)])
    #expect(parser.push(contentsOf: [0xF0] + longest + [1, 0xF7]).isEmpty)
    #expect(parser.dropped.oversizedSystemExclusives == 1)
    var strict = StreamParser(systemExclusiveLimit: -1)
    #expect(strict.push(contentsOf: [0xF0, 0xF7, 0xF0, 1, 0xF7]) == [.systemExclusive([])])
  }

  @Test("A reset forgets running status and the unfinished message, and keeps the counts")
  func reset() {
    var parser = StreamParser()
    _ = parser.push(contentsOf: [5, 0x90, 0x3C])
    parser.reset()
    #expect(parser.push(contentsOf: [0x40, 0x40]).isEmpty)
    #expect(parser.dropped.strayDataBytes == 3)
    #expect(parser.dropped.interruptedMessages == 0)
  }
}

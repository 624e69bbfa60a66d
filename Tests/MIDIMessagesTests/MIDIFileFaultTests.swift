import MIDIMessages
import TestSupport
import Testing

struct MIDIFileFaultTests {
  private typealias Fixtures = MIDIFileFixtures

  /// A damaged file, where its fault is, and words of the fault.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let byteOffset: Int
    let words: [String]

    init(_ name: String, _ bytes: [UInt8], at byteOffset: Int, _ words: String...) {
      testDescription = name
      self.bytes = bytes
      self.byteOffset = byteOffset
      self.words = words
    }
  }

  private static func oneTrack(_ content: [UInt8], length: [UInt8]? = nil) -> [UInt8] {
    Fixtures.header(type: 0, tracks: 1, division: [0, 96]) + Array("MTrk".utf8)
      + (length ?? [0, 0, 0, UInt8(content.count)]) + content
  }

  /// The content of the first track begins at byte 22.
  static let cases: [Case] = [
    Case("empty", [], at: 0, "no MThd"),
    Case("another format", Array("RIFF____RMID".utf8), at: 0, "no MThd"),
    Case("type 2", Fixtures.header(type: 2, tracks: 1, division: [0, 96]), at: 8, "type 2", "type 0 or 1"),
    Case("type 3", Fixtures.header(type: 3, tracks: 1, division: [0, 96]), at: 8, "type 3"),
    Case("no track", Fixtures.header(type: 1, tracks: 0, division: [0, 96]), at: 10, "no track"),
    Case("two tracks in type 0", Fixtures.header(type: 0, tracks: 2, division: [0, 96]), at: 10, "2 tracks"),
    Case("division 0", Fixtures.header(type: 0, tracks: 1, division: [0, 0]), at: 12, "division of 0"),
    Case(
      "division of 0 to the frame", Fixtures.header(type: 0, tracks: 1, division: [0xE8, 0]), at: 12, "of 0"),
    Case("division 26", Fixtures.header(type: 0, tracks: 1, division: [0xE6, 4]), at: 12, "26 frames"),
    Case("division −128", Fixtures.header(type: 0, tracks: 1, division: [0x80, 4]), at: 12, "128 frames"),
    Case("short header", Array("MThd".utf8) + [0, 0, 0, 4, 0, 0, 0, 1], at: 12, "the end of the chunk"),
    Case("header past the end", Array("MThd".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0], at: 4, "4294967295"),
    Case("missing track", Fixtures.header(type: 0, tracks: 1, division: [0, 96]), at: 14, "after 0 tracks"),
    Case(
      "half a chunk name", Fixtures.header(type: 0, tracks: 1, division: [0, 96]) + [0x4D], at: 15,
      "end of the file"),
    Case(
      "track past the end", oneTrack([0, 0xC0], length: [0x7F, 0xFF, 0xFF, 0xFF]), at: 18, "2147483647",
      "2 are left"),
    Case("no end of track", oneTrack([0, 0xC0, 5]), at: 25, "the end of the chunk", "FF 2F 00"),
    Case("empty track", oneTrack([]), at: 22, "the end of the chunk"),
    Case(
      "delta of five bytes", oneTrack([0x80, 0x80, 0x80, 0x80, 0, 0xC0, 5]), at: 22, "longer than four bytes"),
    Case("data without a status", oneTrack([0, 0x3C, 0x40]), at: 23, "3C without a status"),
    Case(
      "running status over a meta event", oneTrack([0, 0xC0, 5, 0, 0xFF, 1, 0, 0, 6]), at: 30,
      "without a status"),
    Case(
      "running status over an exclusive", oneTrack([0, 0xC0, 5, 0, 0xF0, 1, 0xF7, 0, 6]), at: 30,
      "without a status"),
    Case("status for data", oneTrack([0, 0x90, 0x3C, 0x90]), at: 25, "byte 90", "data byte"),
    Case("cut in a message", oneTrack([0, 0x90, 0x3C]), at: 25, "the end of the chunk"),
    Case("real time outside an escape", oneTrack([0, 0xF8]), at: 23, "status F8", "F7 event"),
    Case("meta event past the end", oneTrack([0, 0xFF, 1, 4, 65]), at: 25, "length of 4", "1 are left"),
    Case("hostile meta length", oneTrack([0, 0xFF, 1, 0xFF, 0xFF, 0xFF, 0x7F]), at: 25, "268435455"),
    Case("exclusive past the end", oneTrack([0, 0xF0, 5, 1]), at: 24, "length of 5"),
    Case("tempo of two bytes", oneTrack([0, 0xFF, 0x51, 2, 1, 1]), at: 24, "tempo of 2 bytes"),
    Case("tempo 0", oneTrack([0, 0xFF, 0x51, 3, 0, 0, 0]), at: 24, "tempo of 0"),
    Case("end of track cut short", oneTrack([0, 0xFF, 0x2F, 1]), at: 25, "length of 1", "0 are left"),
    Case("end of track with data", oneTrack([0, 0xFF, 0x2F, 1, 0]), at: 24, "end of track of 1")
  ]

  @Test("A damaged file is a fault that names its place", arguments: cases)
  func damaged(file: Case) {
    do {
      _ = try StandardMIDIFile(bytes: file.bytes, file: "broken.mid")
      Issue.record("read without a fault")
    } catch {
      #expect(error.file == "broken.mid")
      #expect(error.byteOffset == file.byteOffset)
      for word in file.words {
        #expect(error.description.contains(word))
      }
    }
  }

  @Test("A fault reads as one line")
  func description() {
    let fault = MIDIFileFault(file: "a.mid", byteOffset: 12, found: "this", expected: "that")
    #expect(fault.description == "a.mid: byte 12: found this, expected that")
  }

  @Test("A good file cut short anywhere is a fault within what is left of it")
  func truncations() {
    let good = MIDIFileFixtures.full
    var count = 0
    for length in 0..<good.count {
      do {
        _ = try StandardMIDIFile(bytes: Array(good[..<length]), file: "cut.mid")
        Issue.record("\(length) bytes are read without a fault")
      } catch {
        #expect((0...length).contains(error.byteOffset))
        count += 1
      }
    }
    #expect(count == good.count)
    #expect(throws: Never.self) { try StandardMIDIFile(bytes: good, file: "good.mid") }
  }

  @Test("A hundred thousand damaged files are read or are faults, and frames come in order")
  func mutations() {
    var generator = SplitMix64(seed: 4)
    let seeds = [
      MIDIFileFixtures.full, MIDIFileFixtures.single([0, 0x90, 0x3C, 0x40, 0x60, 0x3C, 0]),
      StandardMIDIFile.encode(
        (0..<20).map { TimedMessage(frame: $0 * 1000, message: .random(using: &generator)) }, rate: 44_100)
    ]
    let telling: [UInt8] = [0x00, 0x7F, 0x80, 0xFF, 0xF0, 0xF7, 0x2F, 0x51]
    var readCount = 0
    var faultCount = 0
    for round in 0..<Soak.rounds(100_000) {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2: bytes[place] = telling.randomElement(using: &generator) ?? 0
        case 3...5: bytes[place] = .random(in: 0...255, using: &generator)
        case 6...7: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 8: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      do {
        let sequence = try StandardMIDIFile(bytes: bytes, file: "mutant.mid").frames(rate: 192_000)
        let frames = sequence.messages.map(\.frame) + [sequence.endFrame]
        if zip(frames, frames.dropFirst()).contains(where: { $0 > $1 }) {
          Issue.record("frames run backwards in \(bytes)")
        }
        readCount += 1
      } catch {
        if !(0...bytes.count).contains(error.byteOffset) { Issue.record("\(error) lies outside \(bytes)") }
        faultCount += 1
      }
    }
    #expect(readCount > 10_000)
    #expect(faultCount > 10_000)
  }
}

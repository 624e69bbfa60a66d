import MIDIMessages
import Testing

struct StandardMIDIFileTests {
  private typealias Fixtures = MIDIFileFixtures
  private let first = Channel(clamping: 0)
  private let second = Channel(clamping: 1)

  private func read(_ bytes: [UInt8]) throws -> StandardMIDIFile {
    try StandardMIDIFile(bytes: bytes, file: "test.mid")
  }

  private func noteOn(_ note: UInt7, _ velocity: UInt7) -> Message {
    .noteOn(channel: first, note: note, velocity: velocity)
  }

  @Test("A file of type 0 is read with running status and long delta times")
  func typeZero() throws {
    let file = try read(
      Fixtures.single([0x00, 0x90, 0x3C, 0x40, 0x81, 0x00, 0x3C, 0x00, 0xFF, 0xFF, 0xFF, 0x7F, 0xB0, 7, 100]))
    #expect(file.format == .singleTrack)
    #expect(file.division == .ticksPerQuarter(96))
    #expect(
      file.tracks == [
        [
          TrackEvent(tick: 0, content: .message(noteOn(0x3C, 0x40))),
          TrackEvent(tick: 128, content: .message(noteOn(0x3C, 0))),
          TrackEvent(
            tick: 128 + 268_435_455,
            content: .message(.controlChange(channel: first, controller: .volume, value: 100))
          ),
          TrackEvent(tick: 128 + 268_435_455, content: .endOfTrack)
        ]
      ])
  }

  @Test("A file of type 1 keeps its tracks, tempos, joined exclusives and escapes")
  func typeOne() throws {
    let file = try read(Fixtures.full)
    #expect(file.format == .simultaneousTracks)
    #expect(file.tracks.count == 3)
    #expect(
      file.tracks[0] == [
        TrackEvent(tick: 0, content: .tempo(microsecondsPerQuarter: 500_000)),
        TrackEvent(tick: 96, content: .tempo(microsecondsPerQuarter: 1_000_000)),
        TrackEvent(tick: 192, content: .tempo(microsecondsPerQuarter: 250_000)),
        TrackEvent(tick: 192, content: .endOfTrack)
      ])
    #expect(file.tracks[1].map(\.tick) == [0, 48, 144, 240, 240])
    #expect(
      file.tracks[2] == [
        TrackEvent(tick: 96, content: .message(.systemExclusive([0x43, 0x12, 0x00, 0x43, 0x12, 0x01]))),
        TrackEvent(tick: 96, content: .message(.songSelect(5))),
        TrackEvent(tick: 96, content: .message(.clock)),
        TrackEvent(tick: 240, content: .message(.programChange(channel: second, program: 7))),
        TrackEvent(tick: 336, content: .endOfTrack)
      ])
  }

  @Test("Tempo changes of one track hold for all, and the end is the latest track's")
  func framesOverTempoChanges() throws {
    let sequence = try read(Fixtures.full).frames(rate: 48_000)
    // 96 ticks: 0.5 s, 96 ticks: 1 s, then 0.25 s to 96 ticks.
    #expect(
      sequence.messages == [
        TimedMessage(frame: 0, message: noteOn(0x3C, 0x40)),
        TimedMessage(frame: 12_000, message: noteOn(0x40, 0x41)),
        TimedMessage(frame: 24_000, message: .systemExclusive([0x43, 0x12, 0x00, 0x43, 0x12, 0x01])),
        TimedMessage(frame: 24_000, message: .songSelect(5)),
        TimedMessage(frame: 24_000, message: .clock),
        TimedMessage(frame: 48_000, message: noteOn(0x3C, 0)),
        TimedMessage(frame: 78_000, message: noteOn(0x40, 0)),
        TimedMessage(frame: 78_000, message: .programChange(channel: second, program: 7))
      ])
    #expect(sequence.endFrame == 90_000)
  }

  @Test("Until the first tempo a quarter lasts half a second")
  func defaultTempo() throws {
    let sequence = try read(Fixtures.single([0x60, 0x90, 0x3C, 0x40])).frames(rate: 44_100)
    #expect(sequence.messages.map(\.frame) == [22_050])
    #expect(sequence.endFrame == 22_050)
  }

  @Test(
    "A time code division counts in video frames, and tempo has no effect",
    arguments: [(UInt8(0xE8), 24, 2000), (0xE7, 25, 1920), (0xE3, 29, 1602), (0xE2, 30, 1600)])
  func timeCode(upper: UInt8, framesPerSecond: Int, frame: Int64) throws {
    let file = try read(
      Fixtures.header(type: 0, tracks: 1, division: [upper, 40])
        + Fixtures.chunk(
          "MTrk", [0x00, 0xFF, 0x51, 0x03, 0, 0, 1, 40, 0x90, 0x3C, 0x40] + Fixtures.endOfTrack))
    #expect(file.division == .timeCode(framesPerSecond: framesPerSecond, ticksPerFrame: 40))
    // One video frame at 48 kHz; 29 stands for 30000/1001, where it lasts 1601.6.
    #expect(file.frames(rate: 48_000).messages.map(\.frame) == [frame])
  }

  @Test("Of two tempos at one tick the later holds, and a tempo moves nothing of its own tick")
  func tempoOrder() throws {
    let sequence = try read(
      Fixtures.single(
        [
          0x60, 0x90, 0x3C, 0x40,  // at 96
          0x00, 0xFF, 0x51, 0x03, 0x00, 0x00, 0x01,
          0x00, 0xFF, 0x51, 0x03, 0x0F, 0x42, 0x40,
          0x00, 0x90, 0x3C, 0x40,
          0x60, 0x3E, 0x40
        ])
    ).frames(rate: 1000)
    #expect(sequence.messages.map(\.frame) == [500, 500, 1500])
  }

  @Test("Half a frame rounds up")
  func halves() throws {
    // One tick of 96 at half a second to the quarter is 1/192 s: at a rate of 96 half a frame.
    let sequence = try read(Fixtures.single([1, 0xC0, 1, 1, 0xC0, 2, 1, 0xC0, 3])).frames(rate: 96)
    #expect(sequence.messages.map(\.frame) == [1, 1, 2])
  }

  @Test("A rate of zero or less puts everything on frame 0, a huge one ends at the largest frame")
  func oddRates() throws {
    let file = try read(Fixtures.single([0xFF, 0xFF, 0xFF, 0x7F, 0xC0, 1]))
    for rate in [0, -1, Int.min] {
      #expect(file.frames(rate: rate).messages.map(\.frame) == [0])
    }
    #expect(file.frames(rate: .max).messages.map(\.frame) == [.max])
    #expect(file.frames(rate: .max).endFrame == .max)
  }

  @Test("An unfinished system exclusive is left out and a channel message ends it")
  func unfinishedSystemExclusive() throws {
    let file = try read(
      Fixtures.single([
        0, 0xF0, 2, 1, 2,
        0, 0x90, 0x3C, 0x40,
        0, 0xF7, 2, 3, 0xF7,
        0, 0xF0, 2, 1, 2,
        0, 0xF0, 2, 5, 0xF7,
        0, 0xF0, 0,
        0, 0xF0, 1, 9
      ]))
    #expect(
      file.tracks[0].map(\.content) == [
        .message(noteOn(0x3C, 0x40)), .message(.systemExclusive([5])), .endOfTrack
      ])
  }

  @Test("Longer headers, unknown chunks and bytes after the end are passed over")
  func passedOver() throws {
    let longHeader: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 8, 0, 0, 0, 1, 0, 96, 1, 2]
    let track = Fixtures.chunk("MTrk", [0, 0xC0, 5] + Fixtures.endOfTrack + [0xFF, 0xFF])
    let file = try read(longHeader + Fixtures.chunk("JUNK", []) + track + [1, 2, 3])
    #expect(file.tracks.map(\.count) == [2])
  }
}

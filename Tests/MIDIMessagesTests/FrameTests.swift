import MIDIMessages
import TestSupport
import Testing

struct FrameTests {
  @Test("The reference arithmetic agrees with the machine's where that is wide enough")
  func reference() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let left = UInt64.random(in: 0...UInt64(UInt32.max), using: &generator)
      let right = UInt64.random(in: 0...UInt64(UInt32.max), using: &generator)
      #expect(BigNatural(left) * BigNatural(right) == BigNatural(left * right))
      #expect(BigNatural(left) + BigNatural(right) == BigNatural(left + right))
      #expect((BigNatural(left) < BigNatural(right)) == (left < right))
    }
    let half = BigFraction(numerator: BigNatural(1), denominator: BigNatural(2))
    #expect(half.isRounded(to: 1, factor: 1))
    #expect(!half.isRounded(to: 0, factor: 1))
    #expect((half + half).isRounded(to: 3, factor: 3))
  }

  @Test("Frames over random tempo maps in two tracks are the exact time, rounded once")
  func tempoMaps() throws {
    var generator = SplitMix64(seed: 6)
    var count = 0
    for round in 0..<200 {
      let division = Int.random(in: 1...0x7FFF, using: &generator)
      let rate = [1, 8000, 22_050, 44_100, 48_000, 96_000, 192_000, 384_000][round % 8]
      let longestWait = round % 3 == 0 ? 0x0FFF_FFFF : 5000
      let map = TempoMap(seed: generator.next(), longestWait: longestWait)
      let bytes =
        MIDIFileFixtures.header(
          type: 1, tracks: 2, division: [UInt8(division >> 8), UInt8(division & 0xFF)])
        + map.tempoTrack + map.messageTrack
      let sequence = try StandardMIDIFile(bytes: bytes, file: "map.mid").frames(rate: rate)
      #expect(sequence.messages.count == map.messageTicks.count)
      for (timed, tick) in zip(sequence.messages, map.messageTicks) {
        let time = map.seconds(tick: tick, division: division)
        if !time.isRounded(to: timed.frame, factor: rate) {
          Issue.record("tick \(tick) of map \(round) is at frame \(timed.frame)")
        }
        count += 1
      }
      #expect(
        map.seconds(tick: map.endTick, division: division).isRounded(to: sequence.endFrame, factor: rate))
    }
    #expect(count == 200 * TempoMap.eventCount)
  }

  @Test("A file of eight thousand longest waits at the slowest tempo is summed without loss")
  func longWaits() throws {
    // 3.6 × 10¹⁹ µs, beyond what 64 bits hold.
    let wait: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
    let content: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF] + (0..<8000).flatMap { _ in wait + [0xC0, 1] }
    let track = content + MIDIFileFixtures.endOfTrack
    let bytes =
      MIDIFileFixtures.header(type: 0, tracks: 1, division: [0, 1]) + Array("MTrk".utf8)
      + [0, 0, UInt8(track.count >> 8), UInt8(track.count & 0xFF)] + track
    let sequence = try StandardMIDIFile(bytes: bytes, file: "long.mid").frames(rate: 1)
    let time = BigFraction(
      numerator: BigNatural(8000) * BigNatural(268_435_455) * BigNatural(16_777_215),
      denominator: BigNatural(1_000_000))
    #expect(time.isRounded(to: sequence.endFrame, factor: 1))
  }
}

/// A random track of tempos and one of messages, with the time of every tick.
private struct TempoMap {
  static let eventCount = 12

  let tempoTrack: [UInt8]
  let messageTrack: [UInt8]
  private(set) var messageTicks: [Int64] = []
  let endTick: Int64
  private var tempos: [(tick: Int64, microseconds: UInt64)] = [(0, 500_000)]

  init(seed: UInt64, longestWait: Int) {
    var generator = SplitMix64(seed: seed)
    var tempoEvents: [UInt8] = []
    var messageEvents: [UInt8] = []
    var tick: Int64 = 0
    for _ in 0..<Self.eventCount {
      let wait = Int.random(in: 0...longestWait, using: &generator)
      let microseconds = UInt64.random(in: 1...0xFF_FFFF, using: &generator)
      tick += Int64(wait)
      tempos.append((tick, microseconds))
      tempoEvents += Self.fourBytes(wait) + [0xFF, 0x51, 3]
      tempoEvents += [UInt8(microseconds >> 16), UInt8(microseconds >> 8 & 0xFF), UInt8(microseconds & 0xFF)]
    }
    let lastTempoTick = tick
    tick = 0
    for _ in 0..<Self.eventCount {
      let wait = Int.random(in: 0...longestWait, using: &generator)
      tick += Int64(wait)
      messageTicks.append(tick)
      messageEvents += Self.fourBytes(wait) + [0xC0, 1]
    }
    endTick = max(lastTempoTick, tick)
    tempoTrack = MIDIFileFixtures.chunk("MTrk", tempoEvents + MIDIFileFixtures.endOfTrack)
    messageTrack = MIDIFileFixtures.chunk("MTrk", messageEvents + MIDIFileFixtures.endOfTrack)
  }

  /// The time of a tick, summed piece by piece.
  func seconds(tick: Int64, division: Int) -> BigFraction {
    var time = BigFraction(numerator: BigNatural(0), denominator: BigNatural(1))
    for (index, tempo) in tempos.enumerated() where tempo.tick < tick {
      let end = index + 1 < tempos.count ? min(tempos[index + 1].tick, tick) : tick
      let piece = BigFraction(
        numerator: BigNatural(UInt64(end - tempo.tick)) * BigNatural(tempo.microseconds),
        denominator: BigNatural(UInt64(division)) * BigNatural(1_000_000))
      time = time + piece
    }
    return time
  }

  private static func fourBytes(_ value: Int) -> [UInt8] {
    [
      UInt8(value >> 21 & 0x7F) | 0x80, UInt8(value >> 14 & 0x7F) | 0x80, UInt8(value >> 7 & 0x7F) | 0x80,
      UInt8(value & 0x7F)
    ]
  }
}

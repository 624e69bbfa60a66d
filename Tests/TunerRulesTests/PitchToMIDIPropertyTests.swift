import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct PitchToMIDIPropertyTests {
  private static let readings = 100_000
  /// Ways of sending that each have their own arithmetic.
  private static let ways: [PitchOut.Settings] = {
    var ways: [PitchOut.Settings] = []
    for (mode, range) in [(.bend, 1), (.bend, 2), (.bend, 12), (.bend, 96), (.mpe, 48), (.mpe, 2), (.mts, 2)]
      as [(PitchOut.Mode, Int)]
    {
      var settings = PitchOut.Settings()
      settings.mode = mode
      settings.bendRange = BendRange(clamping: range)
      ways.append(settings)
    }
    return ways
  }()

  /// What an instrument might do, and worse: steady notes, glides, trills, wrong octaves, gaps, silence.
  private struct Player {
    private var random: SplitMix64
    private var pitch = 60.0
    private var slope = 0.0
    private var trill = 0.0
    private var kind = 0
    private var remaining = 0
    private var hops = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next(hop: Int64) -> Reading {
      if remaining == 0 {
        remaining = Int.random(in: 1...120, using: &random)
        kind = Int.random(in: 0..<8, using: &random)
        slope = kind == 1 ? Double.random(in: -0.1...0.1, using: &random) : 0
        trill = kind == 2 ? [0.4, 0.7, 1, 2, 12].randomElement(using: &random) ?? 0 : 0
        if kind < 5 { pitch = Double.random(in: -3...131, using: &random) }
      }
      remaining -= 1
      hops += 1
      pitch += slope
      let isLatched = kind < 7
      var heard = pitch + (hops / 2).isMultiple(of: 2).number * trill
      heard += kind == 3 ? Double.random(in: -1...1, using: &random) : Double.random(in: -0.01...0.01, using: &random)
      if Int.random(in: 0..<40, using: &random) == 0 { heard += 12 }
      var hertz = kind >= 6 ? 0 : Frequency(hertz: 440).raised(by: Cents(100 * (heard - 69))).hertz
      if Int.random(in: 0..<500, using: &random) == 0 {
        hertz = [.nan, .infinity, -1].randomElement(using: &random) ?? 0
      }
      var reading = Reading(
        time: StreamTime(epoch: 0, frame: Int64(hops) * hop), frequency: hertz, clarity: 1,
        level: .random(in: -70...3, using: &random), attack: Int.random(in: 0..<60, using: &random) == 0,
        target: isLatched ? Target(frequency: a440, name: "A4", note: 69) : nil,
        shownFrequency: isLatched ? 440 : 0)
      if Int.random(in: 0..<60, using: &random) == 0 {
        let begun = pitch + Double.random(in: -2...2, using: &random)
        reading.beginning = Reading.Beginning(
          frequency: Frequency(hertz: 440).raised(by: Cents(100 * (begun - 69))).hertz,
          target: Target(frequency: a440, name: "A4", note: 69))
      }
      return reading
    }
  }

  @Test(
    "Under any readings notes pair, what tunes them comes first and is true, and no second has more than 50",
    arguments: ways)
  func random(settings: PitchOut.Settings) throws {
    for (rate, hop) in [(48_000, 256), (44_100, 256), (192_000, 1024)] as [(Int, Int64)] {
      try check(settings, rate: rate, hop: hop, count: Self.readings / 3)
    }
  }

  private func check(_ settings: PitchOut.Settings, rate: Int, hop: Int64, count: Int) throws {
    var sender = PitchToMIDI(settings: settings, rate: rate)
    var player = Player(seed: UInt64(rate + settings.range.semitones))
    var receiver = Receiver(settings.introduction)
    #expect(receiver.fault == nil)
    // Half a step, or half a unit of a tuned key: 100/32768 cent.
    let tolerance = settings.mode == .mts ? 0.0031 : PitchBend.stepCents(range: settings.range) / 2 + arithmeticCents
    var tuningFrames: [Int64] = []
    var hasAttack = false
    var lastBeginning = -Int64(rate)
    var notesOfAnotherNumber = 0
    for index in 0..<count {
      let reading = player.next(hop: hop)
      let before = receiver
      func pitch(_ hertz: Double) -> Double { 69 + Frequency(hertz: hertz).cents(above: a440).value / 100 }
      let heard = pitch(reading.frequency)
      let begun = reading.beginning.map { pitch($0.frequency) }
      if begun != nil { lastBeginning = reading.time.frame }
      hasAttack = hasAttack || reading.attack || begun != nil

      var out: [Message] = []
      sender.step(reading, into: &out)
      for message in out { receiver.receive(message) }
      for _ in before.tunings..<receiver.tunings { tuningFrames.append(reading.time.frame) }
      try #require(receiver.fault == nil, "reading \(index): \(receiver.fault ?? "")")
      try #require(sender.soundingNote?.value == receiver.notes.first?.key)

      // Nothing sounds, and nothing is sent, where nothing is shown and nothing has begun within 150 ms.
      if !reading.isLatched, Double(reading.time.frame - lastBeginning) > 0.15 * Double(rate) {
        try #require(receiver.notes.isEmpty && out.count == before.notes.count, "reading \(index)")
      }
      // What a receiver is told to sound is what is heard.
      if out.contains(where: { !$0.isNoteOff }), let note = receiver.notes.first {
        let sounding = receiver.pitch(note)
        let errors = [heard, begun ?? .nan].filter(\.isFinite).map { abs(sounding - $0) * 100 }
        let error = errors.min() ?? .infinity
        try #require(error <= tolerance, "reading \(index): \(error) cents")
      }
      // A bend of the sounding note is a change.
      if let note = receiver.notes.first, out.count == 1, receiver.noteOns == before.noteOns {
        try #require(receiver.pitch(note) != before.pitch(note), "reading \(index)")
      }
      guard receiver.noteOns > before.noteOns, let next = receiver.notes.first else { continue }
      if let note = before.notes.first {
        // A note gives way only to an attack, or to one of another number where the pitch is far from its own.
        let isFar = abs(heard - Double(note.key)) > 0.6
        try #require(hasAttack || (isFar && next.key != note.key), "reading \(index)")
        if next.key != note.key { notesOfAnotherNumber += 1 }
      }
      hasAttack = false
      if settings.mode == .mpe {
        let others = (1...15).filter { $0 != next.channel }
        try #require(
          others.allSatisfy { receiver.lastEnd[$0] > receiver.lastEnd[next.channel] || receiver.noteOns < 16 })
      }
    }
    var out: [Message] = []
    sender.finish(into: &out)
    out.forEach { receiver.receive($0) }
    #expect(receiver.fault == nil && receiver.isAtRest)

    let least = zip(tuningFrames, tuningFrames.dropFirst(50)).map { $1 - $0 }.min() ?? 0
    #expect(least >= Int64(rate), "51 bends within \(least) frames")
    #expect(tuningFrames.count > count / 40)
    #expect(receiver.noteOns > 500 && notesOfAnotherNumber > 100)
  }

  @Test(
    "10,000 random pitches arrive within half a step of every range from 1 to 96, flat ones and those of A4 = 415 Hz")
  func everyRange() throws {
    var random = SplitMix64(seed: 96)
    var worst = 0.0
    for semitones in 1...96 {
      var settings = PitchOut.Settings()
      settings.bendRange = BendRange(clamping: semitones)
      let tolerance = PitchBend.stepCents(range: settings.range) / 2 + arithmeticCents
      worst = max(worst, try worstError(settings, count: 10_000, random: &random) / tolerance)
    }
    #expect(worst > 0.9 && worst <= 1)
  }

  @Test("10,000 random pitches arrive within 0.0031 cents as tuned keys, and within half a step in an MPE zone")
  func everyMode() throws {
    var random = SplitMix64(seed: 97)
    var settings = PitchOut.Settings()
    settings.mode = .mts
    let worst = try worstError(settings, count: 10_000, random: &random)
    #expect(worst <= 0.0031)
    settings.mode = .mpe
    #expect(try worstError(settings, count: 10_000, random: &random) <= 4800.0 / 8192 / 2 + arithmeticCents)
  }

  /// The largest error of notes that begin at random pitches, of the targets of A4 = 440 and of 415 Hz, in cents.
  private func worstError(_ settings: PitchOut.Settings, count: Int, random: inout SplitMix64) throws -> Double {
    var sender = PitchToMIDI(settings: settings, rate: 48_000)
    var receiver = Receiver(settings.introduction)
    var worst = 0.0
    for index in 0..<count {
      let isOld = index.isMultiple(of: 2)
      let reference = Frequency(hertz: isOld ? 415 : 440)
      let pitch = isOld ? Double(Int.random(in: 2...126, using: &random)) : Double.random(in: 0...127, using: &random)
      let heard = reference.raised(by: Cents(100 * (pitch - 69)))
      let time = StreamTime(epoch: 0, frame: Int64(index) * 48_000)
      var out: [Message] = []
      sender.release(into: &out)
      sender.step(
        Reading(
          time: time, frequency: heard.hertz, clarity: 1, level: -20,
          target: Target(frequency: a440, name: "A4", note: 69),
          shownFrequency: 440), into: &out)
      out.forEach { receiver.receive($0) }
      try #require(receiver.fault == nil, "\(index): \(receiver.fault ?? "")")
      let note = try #require(receiver.notes.first)
      worst = max(worst, abs(receiver.pitch(note) * 100 - 6900 - heard.cents(above: a440).value))
    }
    #expect(receiver.noteOns == count)
    return worst
  }
}

extension Bool {
  fileprivate var number: Double { self ? 1 : 0 }
}

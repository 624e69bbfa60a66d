import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct PitchToMIDIPropertyTests {
  private static let readings = 100_000
  private static let ranges = [1, 2, 12, 48].map(BendRange.init(clamping:))
  private static let channel = Channel(clamping: 0)

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
      return Reading(
        time: StreamTime(epoch: 0, frame: Int64(hops) * hop), frequency: hertz,
        level: .random(in: -70...3, using: &random), attack: Int.random(in: 0..<60, using: &random) == 0,
        target: isLatched ? Target(frequency: a440, name: "A4", note: 69) : nil,
        shownFrequency: isLatched ? 440 : 0)
    }
  }

  @Test(
    "Under any readings notes pair, bends come first and are true, and no second has more than 50", arguments: ranges)
  func random(range: BendRange) throws {
    for (rate, hop) in [(48_000, 256), (44_100, 256), (192_000, 1024)] as [(Int, Int64)] {
      try check(range: range, rate: rate, hop: hop, count: Self.readings / 3)
    }
  }

  private func check(range: BendRange, rate: Int, hop: Int64, count: Int) throws {
    var settings = PitchToMIDI.Settings()
    settings.bendRange = range
    var sender = PitchToMIDI(settings: settings, rate: rate)
    var player = Player(seed: UInt64(rate + range.semitones))
    var receiver = Receiver(range: range)
    var bendFrames: [Int64] = []
    var farReadings = 0
    var hasAttack = false
    var notesOfAnotherNumber = 0
    for index in 0..<count {
      let reading = player.next(hop: hop)
      let before = receiver
      let note = receiver.notes[Self.channel]
      let heard = 69 + Frequency(hertz: reading.frequency).cents(above: a440).value / 100
      if let note, reading.isLatched, reading.frequency > 0 {
        farReadings = abs(heard - Double(note.value)) > 0.6 ? farReadings + 1 : 0
      }
      hasAttack = hasAttack || reading.attack

      var out: [Message] = []
      sender.step(reading, into: &out)
      for message in out {
        receiver.receive(message)
        if case .pitchBend = message { bendFrames.append(reading.time.frame) }
      }
      try #require(receiver.fault == nil, "reading \(index): \(receiver.fault ?? "")")
      try #require(sender.soundingNote == receiver.notes[Self.channel])

      // Nothing sounds, and nothing is sent, where nothing is shown.
      if !reading.isLatched {
        try #require(receiver.notes.isEmpty && out.count == (note == nil ? 0 : 1), "reading \(index)")
      }
      // What a receiver is told to sound is what is heard, to half a step.
      if out.contains(where: { !$0.isNoteOff }), let pitch = receiver.pitch(Self.channel) {
        let error = abs(pitch - heard) * 100
        try #require(
          error <= PitchBend.stepCents(range: range) / 2 + arithmeticCents, "reading \(index): \(error) cents")
      }
      // A bend of the sounding note is a change.
      if out.count == 1, case .pitchBend(_, let value) = out[0] {
        try #require(before.bends[Self.channel] != value, "reading \(index)")
      }
      // A note gives way to another only past the hysteresis, or to an attack.
      if let note, let next = receiver.notes[Self.channel], receiver.noteOns > before.noteOns {
        try #require(next == note ? hasAttack : farReadings >= 2 || hasAttack, "reading \(index)")
        if next != note { notesOfAnotherNumber += 1 }
      }
      if receiver.noteOns > before.noteOns {
        farReadings = 0
        hasAttack = false
      }
      if receiver.notes.isEmpty { farReadings = 0 }
    }
    var out: [Message] = []
    sender.finish(into: &out)
    out.forEach { receiver.receive($0) }
    #expect(receiver.fault == nil && receiver.notes.isEmpty)
    #expect(receiver.bends[Self.channel] == PitchBend.centre)

    let least = zip(bendFrames, bendFrames.dropFirst(50)).map { $1 - $0 }.min() ?? 0
    #expect(least >= Int64(rate), "51 bends within \(least) frames")
    #expect(bendFrames.count > count / 40)
    #expect(receiver.noteOns > 500 && notesOfAnotherNumber > 100)
  }
}

extension Bool {
  fileprivate var number: Double { self ? 1 : 0 }
}

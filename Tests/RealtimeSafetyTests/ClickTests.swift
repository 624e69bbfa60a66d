import DSP
internal import Glibc
import MIDIMessages
import Testing

/// A click is energy where a steady drone has none: above 8 kHz, within a millisecond.
struct ClickTests {
  private static let rate = 48_000
  /// A window may be so much louder than the loudest of the steady tone, in decibels.
  private static let roomDecibels = 6.0
  /// What is this quiet, in decibels of full scale, is no click whatever the tone.
  private static let inaudibleDecibels = -80.0

  /// The levels above 8 kHz of all milliseconds, in decibels.
  private static func highLevels(_ samples: [Float]) -> [Double] {
    // Six poles: 36 dB an octave keep the partials of low notes, which lie below, out of the measure.
    var filters = (0..<3).map { _ in Biquad.highPass(cycles: 8000 / Double(rate)) }
    let filtered = samples.map { sample -> Double in
      var value = Double(sample)
      for i in filters.indices { value = filters[i].next(value) }
      return value
    }
    let window = rate / 1000
    return stride(from: 0, to: filtered.count - window, by: window / 2).map { start in
      let power = filtered[start..<start + window].reduce(0) { $0 + $1 * $1 } / Double(window)
      return 10 * log10(max(power, 1e-20))
    }
  }

  private static func chord(_ stage: Stage, _ notes: [Int], at frame: Int64) {
    for note in notes { stage.noteOn(note, at: frame) }
  }

  /// What may not click: a name, the notes that sound, and what is done to them from frame 24,000 on.
  private static let cases: [(name: String, notes: [Int], act: @Sendable (Stage) -> Void)] = [
    ("start", [], { chord($0, [33, 57, 81], at: 24_000) }),
    ("stop", [33, 57, 81], { stage in for note in [33, 57, 81] { stage.noteOff(note, at: 24_001) } }),
    (
      "displacement", [45, 52, 57],
      { stage in for i in 0..<8 { stage.noteOn(60 + i, at: 24_000 + Int64(i) * 1500) } }
    ),
    (
      "steal", [45, 52, 57],
      { stage in for i in 0..<60 { stage.noteOn(45 + (i * 5) % 24, at: 24_000 + Int64(i) * 300) } }
    ),
    (
      "retrigger in the release", [57],
      { stage in
        for i in 0..<6 {
          stage.noteOff(57, at: 24_000 + Int64(i) * 4000)
          stage.noteOn(57, at: 26_003 + Int64(i) * 4000)
        }
      }
    ),
    ("glide to another reference", [45, 57, 69], { $0.install(reference: 466.2, at: 24_000) }),
    ("power off", [45, 57, 69], { $0.close(at: 24_000) }),
    (
      "level", [45, 57, 69],
      { stage in
        for i in 0..<20 { stage.controller(.volume, i % 2 == 0 ? 20 : 127, at: 24_000 + Int64(i) * 1000) }
      }
    ),
    ("panic", [45, 57, 69], { $0.controller(.allSoundOff, 0, at: 24_000) }),
    (
      "small speaker", [45, 57, 69],
      { stage in
        stage.smallSpeaker(true, at: 24_000)
        stage.smallSpeaker(false, at: 36_000)
      }
    )
  ]

  private static let names = cases.map(\.name)

  @Test("Nothing clicks", arguments: names)
  func clicks(name: String) throws {
    let scenario = try #require(Self.cases.first { $0.name == name })
    let stage = Stage(rate: Self.rate)
    Self.chord(stage, scenario.notes, at: 0)
    var output = stage.play(24_000)
    scenario.act(stage)
    output += stage.play(60_000)
    // The steady tones: what sounded before, and what sounds at the end.
    let steady = [Array(output[12_000..<24_000]), Array(output.suffix(12_000))]
    let loudestSteady = steady.compactMap { Self.highLevels($0).dropFirst(20).max() }.max() ?? -200
    let limit = max(Self.inaudibleDecibels, loudestSteady + Self.roomDecibels)
    let loudest = Self.highLevels(output).dropFirst(20).max() ?? 0
    #expect(loudest <= limit)
    #expect(output.max() ?? 0 > 0.1)
  }

  @Test("After an xrun, for which the card has played silence, the sound comes back without a click")
  func xrun() {
    let stage = Stage(rate: Self.rate)
    Self.chord(stage, [45, 57, 69], at: 0)
    let steady = Self.highLevels(Array(stage.play(24_000).suffix(12_000))).dropFirst(20).max() ?? -200
    var output = [Float](repeating: 0, count: 4800)
    output += stage.playAfterGap(256)
    output += stage.play(12_000)
    #expect(Self.highLevels(output).max() ?? 0 <= max(steady + Self.roomDecibels, Self.inaudibleDecibels))
  }

  @Test("The measure sees a click: a sample that jumps by a fiftieth")
  func control() {
    let stage = Stage(rate: Self.rate)
    Self.chord(stage, [45, 57, 69], at: 0)
    var output = stage.play(48_000)
    let limit = (Self.highLevels(Array(output[12_000..<24_000])).dropFirst(20).max() ?? 0) + Self.roomDecibels
    for i in 36_000..<48_000 { output[i] += 0.02 }
    #expect(Self.highLevels(output).max() ?? -200 > max(limit, Self.inaudibleDecibels))
  }
}

import MIDIMessages
import TestSupport
import Testing
import TunerEngine
import TunerRules

struct RenderStageTests {
  /// Some hundred random things that a player does within `frames`, in order; the same for every stage.
  private static func perform(_ stage: Stage, frames: Int64) {
    var random = SplitMix64(seed: 20)
    var frame: Int64 = 0
    var held: [Int] = []
    while true {
      frame += Int64.random(in: 0...700, using: &random)
      guard frame < frames else { return }
      let note = Int.random(in: 21...108, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        stage.noteOn(note, at: frame)
        held.append(note)
      case 4...6: if !held.isEmpty { stage.noteOff(held.removeFirst(), at: frame) }
      case 7: stage.controller(.volume, Int.random(in: 60...127, using: &random), at: frame)
      case 8: stage.controller(.modulation, Int.random(in: 0...127, using: &random), at: frame)
      default: stage.install(reference: Double(Int.random(in: 415...466, using: &random)), at: frame)
      }
    }
  }

  @Test(
    "The same events give the same samples, to the bit, however the stream is cut", arguments: [44_100, 48_000, 96_000])
  func blockSizes(rate: Int) {
    let frames = 100_000
    let blocks = [16, 64, 250, 1024, 1, 8192, 33]
    var results: [[Float]] = []
    for blockFrames in blocks {
      let stage = Stage(rate: rate)
      Self.perform(stage, frames: Int64(frames))
      #expect(stage.lostEvents == 0)
      results.append(stage.play(frames, blockFrames: blockFrames))
    }
    for (blockFrames, result) in zip(blocks, results) where result != results[0] {
      let place = result.indices.first { result[$0] != results[0][$0] } ?? -1
      Issue.record("blocks of \(blockFrames) differ from blocks of \(blocks[0]) at frame \(place)")
    }
    #expect(results[0].allSatisfy { abs($0) <= 0.95 })
    #expect(results[0].max() ?? 0 > 0.3)
    #expect(results[0].count { $0 == 0 } < frames / 2)
  }

  @Test("A note begins on its very frame, wherever that lies in a block", arguments: [44_100, 48_000, 192_000])
  func onset(rate: Int) {
    let first = Stage(rate: rate)
    first.noteOn(69, at: 0)
    let reference = first.play(4000)
    let delay = first.render.delay
    #expect(reference[..<delay].allSatisfy { $0 == 0 })
    #expect(reference[delay] != 0)
    for frame in [1, 15, 16, 255, 256, 257, 1000, 1024, 2049] {
      let stage = Stage(rate: rate)
      stage.noteOn(69, at: Int64(frame))
      let output = stage.play(frame + 3000)
      #expect(output[..<(frame + delay)].allSatisfy { $0 == 0 })
      #expect(Array(output[frame...]) == Array(reference[..<3000]))
    }
  }

  @Test("A release and a level take effect on their very frame; an event that is late takes effect at once")
  func otherEvents() {
    let frames = 20_000
    let steady = Stage()
    steady.noteOn(69, at: 0)
    let reference = steady.play(frames)
    let delay = steady.render.delay
    let changes: [(Int64, (Stage, Int64) -> Void)] = [
      (9001, { $0.noteOff(69, at: $1) }), (9010, { $0.controller(.volume, 64, at: $1) }),
      (9017, { $0.close(at: $1) }), (9030, { $0.noteOn(64, at: $1) }), (9040, { $0.install(reference: 415, at: $1) })
    ]
    for (frame, change) in changes {
      let stage = Stage()
      stage.noteOn(69, at: 0)
      change(stage, frame)
      let output = stage.play(frames)
      let differs = output.indices.first { output[$0] != reference[$0] } ?? frames
      #expect(differs >= Int(frame) + delay)
      // A release moves by a fraction of one sample's precision at first, and a glide waits for a multiple of 16 frames.
      #expect(differs <= Int(frame) + delay + 40)

      let late = Stage()
      late.noteOn(69, at: 0)
      let before = late.play(Int(frame), blockFrames: 1000)
      change(late, 5)
      #expect(before + late.play(frames - Int(frame)) == output)
    }
  }

  @Test("A wanted frame that lies far ahead, or in another epoch, is waited for")
  func farAhead() {
    let stage = Stage()
    stage.noteOn(60, at: .max)
    #expect(stage.play(5000).allSatisfy { $0 == 0 })
  }

  @Test("Nothing that is captured can reach the output: not NaN, not infinity, not more channels than there are")
  func hostileInput() {
    let frames = 512
    let inputs: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .signalingNaN]
    let (clean, stage) = (Stage(), Stage())
    clean.noteOn(50, at: 100)
    stage.noteOn(50, at: 100)
    var random = SplitMix64(seed: 21)
    var (reference, result): ([Float], [Float]) = ([], [])
    var output = [Float](repeating: .nan, count: frames)
    for block in 0..<40 {
      // The output comes back from a gap whatever was captured.
      let afterGap = block % 7 == 0
      clean.block(&output, frames: frames, afterGap: afterGap)
      reference += output
      let channels = 1 + block % 4
      let input = (0..<frames * channels).map { _ in inputs[Int.random(in: 0..<inputs.count, using: &random)] }
      stage.block(&output, input: input, inputChannels: channels, frames: frames, afterGap: afterGap)
      result += output
    }
    #expect(reference.contains { $0 != 0 })
    #expect(result == reference)
  }

  @Test("It is silent again when the tails are gone, and after it was closed")
  func silence() {
    let stage = Stage()
    #expect(stage.render.isSilent)
    stage.noteOn(60, at: 10)
    stage.noteOff(60, at: 5000)
    _ = stage.play(5100)
    #expect(!stage.render.isSilent)
    _ = stage.play(13_000)
    #expect(stage.render.isSilent)
    let reopened = Stage(keyMode: .latch)
    for note in [60, 64, 67] { reopened.noteOn(note, at: 0) }
    _ = reopened.play(5000)
    reopened.close(at: 5000)
    reopened.noteOn(72, at: 5001)
    let output = reopened.play(20_000)
    #expect(output[15_000...].allSatisfy { $0 == 0 })
    #expect(reopened.render.isSilent)
  }
}

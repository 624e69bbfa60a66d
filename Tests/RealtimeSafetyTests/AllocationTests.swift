import MIDIMessages
import TestSupport
import Testing
import TunerEngine

struct AllocationTests {
  @Test("The guard sees what it is to see", .enabled(if: AllocationGuard.isActive))
  func guardWorks() {
    var kept: [[Int]] = []
    let calls = AllocationGuard.heapCalls { kept.append([1, 2, 3]) }
    #expect(calls > 0)
    #expect(AllocationGuard.heapCalls {} == 0)
    #expect(kept.count == 1)
  }

  @Test(
    "An input with a clock of its own never touches the heap, let through or not",
    .enabled(if: AllocationGuard.isActive))
  func listening() {
    let blocks = Soak.rounds(20_000)
    let stage = Stage(input: InputSource(clock: InputSource.Clock(rate: 44_100, pieceFrames: 256)))
    var random = SplitMix64(seed: 23)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { samples.deallocate() }
    var heapCalls: UInt64 = 0
    var inputFrame: Int64 = 0
    for block in 0..<blocks {
      if block % 500 == 0 { stage.thru(block % 1000 == 0, at: stage.frame) }
      let (frames, heard) = (Int.random(in: 1...256, using: &random), Int.random(in: 0...512, using: &random))
      for i in 0..<2048 { samples[i] = i % 9 == 0 ? .nan : random.sample() }
      let ratio = 48_000.0 / 44_100 * (1 + 1e-4 * Double(random.sample()))
      let isAfterGap = random.next() % 64 == 0
      heapCalls += AllocationGuard.heapCalls {
        if heard > 0 {
          stage.render.listen(
            samples, channels: 2, frames: heard, frame: inputFrame, afterGap: isAfterGap, ratio: ratio)
        }
        stage.block(samples, frames: frames)
      }
      inputFrame += Int64(heard)
      for i in 0..<frames where !(abs(samples[i]) <= 0.95) { Issue.record("\(samples[i])") }
    }
    #expect(heapCalls == 0)
  }

  @Test(
    "A hundred thousand blocks with random events never touch the heap, whether the analysis keeps up or not",
    .enabled(if: AllocationGuard.isActive), .timeLimit(.minutes(30)))
  func render() {
    let blocks = Soak.rounds(100_000)
    let longest = 64
    let stage = Stage()
    var random = SplitMix64(seed: 22)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: longest)
    let input = UnsafeMutablePointer<Float>.allocate(capacity: 2 * longest)
    defer {
      output.deallocate()
      input.deallocate()
    }
    for i in 0..<2 * longest { input[i] = i % 9 == 0 ? .nan : random.sample() }
    var held: [Int] = []
    var heapCalls: UInt64 = 0
    var events = 0
    var loudest: Float = 0
    for _ in 0..<blocks {
      let frames = Int.random(in: 1...longest, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        let frame = stage.frame + Int64.random(in: -5...Int64(longest), using: &random)
        let note = Int.random(in: 0...127, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...4:
          stage.noteOn(note, at: frame)
          held.append(note)
        case 5...8: if !held.isEmpty { stage.noteOff(held.removeFirst(), at: frame) }
        case 9: stage.controller(.volume, note, at: frame)
        case 10: stage.controller(.modulation, note, at: frame)
        default: stage.install(reference: 400 + Double(note), at: frame)
        }
        events += 1
      }
      let (channels, isAfterGap) = (Int.random(in: 0...2, using: &random), random.next() % 64 == 0)
      heapCalls += AllocationGuard.heapCalls {
        stage.block(
          output, input: channels > 0 ? UnsafePointer(input) : nil, inputChannels: channels, frames: frames,
          afterGap: isAfterGap)
      }
      for i in 0..<frames { loudest = max(loudest, abs(output[i])) }
    }
    #expect(heapCalls == 0)
    #expect(events > 10_000)
    #expect(loudest > 0.3 && loudest <= 0.95)
    // Nobody took the frames: the ring was filled and overrun.
    #expect(stage.lostFrames > 0)
  }
}

internal import MIDIMessages
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// Times the render stage on a scripted minute: what a frame costs, and how much more the dearest block.
struct RenderBenchmark {
  /// What was measured.
  struct Timings {
    /// Of three drones, in nanoseconds.
    var nanosecondsPerFrame: Double
    /// Of all blocks, in microseconds, each at its quickest.
    var slowestBlock: Double
    /// Of all blocks, in microseconds, each at its quickest.
    var medianBlock: Double
  }

  let route: Route

  private static let rate = 48_000
  private static let blockFrames = 256
  private static let blocks = 1875
  private static let replays = 20
  /// Every so many blocks one note of a rolling chord gives way to another.
  private static let blocksPerNote = 25

  func run() -> Timings {
    var quickest = Array(repeating: Double.infinity, count: Self.blocks)
    var steady = Double.infinity
    for _ in 0..<Self.replays {
      let times = replay(changing: true)
      for block in times.indices { quickest[block] = min(quickest[block], times[block]) }
      let held = replay(changing: false).dropFirst(100).sorted()
      steady = min(steady, held[held.count / 2])
    }
    let sorted = quickest.sorted()
    return Timings(
      nanosecondsPerFrame: steady * 1000 / Double(Self.blockFrames), slowestBlock: sorted[sorted.count - 1],
      medianBlock: sorted[sorted.count / 2])
  }

  /// Plays ten seconds; gives every block's time in microseconds.
  private func replay(changing: Bool) -> [Double] {
    let engine = Engine(inputChannel: 0)
    let render = engine.renderStage(after: nil, epoch: 0, rate: Self.rate)
    let analysis = engine.analysisStage(targets: route.targets, settings: PitchToMIDI.Settings())
    var control = ControlStage(
      engine: engine, surface: ControlSurface(route: route, keyMode: .latch, rate: Self.rate))
    let output = UnsafeMutablePointer<Float>.allocate(capacity: Self.blockFrames)
    output.initialize(repeating: 0, count: Self.blockFrames)
    defer { output.deallocate() }
    var times: [Double] = []
    for block in 0..<Self.blocks {
      let frame = Int64(block * Self.blockFrames)
      if changing ? block % Self.blocksPerNote == 0 : block < 3 {
        let note = 45 + (block * 7 / (changing ? Self.blocksPerNote : 1)) % 24
        let message = Message.noteOn(channel: Channel(clamping: 0), note: UInt7(clamping: note), velocity: 100)
        _ = control.handle(message, device: 0, at: StreamTime(epoch: 0, frame: frame))
      }
      let began = MonotonicClock.nanoseconds()
      render.render(
        input: nil, inputChannels: 0, output: output, frames: Self.blockFrames, frame: frame, afterGap: false)
      times.append(Double(MonotonicClock.nanoseconds() - began) / 1000)
      // The frames are taken, as they are live, or the way to the analysis would fill up.
      analysis.run { _ in }
    }
    return times
  }
}

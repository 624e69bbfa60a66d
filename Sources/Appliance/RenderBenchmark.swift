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
    /// The dearest block of three tails dying away, over the median of three drones: denormal numbers would show.
    var tailRatio: Double
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
    var dying = quickest
    for _ in 0..<Self.replays {
      let times = replay(.changing)
      let tails = replay(.released)
      for block in times.indices {
        quickest[block] = min(quickest[block], times[block])
        dying[block] = min(dying[block], tails[block])
      }
    }
    let held = dying[Self.blocks / 4..<Self.releaseBlock].sorted()
    let steady = held[held.count / 2]
    let dearestTail = dying[Self.releaseBlock...].max() ?? 0
    let sorted = quickest.sorted()
    return Timings(
      nanosecondsPerFrame: steady * 1000 / Double(Self.blockFrames), slowestBlock: sorted[sorted.count - 1],
      medianBlock: sorted[sorted.count / 2], tailRatio: dearestTail / steady)
  }

  /// What is played: notes that come and go, or three that are held and then die away.
  private enum Music { case changing, released }

  /// The block in which held notes are let go: half way.
  private static let releaseBlock = blocks / 2

  /// Plays ten seconds; gives every block's time in microseconds.
  private func replay(_ music: Music) -> [Double] {
    let engine = Engine()
    let render = engine.renderStage(after: nil, epoch: 0, rate: Self.rate)
    let analysis = engine.analysisStage(targets: route.targets, settings: PitchOut.Settings())
    var control = ControlStage(
      engine: engine, surface: ControlSurface(route: route, settings: ControlSettings(), rate: Self.rate))
    let output = UnsafeMutablePointer<Float>.allocate(capacity: Self.blockFrames)
    output.initialize(repeating: 0, count: Self.blockFrames)
    defer { output.deallocate() }
    var times: [Double] = []
    for block in 0..<Self.blocks {
      let frame = Int64(block * Self.blockFrames)
      if let message = message(music, block: block) {
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

  private func message(_ music: Music, block: Int) -> Message? {
    let channel = Channel(clamping: 0)
    switch music {
    case .changing:
      guard block % Self.blocksPerNote == 0 else { return nil }
      return .noteOn(
        channel: channel, note: UInt7(clamping: 45 + block / Self.blocksPerNote * 7 % 24), velocity: 100)
    case .released:
      if block < 3 { return .noteOn(channel: channel, note: UInt7(clamping: 45 + 7 * block), velocity: 100) }
      guard block == Self.releaseBlock else { return nil }
      return .controlChange(channel: channel, controller: .allNotesOff, value: 0)
    }
  }
}

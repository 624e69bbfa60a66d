import AudioDevices
import MIDIMessages
import Timebase
import TunerEngine
import TunerRules
import Tuning

/// The product's engine on simulated cards, stepped in the world's time: what the four threads do, on one.
final class SimulatedStage {
  let world = SimulatedWorld()
  let engine = Engine()
  private(set) var control: ControlStage
  private let analysis: AnalysisStage
  private var render: RenderStage?
  private var epoch: Int32 = -1
  private(set) var clocks = StreamClocks(
    epoch: -1, shape: StreamShape(rate: 1, blockFrames: 1, inputChannels: 0), isCard: false)
  /// Called with every reading.
  var heard: (Reading, [Message]) -> Void = { _, _ in }
  /// Called before what an input with a clock of its own captured is taken in.
  var listening: (StreamRunner.InputBlock) -> Void = { _ in }
  /// Called before each block is rendered.
  var rendering: (StreamRunner.Block) -> Void = { _ in }

  static let route = ModeRouter.route(
    TuningSettings(), preset: Preset(id: "test", name: "Test", group: "Test", strings: []), number: 1,
    temperament: .equal)

  init() {
    analysis = engine.analysisStage(targets: Self.route.targets, settings: PitchOut.Settings())
    control = ControlStage(
      engine: engine,
      surface: ControlSurface(route: Self.route, settings: ControlSettings(keyMode: .latch), rate: 48_000))
  }

  /// Latches a note from now on.
  func latch(_ note: UInt7) {
    _ = control.handle(.noteOn(channel: Channel(clamping: 0), note: note, velocity: 100), device: 0, at: now)
  }

  /// Changes the control stage.
  func adjust(_ change: (inout ControlStage, StreamTime) -> Void) { change(&control, now) }

  /// Ends what sounds.
  func finish() { heard(Reading(time: now), analysis.finish()) }

  private var now: StreamTime { StreamTime(epoch: max(0, epoch), frame: frame) }
  private var frame: Int64 = 0

  /// Runs a device for so many seconds of the world, or until it fails.
  func run(_ device: DuplexDevice, seconds: Double) throws(AudioFault) {
    let end = world.nanoseconds + seconds * 1e9
    let shape = device.shape
    try StreamRunner(device).run(
      until: { world.nanoseconds >= end },
      began: {
        epoch += 1
        frame = 0
        clocks = StreamClocks(epoch: epoch, shape: shape, isCard: true)
        render = engine.renderStage(
          after: render, epoch: epoch, rate: shape.rate,
          input: InputSource(
            channel: 0,
            clock: shape.ownInput.map {
              InputSource.Clock(
                rate: $0.rate, pieceFrames: max($0.periodFrames, shape.blockFrames * $0.rate / shape.rate + 1))
            }))
        _ = control.restart(rate: shape.rate, at: now)
      },
      listen: { block in
        listening(block)
        clocks.inputArrived(block, at: device.inputPlace, now: Int64(world.nanoseconds))
        render?.listen(
          block.samples, channels: block.channels, frames: block.frames, frame: block.frame, afterGap: block.afterGap,
          ratio: clocks.rates.ratio)
      },
      render: { block in
        clocks.blockArrived(block, at: device.place, now: Int64(world.nanoseconds))
        frame = block.frame
        rendering(block)
        _ = control.advance(to: now)
        render?.render(
          input: block.input, inputChannels: block.inputChannels, output: block.output, frames: block.frames,
          frame: block.frame, afterGap: block.afterGap)
        analysis.run { step in heard(step.reading, step.messages) }
      })
  }
}

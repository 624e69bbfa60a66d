internal import AudioDevices
internal import Timebase
internal import TunerEngine

/// The audio thread's way into the engine: a render stage for every epoch.
final class Renderer: AudioRenderer, @unchecked Sendable {
  private let engine: Engine
  private let notices: Notices
  private var stage: RenderStage?

  init(engine: Engine, notices: Notices) {
    self.engine = engine
    self.notices = notices
  }

  func streamBegins(epoch: Int32, shape: StreamShape, device: String) {
    stage = engine.renderStage(
      after: stage, epoch: epoch, rate: shape.rate,
      input: InputSource(
        channel: shape.inputChannel,
        clock: shape.ownInput.map {
          let block = shape.blockFrames * $0.rate / shape.rate + 1
          return InputSource.Clock(rate: $0.rate, pieceFrames: max($0.periodFrames, block))
        }))
    let listening =
      if let input = shape.ownInput {
        "; input \(input.rate) Hz, by a clock of its own"
      } else if shape.inputChannels
        == 0
      { "; no input, nothing is read" } else { "" }
    notices.post("audio: \(device), \(shape.rate) Hz, \(shape.blockFrames) frames a block\(listening)")
  }

  func listen(_ block: StreamRunner.InputBlock, ratio: Double) {
    stage?.listen(
      block.samples, channels: block.channels, frames: block.frames, frame: block.frame, afterGap: block.afterGap,
      ratio: ratio)
  }

  func render(_ block: StreamRunner.Block) {
    stage?.render(
      input: block.input, inputChannels: block.inputChannels, output: block.output, frames: block.frames,
      frame: block.frame, afterGap: block.afterGap)
  }

  func deviceFailed(_ fault: AudioFault) {
    notices.post("\(fault.description); trying again every second")
  }
}

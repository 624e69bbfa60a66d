internal import AudioDevices
internal import MIDIMessages
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// Controllers' messages through the same engine that plays on stage, into a file.
enum OfflineRender {
  private static let blockFrames = 256

  /// Renders messages to the end of their track, where what still sounds is released, and until it has died away.
  ///
  /// - Parameters:
  ///   - sequence: the messages, in order, each with its frame, and the frame at which the track ends.
  ///   - surface: what plays them.
  ///   - rate: frames a second.
  ///   - output: the file to write.
  static func run(
    _ sequence: TimedSequence, surface: ControlSurface, rate: Int, output: String
  ) throws(CommandFault) {
    let frames = max(sequence.endFrame, sequence.messages.last?.frame ?? 0)
    guard frames < SoundFileWriter.largestFrames else {
      throw CommandFault(
        "\(output): the music lasts \(frames / Int64(rate) / 3600) hours; a WAV file at \(rate) Hz holds \(SoundFileWriter.largestFrames / Int64(rate) / 3600)"
      )
    }
    do throws(AudioFault) {
      let writer = try SoundFileWriter(path: output, rate: rate)
      let engine = Engine()
      let render = engine.renderStage(after: nil, epoch: 0, rate: rate)
      var control = ControlStage(engine: engine, surface: surface)
      var pending = sequence.messages[...]
      var frame: Int64 = 0
      var isReleased = false
      var drained = 0
      let device = OfflineDevice(
        name: output, shape: StreamShape(rate: rate, blockFrames: blockFrames, inputChannels: 0),
        source: { _, frames in
          let isDone = pending.isEmpty && isReleased && frame >= sequence.endFrame && render.isSilent
          if isDone { drained += frames }
          return isDone && drained > render.delay + frames ? 0 : frames
        },
        sink: { samples, frames throws(AudioFault) in try writer.write(samples, frames: frames) })
      try StreamRunner(device).run(until: { false }) { block in
        let end = block.frame + Int64(block.frames)
        var done = block.frame
        // Up to each message in turn, so that no more wait than the way to the render stage holds.
        func play(until frame: Int64) {
          _ = control.advance(to: StreamTime(epoch: 0, frame: frame - 1))
          guard frame > done else { return }
          render.render(
            input: nil, inputChannels: 0, output: block.output + Int(done - block.frame), frames: Int(frame - done),
            frame: done, afterGap: false)
          done = frame
        }
        while let next = pending.first, next.frame < end {
          pending.removeFirst()
          play(until: next.frame)
          _ = control.handle(next.message, device: 0, at: StreamTime(epoch: 0, frame: next.frame))
          render.applyEvents(at: next.frame)
        }
        if pending.isEmpty, !isReleased, sequence.endFrame < end {
          isReleased = true
          let frame = max(done, sequence.endFrame)
          play(until: frame)
          _ = control.release(at: StreamTime(epoch: 0, frame: frame))
        }
        play(until: end)
        frame = end
      }
    } catch {
      throw CommandFault(error.description)
    }
  }
}

internal import AudioDevices
internal import MIDIMessages
internal import TunerEngine
internal import TunerRules
internal import Tuning

/// A file through the same engine that listens on stage, its stages stepped in order.
enum OfflineAnalysis {
  private static let blockFrames = 1024
  /// Frames a second that recordings have; anything else stands in a damaged file.
  private static let rates = 8000...768_000

  /// Analyses a file.
  ///
  /// - Parameters:
  ///   - path: an audio file.
  ///   - channel: which of its channels, counted from 0, the last one where there are fewer; nil for the one that has
  ///     the signal.
  ///   - route: what is tuned to.
  ///   - pitchOut: how the heard pitch is sent.
  ///   - hasStrobe: whether readings say what lies at the target's harmonics.
  ///   - sink: is given each hop's result, and the file's rate.
  /// - Returns: the rate and length of the file in frames, and the messages that end what sounds.
  @discardableResult
  static func run(
    path: String, channel: Int?, route: Route, pitchOut: PitchOut.Settings, hasStrobe: Bool = false,
    _ sink: (AnalysisStage.Step, Int) -> Void
  ) throws(CommandFault) -> (rate: Int, frames: Int64, lastMessages: [Message]) {
    do throws(AudioFault) {
      let file = try SoundFileReader(path: path)
      guard rates.contains(file.rate) else {
        throw AudioFault(
          .unsupported,
          "\(path): found \(file.rate) frames a second; expected \(rates.lowerBound) to \(rates.upperBound)")
      }
      let device = OfflineDevice(
        name: path,
        shape: StreamShape(rate: file.rate, blockFrames: blockFrames, inputChannels: file.channels),
        source: { samples, frames throws(AudioFault) in try file.read(into: samples, frames: frames) })
      let engine = Engine()
      let render = engine.renderStage(after: nil, epoch: 0, rate: file.rate, input: InputSource(channel: channel))
      let analysis = engine.analysisStage(targets: route.targets, settings: pitchOut, hasStrobe: hasStrobe)
      var frames: Int64 = 0
      try StreamRunner(device).run(until: { false }) { block in
        render.render(
          input: block.input, inputChannels: block.inputChannels, output: block.output, frames: block.frames,
          frame: block.frame, afterGap: block.afterGap)
        frames += Int64(block.frames)
        analysis.run { sink($0, file.rate) }
      }
      guard frames > 0 else { throw AudioFault(.unsupported, "\(path): it holds no sound") }
      return (file.rate, frames, analysis.finish())
    } catch {
      throw CommandFault(error.description)
    }
  }
}

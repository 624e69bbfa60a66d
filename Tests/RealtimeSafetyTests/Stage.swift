import MIDIMessages
import Timebase
import TunerEngine
import TunerRules
import Tuning

/// An engine that is stepped by a test: MIDI messages in, samples out.
final class Stage {
  let render: RenderStage
  private let engine = Engine()
  private var control: ControlStage
  private(set) var frame: Int64 = 0

  init(rate: Int = 48_000, keyMode: KeyMode = .hold, input: InputSource = InputSource(channel: 0)) {
    render = engine.renderStage(after: nil, epoch: 0, rate: rate, input: input)
    let surface = ControlSurface(
      route: Self.route(reference: 440), settings: ControlSettings(keyMode: keyMode), rate: rate)
    control = ControlStage(engine: engine, surface: surface)
  }

  /// Frames that the analysis, which nobody steps here, did not get.
  var lostFrames: UInt64 { engine.losses.frames }
  var lostEvents: UInt64 { engine.losses.events }

  /// Every note of equal temperament at a reference pitch; its ribbon is an octave.
  static func route(reference: Double) -> Route {
    var settings = TuningSettings()
    settings.reference = (try? ReferencePitch(hertz: reference)) ?? .standard
    return ModeRouter.route(
      settings, preset: Preset(id: "open", name: "Open", group: "Open", strings: []), number: 0, temperament: .equal)
  }

  func send(_ message: Message, at frame: Int64) {
    _ = control.handle(message, device: 1, at: StreamTime(epoch: 0, frame: frame))
  }

  func noteOn(_ note: Int, at frame: Int64) {
    send(.noteOn(channel: Channel(clamping: 0), note: UInt7(clamping: note), velocity: 100), at: frame)
  }

  func noteOff(_ note: Int, at frame: Int64) {
    send(.noteOff(channel: Channel(clamping: 0), note: UInt7(clamping: note), velocity: 0), at: frame)
  }

  func controller(_ controller: Controller, _ value: Int, at frame: Int64) {
    send(
      .controlChange(channel: Channel(clamping: 0), controller: controller, value: UInt7(clamping: value)), at: frame)
  }

  func install(reference: Double, at frame: Int64) {
    _ = control.install(Self.route(reference: reference), at: StreamTime(epoch: 0, frame: frame))
  }

  func playChime(at frame: Int64, rate: Int) {
    control.playChime(at: StreamTime(epoch: 0, frame: frame), rate: rate)
  }

  func smallSpeaker(_ isOn: Bool, at frame: Int64) {
    control.setSmallSpeaker(isOn, at: StreamTime(epoch: 0, frame: frame))
  }

  func thru(_ isOpen: Bool, at frame: Int64) { control.setThru(isOpen, at: StreamTime(epoch: 0, frame: frame)) }

  func advance(to frame: Int64) { _ = control.advance(to: StreamTime(epoch: 0, frame: frame)) }

  func close(at frame: Int64) { _ = control.close(at: StreamTime(epoch: 0, frame: frame)) }

  /// Renders a block into memory that the caller owns: nothing here takes any.
  func block(
    _ output: UnsafeMutablePointer<Float>, input: UnsafePointer<Float>? = nil, inputChannels: Int = 0, frames: Int,
    afterGap: Bool = false
  ) {
    render.render(
      input: input, inputChannels: inputChannels, output: output, frames: frames, frame: frame, afterGap: afterGap)
    frame += Int64(frames)
  }

  /// Renders one block before which frames were lost.
  func playAfterGap(_ frames: Int) -> [Float] {
    var output = [Float](repeating: .nan, count: frames)
    output.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { block(base, frames: frames, afterGap: true) }
    }
    return output
  }

  /// Renders so many frames in blocks of one size.
  func play(_ frames: Int, blockFrames: Int = 256) -> [Float] {
    var output = [Float](repeating: .nan, count: frames)
    output.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var done = 0
      while done < frames {
        let count = min(blockFrames, frames - done)
        block(base + done, frames: count)
        done += count
      }
    }
    return output
  }
}

import MIDIMessages
import TestSupport
import Timebase
import TunerEngine
import TunerRules
import Tuning

/// An engine with its three stages, stepped by hand.
struct Rig {
  let engine: Engine
  let analysis: AnalysisStage
  private let input: InputSource
  var control: ControlStage
  private(set) var render: RenderStage
  /// The next frame to be rendered.
  private(set) var frame: Int64 = 0
  /// What was rendered so far.
  private(set) var output: [Float] = []

  init(rate: Int, keyMode: KeyMode = .hold, inputChannel: Int = 0) {
    engine = Engine()
    input = InputSource(channel: inputChannel)
    render = engine.renderStage(after: nil, epoch: 0, rate: rate, input: input)
    analysis = engine.analysisStage(targets: Rig.chromatic.targets, settings: PitchOut.Settings())
    control = ControlStage(
      engine: engine,
      surface: ControlSurface(route: Rig.chromatic, settings: ControlSettings(keyMode: keyMode), rate: rate))
  }

  /// Every note, at A4 = 440 Hz.
  static let chromatic = route([])
  /// A guitar's open strings.
  static let guitar = route([40, 45, 50, 55, 59, 64])

  private static func route(_ notes: [Int]) -> Route {
    ModeRouter.route(
      TuningSettings(),
      preset: Preset(
        id: "test", name: "Test", group: "Test", strings: notes.map { Course([.note(SpeltNote($0), offset: nil)]) }),
      number: notes.count, temperament: .equal)
  }

  /// Begins the next epoch.
  mutating func begin(rate: Int) {
    render = engine.renderStage(after: render, epoch: render.epoch + 1, rate: rate, input: input)
    frame = 0
  }

  /// Leaves frames out, as an xrun does.
  mutating func lose(_ frames: Int) { frame += Int64(frames) }

  /// Renders one block.
  mutating func renderBlock(_ input: ArraySlice<Float>, channels: Int = 1, afterGap: Bool = false) {
    let frames = input.count / channels
    var block = Array(repeating: Float.nan, count: frames)
    input.withUnsafeBufferPointer { input in
      block.withUnsafeMutableBufferPointer { block in
        guard let base = block.baseAddress else { return }
        render.render(
          input: input.baseAddress, inputChannels: channels, output: base, frames: frames, frame: frame,
          afterGap: afterGap)
      }
    }
    frame += Int64(frames)
    output += block
  }

  /// Renders a signal, cut into blocks as `size` says, and gives what the analysis makes of it.
  mutating func run(_ input: [Float], size: () -> Int = { 256 }, eachBlock: (inout Rig) -> Void = { _ in }) -> [Step] {
    var steps: [Step] = []
    var done = 0
    while done < input.count {
      let end = min(input.count, done + size())
      renderBlock(input[done..<end])
      done = end
      eachBlock(&self)
      analysis.run { steps.append(Step($0)) }
    }
    return steps
  }

  /// Renders silence and gives what came out.
  mutating func render(_ count: Int, size: () -> Int = { 256 }) -> ArraySlice<Float> {
    let start = output.count
    _ = run(Array(repeating: 0, count: count), size: size)
    return output[start...]
  }

  mutating func noteOn(_ note: UInt7, at frame: Int64) -> [Message] {
    control.handle(
      .noteOn(channel: Channel(clamping: 0), note: note, velocity: 100), device: 0, at: time(frame))
  }

  mutating func noteOff(_ note: UInt7, at frame: Int64) -> [Message] {
    control.handle(
      .noteOff(channel: Channel(clamping: 0), note: note, velocity: 64), device: 0, at: time(frame))
  }

  func time(_ frame: Int64) -> StreamTime { StreamTime(epoch: render.epoch, frame: frame) }
}

/// A step of the analysis, to be compared.
struct Step: Equatable {
  let reading: Reading
  let messages: [Message]

  init(_ step: AnalysisStage.Step) {
    reading = step.reading
    messages = step.messages
  }

  /// What was heard, apart from when.
  var heard: Heard { Heard(frequency: reading.frequency, clarity: reading.clarity, level: reading.level) }

  struct Heard: Equatable {
    let frequency: Double
    let clarity: Float
    let level: Float
  }
}

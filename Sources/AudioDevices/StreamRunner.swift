/// Moves blocks between a device and whoever renders them: the loop of the audio thread, and of offline work alike.
public struct StreamRunner {
  /// One block on its way.
  public struct Block {
    /// `frames` frames of `inputChannels` interleaved samples; nil where nothing is captured.
    public var input: UnsafePointer<Float>?
    /// Samples of an input frame.
    public var inputChannels: Int
    /// Room for `frames` samples.
    public var output: UnsafeMutablePointer<Float>
    /// Frames of the block.
    public var frames: Int
    /// The block's first frame, counted from the start of the device.
    public var frame: Int64
    /// Whether frames were lost before it.
    public var afterGap: Bool
  }

  /// What an input with a clock of its own captured.
  public struct InputBlock {
    /// `frames` frames of `channels` interleaved samples.
    public var samples: UnsafePointer<Float>
    /// Samples of a frame.
    public var channels: Int
    /// Frames.
    public var frames: Int
    /// The first of them, counted from the start of the device by its own clock.
    public var frame: Int64
    /// Whether frames were lost before it.
    public var afterGap: Bool
  }

  private let device: any AudioDevice

  /// Makes a runner for a device that is open.
  public init(_ device: any AudioDevice) { self.device = device }

  /// Runs until the device ends or fails, or until told to stop.
  ///
  /// - Parameters:
  ///   - shouldStop: asked before every block.
  ///   - began: called once the device runs.
  ///   - listen: takes in what an input with a clock of its own captured, before each block.
  ///   - render: fills a block's output.
  public func run(
    until shouldStop: () -> Bool, began: () -> Void = {}, listen: (InputBlock) -> Void = { _ in },
    render: (Block) -> Void
  ) throws(AudioFault) {
    let shape = device.shape
    let room = max(1, max(shape.blockFrames, shape.ownInput?.mostFrames ?? 0) * shape.inputChannels)
    let input = UnsafeMutablePointer<Float>.allocate(capacity: room)
    input.initialize(repeating: 0, count: room)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: shape.blockFrames)
    output.initialize(repeating: 0, count: shape.blockFrames)
    defer {
      input.deallocate()
      output.deallocate()
    }
    var frame: Int64 = 0
    var inputFrame: Int64 = 0
    try device.start()
    defer { device.stop() }
    began()
    while !shouldStop() {
      let outcome = try device.capture(into: input)
      let frames: Int
      let afterGap: Bool
      switch outcome {
      case .ended: return
      case .nothing: continue
      case .frames(let count): (frames, afterGap) = (count, false)
      case .framesAfterGap(let count): (frames, afterGap) = (count, true)
      }
      if shape.ownInput != nil { hear(into: input, &inputFrame, listen) }
      let hasInput = shape.inputChannels > 0 && shape.ownInput == nil
      render(
        Block(
          input: hasInput ? UnsafePointer(input) : nil, inputChannels: hasInput ? shape.inputChannels : 0,
          output: output, frames: frames, frame: frame, afterGap: afterGap))
      frame += Int64(frames)
      try device.play(output, frames: frames)
    }
  }
  private func hear(into input: UnsafeMutablePointer<Float>, _ frame: inout Int64, _ listen: (InputBlock) -> Void) {
    let frames: Int
    let afterGap: Bool
    switch device.listen(into: input) {
    case .frames(let count): (frames, afterGap) = (count, false)
    case .framesAfterGap(let count): (frames, afterGap) = (count, true)
    case .ended, .nothing: return
    }
    listen(
      InputBlock(
        samples: UnsafePointer(input), channels: device.shape.inputChannels, frames: frames, frame: frame,
        afterGap: afterGap))
    frame += Int64(frames)
  }
}

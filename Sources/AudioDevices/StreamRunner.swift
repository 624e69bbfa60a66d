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

  private let device: any AudioDevice

  /// Makes a runner for a device that is open.
  public init(_ device: any AudioDevice) { self.device = device }

  /// Runs until the device ends or fails, or until told to stop.
  ///
  /// - Parameters:
  ///   - shouldStop: asked before every block.
  ///   - began: called once the device runs.
  ///   - render: fills a block's output.
  public func run(until shouldStop: () -> Bool, began: () -> Void = {}, render: (Block) -> Void) throws(AudioFault) {
    let shape = device.shape
    let input = UnsafeMutablePointer<Float>.allocate(
      capacity: max(1, shape.blockFrames * shape.inputChannels))
    input.initialize(repeating: 0, count: max(1, shape.blockFrames * shape.inputChannels))
    let output = UnsafeMutablePointer<Float>.allocate(capacity: shape.blockFrames)
    output.initialize(repeating: 0, count: shape.blockFrames)
    defer {
      input.deallocate()
      output.deallocate()
    }
    var frame: Int64 = 0
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
      render(
        Block(
          input: shape.inputChannels > 0 ? UnsafePointer(input) : nil, inputChannels: shape.inputChannels,
          output: output, frames: frames, frame: frame, afterGap: afterGap))
      frame += Int64(frames)
      try device.play(output, frames: frames)
    }
  }
}

/// What a running stream is like.
public struct StreamShape: Hashable, Sendable {
  /// Frames a second.
  public var rate: Int
  /// Frames of one block.
  public var blockFrames: Int
  /// Samples of an input frame; 0 where nothing is captured.
  public var inputChannels: Int
  /// Frames that may wait in the device before they are heard.
  public var queuedFrames: Int

  /// Makes a shape.
  public init(rate: Int, blockFrames: Int, inputChannels: Int, queuedFrames: Int = 0) {
    self.rate = rate
    self.blockFrames = blockFrames
    self.inputChannels = inputChannels
    self.queuedFrames = queuedFrames
  }
}

/// What waiting for the next block came to.
public enum BlockOutcome: Hashable, Sendable {
  /// So many frames were captured, at most a block.
  case frames(Int)
  /// As `frames`, but some were lost before them.
  case framesAfterGap(Int)
  /// The stream has come to its end.
  case ended
  /// Nothing came in time; ask again.
  case nothing
}

/// A stream of blocks: frames captured in, frames rendered out.
///
/// Sound cards, files and nothing at all look alike.
///
/// Used by one thread, the audio thread, from `start` to `stop`. A device that is lost throws, and is then done with.
public protocol AudioDevice: AnyObject {
  /// What the stream is like, once open.
  var shape: StreamShape { get }
  /// What it is, for people.
  var name: String { get }
  /// Xruns since the start.
  var xruns: Int { get }

  /// Starts the stream.
  func start() throws(AudioFault)

  /// Waits for the next block and takes what was captured.
  ///
  /// - Parameter input: room for a block of `inputChannels` interleaved samples.
  func capture(into input: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome

  /// Gives out what was rendered for the block just captured.
  ///
  /// - Parameters:
  ///   - output: `frames` samples; every channel gets the same.
  ///   - frames: as many as were captured.
  func play(_ output: UnsafePointer<Float>, frames: Int) throws(AudioFault)

  /// Stops the stream; the device is given back when it is released.
  func stop()
}

extension AudioDevice {
  /// None, where there is no card that could.
  public var xruns: Int { 0 }
}

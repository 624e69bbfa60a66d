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
  /// The channel that is listened to, counted from 0; nil for the one that has the signal.
  public var inputChannel: Int?
  /// What the input is like where it has a clock of its own; nil where it comes with each block.
  public var ownInput: OwnInput?

  /// An input with a clock of its own.
  public struct OwnInput: Hashable, Sendable {
    /// Frames a second.
    public var rate: Int
    /// Frames of a period.
    public var periodFrames: Int
    /// The most frames that come at once.
    public var mostFrames: Int

    /// Makes a description.
    public init(rate: Int, periodFrames: Int, mostFrames: Int) {
      self.rate = rate
      self.periodFrames = periodFrames
      self.mostFrames = mostFrames
    }
  }

  /// Makes a shape.
  public init(
    rate: Int, blockFrames: Int, inputChannels: Int, queuedFrames: Int = 0, inputChannel: Int? = nil,
    ownInput: OwnInput? = nil
  ) {
    self.rate = rate
    self.blockFrames = blockFrames
    self.inputChannels = inputChannels
    self.queuedFrames = queuedFrames
    self.inputChannel = inputChannel
    self.ownInput = ownInput
  }
}

/// A frame of a stream, and the moment of CLOCK_MONOTONIC at which a device said it was there.
public struct StreamPlace: Hashable, Sendable {
  /// The frame.
  public var frame: Int64
  /// The moment, in nanoseconds.
  public var nanoseconds: Int64

  /// Makes a place.
  public init(frame: Int64, nanoseconds: Int64) {
    self.frame = frame
    self.nanoseconds = nanoseconds
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

  /// Where the stream is, counted as its blocks are: the first frame of the block that was complete at that moment.
  /// Nil where the device does not tell.
  var place: StreamPlace? { get }
  /// Where an input with a clock of its own is, in frames of its own; nil where the device does not tell.
  var inputPlace: StreamPlace? { get }
  /// Why an input with a clock of its own was lost, where the stream goes on without it.
  var inputFault: AudioFault? { get }

  /// Starts the stream.
  func start() throws(AudioFault)

  /// Waits for the next block and takes what was captured.
  ///
  /// - Parameter input: room for a block of `inputChannels` interleaved samples.
  func capture(into input: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome

  /// Takes what an input with a clock of its own has captured since it was last asked; never waits.
  ///
  /// - Parameter input: room for as many frames of interleaved samples as the shape says may come at once.
  func listen(into input: UnsafeMutablePointer<Float>) -> BlockOutcome

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
  /// Unknown, where there is no card that could tell.
  public var place: StreamPlace? { nil }
  /// Unknown, where the input has no clock of its own.
  public var inputPlace: StreamPlace? { nil }
  /// None, where the input has no clock of its own.
  public var inputFault: AudioFault? { nil }
  /// Nothing, where the input has no clock of its own.
  public func listen(into input: UnsafeMutablePointer<Float>) -> BlockOutcome { .nothing }
}

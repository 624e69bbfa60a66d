/// An instant of the audio stream: the only time that anything audible or read is stamped with.
///
/// `frame` counts from 0 within an epoch; a new epoch begins whenever the device or its rate changes, and every
/// earlier epoch lies wholly before it.
public struct StreamTime: Hashable, Comparable, Sendable {
  /// Which run of the device, counted from 0.
  public var epoch: Int32
  /// Frames since the epoch began.
  public var frame: Int64

  /// Makes an instant.
  @_noLocks
  public init(epoch: Int32, frame: Int64) {
    self.epoch = epoch
    self.frame = frame
  }

  /// The first frame of the first epoch.
  public static let zero = StreamTime(epoch: 0, frame: 0)

  /// The instant `frames` later in the same epoch; a negative count lies earlier.
  @_noLocks
  public func advanced(by frames: Int64) -> StreamTime { StreamTime(epoch: epoch, frame: frame &+ frames) }

  /// Orders by epoch, then by frame.
  @_noLocks
  public static func < (a: StreamTime, b: StreamTime) -> Bool {
    a.epoch != b.epoch ? a.epoch < b.epoch : a.frame < b.frame
  }
}

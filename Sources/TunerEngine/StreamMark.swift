internal import Timebase

/// Something that the analysis must know of a place in the stream of frames, in its order among them.
struct StreamMark: Sendable {
  enum Kind: Sendable {
    /// An epoch begins, at this many frames a second.
    case begin(rate: Int)
    /// Frames are missing before this place.
    case gap
    /// From here on the table of targets of this number counts.
    case targets(generation: Int)
  }

  /// How many of the frames that go through the ring lie before the mark.
  var position: UInt64
  /// The time of the frame after it.
  var time: StreamTime
  var kind: Kind

  @_noLocks
  init(position: UInt64, time: StreamTime, kind: Kind) {
    self.position = position
    self.time = time
    self.kind = kind
  }
}

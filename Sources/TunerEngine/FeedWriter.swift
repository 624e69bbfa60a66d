internal import Realtime
internal import Timebase

/// The audio thread's end of the way to the analysis: frames, and marks in their order among them.
///
/// What does not fit is lost to the analysis, which is told of the gap once there is room again.
struct FeedWriter {
  private let epoch: Int32
  private let rate: Int
  private let frames: FrameRing.Unowned
  private let marks: EventQueue<StreamMark>.Unowned
  private let lostFrames: Counter.Unowned
  private var written: UInt64
  // What the analysis is still to be told: that the epoch has begun, that frames are missing, which targets count.
  private var beginPending = true
  private var gapPending = false
  private var announcedGeneration: Int
  private var isHeard = false

  /// - Parameters:
  ///   - feed: where it leads; it must outlive the writer.
  ///   - previous: the writer of the epoch before.
  ///   - epoch: of this one.
  ///   - rate: frames a second.
  init(_ feed: StreamFeed, after previous: FeedWriter?, epoch: Int32, rate: Int) {
    self.epoch = epoch
    self.rate = rate
    frames = feed.frames.unowned
    marks = feed.marks.unowned
    lostFrames = feed.lostFrames.unowned
    written = previous?.written ?? 0
    announcedGeneration = previous?.announcedGeneration ?? 0
  }

  /// Tells the analysis what lies before a block; where there is no room for that or for the block, it is lost.
  @_noLocks
  mutating func begin(frames count: Int, frame: Int64, afterGap: Bool) {
    isHeard = announce(count, frame: frame, afterGap: afterGap)
  }

  /// Tells the analysis of the targets that count from a place in the block on, unless it knows; tried again at the
  /// next place where there is no room.
  @_noLocks
  mutating func announceTargets(_ generation: Int, after count: Int, frame: Int64) {
    guard isHeard, announcedGeneration != generation else { return }
    let time = StreamTime(epoch: epoch, frame: frame)
    if mark(.targets(generation: generation), position: written &+ UInt64(count), at: time) {
      announcedGeneration = generation
    }
  }

  /// Hands on the block.
  @_noLocks
  mutating func end(captured: UnsafePointer<Float>, rendered: UnsafePointer<Float>, frames count: Int) {
    if isHeard, frames.write(captured: captured, rendered: rendered, count: count) {
      written &+= UInt64(count)
    } else {
      gapPending = true
      lostFrames.add(UInt64(count))
    }
  }

  @_noLocks
  private mutating func announce(_ count: Int, frame: Int64, afterGap: Bool) -> Bool {
    if afterGap { gapPending = true }
    guard frames.hasRoom(for: count) else { return false }
    let time = StreamTime(epoch: epoch, frame: frame)
    if beginPending {
      guard mark(.begin(rate: rate), position: written, at: time) else { return false }
      // An epoch begins afresh: what was missing before it is no gap in it.
      (beginPending, gapPending) = (false, false)
    }
    if gapPending {
      guard mark(.gap, position: written, at: time) else { return false }
      gapPending = false
    }
    return true
  }

  @_noLocks
  private func mark(_ kind: StreamMark.Kind, position: UInt64, at time: StreamTime) -> Bool {
    marks.push(StreamMark(position: position, time: time, kind: kind))
  }
}

internal import Realtime
internal import Timebase

/// The way from the render stage to the analysis stage: frames, and marks in their order among them.
final class StreamFeed: Sendable {
  let frames: FrameRing
  let marks: EventQueue<StreamMark>
  /// Frames that did not fit, since the analysis had fallen behind.
  let lostFrames = Counter()

  /// - Parameter capacity: frames that may wait: as long as the analysis may be held up.
  init(capacity: Int) {
    frames = FrameRing(capacity: capacity)
    marks = EventQueue(capacity: 256)
  }
}

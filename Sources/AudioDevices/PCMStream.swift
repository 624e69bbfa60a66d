/// One direction of a sound card: what of alsa-lib a stream of blocks needs, so that a simulated card can stand in.
///
/// Codes are alsa-lib's: what is below 0 is a negated errno. One thread's, the audio thread's, once it is open.
package protocol PCMStream: AnyObject {
  /// The card's name.
  var device: String { get }
  /// The card's number, where it is one card; two streams of one number share a clock.
  var card: Int? { get }
  /// Samples of a frame.
  var channels: Int { get }
  /// Frames a second, as the card calls it.
  var rate: Int { get }
  /// Frames of a period.
  var periodFrames: Int { get }
  /// Frames that wait in the card at most.
  var bufferFrames: Int { get }

  /// Makes the stream ready to start, empty.
  func prepare() -> Int
  /// Starts it.
  func start() -> Int
  /// Stops it at once; what waits is lost.
  func drop()
  /// Wakes it after a suspend; -EAGAIN while the card still sleeps, -ENOSYS where it must be prepared instead.
  func resume() -> Int
  /// Whether it has been started and has not stopped since.
  var isRunning: Bool { get }

  /// Waits until a period can be read or written: 1 once it can, 0 after the time is up.
  func wait(milliseconds: Int32) -> Int
  /// Frames that can be read or written at once.
  func available() -> Int
  /// Reads interleaved frames, waiting for those that are missing; returns how many.
  func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int
  /// Writes mono frames to all channels, waiting for room; returns how many.
  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Int
  /// How many frames could be read or written when the card last told its place, and that moment of CLOCK_MONOTONIC in
  /// nanoseconds; nil where it does not say.
  func place() -> (available: Int, nanoseconds: Int64)?
}

/// What to ask a card for; it answers with the nearest it has.
struct PCMWish {
  var channels: Int
  var rate: Int
  var periodFrames: Int
  var periods: Int
}

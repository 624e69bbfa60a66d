/// The audio device's clock, filtered: which frame was, or will be, at a given moment of CLOCK_MONOTONIC.
///
/// A delay-locked loop smooths the moments at which blocks arrive, which jitter by milliseconds, into a line
/// that does not (F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005). Its value is
/// trivial, so that the audio thread can publish it and any other thread can read frames off it.
public struct AudioClock: Sendable {
  /// Which run of the device this clock counts.
  public private(set) var epoch: Int32
  /// The device's nominal rate in frames a second.
  public let rate: Int
  /// Frames of one block: the constant delay that `frame(atNanoseconds:)` callers add to be on time.
  public let blockFrames: Int
  /// Frames that may wait in the device before they are heard.
  public let queuedFrames: Int

  private var frame: Int64 = 0
  private var nanoseconds = 0.0
  private var nanosecondsPerFrame: Double
  private var running = false

  /// How quickly the loop follows, in hertz: slow enough to average a second of jitter, fast enough to be
  /// locked a few seconds after the start.
  private static let bandwidth = 0.5
  /// A block this much off its predicted moment is no jitter (a stall, a suspend): the loop starts anew.
  private static let lostNanoseconds = 100e6

  /// Makes a clock that has seen no block yet.
  ///
  /// - Parameters:
  ///   - epoch: the run of the device.
  ///   - rate: its nominal rate, frames a second, at least 1.
  ///   - blockFrames: frames in a block.
  ///   - queuedFrames: frames that may wait in the device before they are heard.
  public init(epoch: Int32, rate: Int, blockFrames: Int, queuedFrames: Int = 0) {
    self.epoch = epoch
    self.rate = max(1, rate)
    self.blockFrames = blockFrames
    self.queuedFrames = queuedFrames
    nanosecondsPerFrame = 1e9 / Double(self.rate)
  }

  /// Tells the clock that the block that begins at `frame` arrived at `nanoseconds` of CLOCK_MONOTONIC.
  ///
  /// - Parameters:
  ///   - newFrame: the block's first frame.
  ///   - now: when it arrived.
  ///   - afterGap: whether frames were lost before it: the place is taken anew, the rate kept.
  public mutating func blockArrived(frame newFrame: Int64, nanoseconds now: Int64, afterGap: Bool = false) {
    let elapsed = Double(newFrame - frame)
    let predicted = nanoseconds + elapsed * nanosecondsPerFrame
    let error = Double(now) - predicted
    frame = newFrame
    guard running, !afterGap, elapsed > 0, abs(error) < Self.lostNanoseconds else {
      nanoseconds = Double(now)
      if !afterGap { nanosecondsPerFrame = 1e9 / Double(rate) }
      running = true
      return
    }
    let omega = min(0.3, 2 * Double.pi * Self.bandwidth * elapsed / Double(rate))
    nanoseconds = predicted + 1.414_213_562_373_095 * omega * error
    nanosecondsPerFrame += omega * omega * error / elapsed
  }

  /// The frame of this epoch at a moment of CLOCK_MONOTONIC; before the first block, frame 0.
  public func frame(atNanoseconds moment: Int64) -> Int64 {
    guard running else { return 0 }
    let frames = (Double(moment) - nanoseconds) / nanosecondsPerFrame
    guard frames.magnitude < 1e15 else { return frame }
    return frame + Int64(frames.rounded())
  }

  /// The device's true rate as the loop has it, in frames a second of CLOCK_MONOTONIC.
  public var measuredRate: Double { 1e9 / nanosecondsPerFrame }
}

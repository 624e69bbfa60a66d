/// The audio device's clock, filtered: which frame was, or will be, at a given moment of CLOCK_MONOTONIC.
///
/// Blocks are noticed late, by up to milliseconds, and never early: the clock is the line under the moments at which
/// they were. It is within a frame of the truth some seconds after the start where blocks are up to 4 ms late (about
/// 6 s with blocks of 256 frames at 48 kHz, 2 s with 64, half a minute with 1024), and at once where they are not. What
/// all blocks are late by at least, nothing can tell: it is a constant delay. Its value is trivial, so that the audio
/// thread can publish it and any other thread can read frames off it.
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
  private var firstFrame: Int64 = 0
  private var firstNanoseconds = 0.0
  private var lateness: LowerEnvelope
  private let window: Double
  private var watchedBefore = 0.0

  /// A block this much off its predicted moment is no jitter (a stall, a suspend): the clock starts anew.
  private static let lostNanoseconds = 100e6
  /// How far off its nominal rate a device is assumed to be at most, and off its measured one after a gap.
  private static let crystalDeviation = 100e-6
  private static let measuredDeviation = 2e-6
  /// How far off a rate may be that was watched for a second; half as much after two.
  private static let deviationSecond = 100e-6
  /// How far back the clock looks: enough blocks that some were not late, but no longer than a crystal keeps its rate.
  private static let windowBlocks = 6000.0
  private static let windowSeconds = 16.0...64.0

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
    let seconds = Self.windowBlocks * Double(max(1, blockFrames)) / Double(self.rate)
    window = min(max(seconds, Self.windowSeconds.lowerBound), Self.windowSeconds.upperBound)
    lateness = LowerEnvelope(window: window, slope: 0, deviation: Self.crystalDeviation)
  }

  /// Tells the clock that the block that begins at `frame` arrived at `nanoseconds` of CLOCK_MONOTONIC.
  ///
  /// - Parameters:
  ///   - newFrame: the block's first frame.
  ///   - now: when it arrived.
  ///   - afterGap: whether frames were lost before it: the place is taken anew, the rate kept.
  public mutating func blockArrived(frame newFrame: Int64, nanoseconds now: Int64, afterGap: Bool = false) {
    let predicted = nanoseconds + Double(newFrame &- frame) * nanosecondsPerFrame
    let isLost = abs(Double(now) - predicted) >= Self.lostNanoseconds || newFrame <= frame
    if !running || isLost {
      watchedBefore = 0
      restart(slope: 0, deviation: Self.crystalDeviation, frame: newFrame, nanoseconds: now)
    } else if afterGap || lateness.isLost {
      watchedBefore = observedSeconds
      let known = Self.deviationSecond / max(1, watchedBefore)
      restart(
        slope: lateness.slope, deviation: max(Self.measuredDeviation, known), frame: newFrame, nanoseconds: now)
    }
    running = true
    frame = newFrame
    // Both in seconds: what the device counts, and how much more has passed.
    let counted = Double(newFrame &- firstFrame) / Double(rate)
    lateness.add(time: counted, height: (Double(now) - firstNanoseconds) * 1e-9 - counted)
    nanoseconds = firstNanoseconds + (counted + lateness.height(at: counted)) * 1e9
    nanosecondsPerFrame = (1 + lateness.slope) * 1e9 / Double(rate)
  }

  private mutating func restart(slope: Double, deviation: Double, frame: Int64, nanoseconds: Int64) {
    lateness = LowerEnvelope(window: window, slope: slope, deviation: deviation)
    firstFrame = frame
    firstNanoseconds = Double(nanoseconds)
  }

  /// The frame of this epoch at a moment of CLOCK_MONOTONIC; before the first block, frame 0.
  public func frame(atNanoseconds moment: Int64) -> Int64 {
    guard running else { return 0 }
    let frames = (Double(moment) - nanoseconds) / nanosecondsPerFrame
    guard frames.magnitude < 1e15 else { return frame }
    return frame + Int64(frames.rounded())
  }

  /// For how long the rate has been watched, in seconds, gaps left out.
  public var observedSeconds: Double { running ? watchedBefore + Double(frame &- firstFrame) / Double(rate) : 0 }

  /// The device's true rate as it has been seen, in frames a second of CLOCK_MONOTONIC.
  public var measuredRate: Double { 1e9 / nanosecondsPerFrame }
}

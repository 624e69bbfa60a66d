internal import CRealtime

/// A limiter that never lets a sample past its ceiling, because it sees every peak before it must act.
///
/// The signal is delayed by the look-ahead (64 samples at 48 kHz, in proportion elsewhere). The gain each sample
/// needs is held at its minimum over the look-ahead and as long again, released over 80 ms, and then averaged over the
/// look-ahead: the ramp is finite, so it has wholly arrived when the peak does. The average is kept in integers,
/// rounded down, so that it neither drifts nor ever exceeds what was needed.
///
/// A sample that is not a number counts as silence, and is counted.
public struct LookaheadLimiter: ~Copyable {
  /// The delay from input to output, in samples.
  public let delay: Int
  /// Samples that were not a number and were silenced.
  public private(set) var silencedSamples: UInt64 = 0
  /// The gain of the last sample, 0…1.
  public private(set) var gain: Float = 1

  /// No sample leaves above this.
  public static var ceiling: Float { @_noLocks get { 0.95 } }

  private let delayed: UnsafeMutablePointer<Float>
  private let ramp: UnsafeMutablePointer<UInt32>
  private var rampSum: UInt64
  private let rampScale: Double
  private var rampCursor = 0
  private var delayCursor = 0
  // The running minimum: a queue of samples each smaller than all that came after it (D. Lemire, "Streaming
  // maximum-minimum filter using no more than three comparisons per element", 2006).
  private let minimumValue: UnsafeMutablePointer<Float>
  private let minimumTime: UnsafeMutablePointer<Int64>
  private var minimumHead = 0
  private var minimumCount = 0
  private let holdSamples: Int
  private var time: Int64 = 0
  private var released: Float = 1
  private let releaseStep: Float

  private static var unity: Float { @_noLocks get { 1_073_741_824 } }

  /// Makes a limiter at rest.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    delay = max(1, (64 * sampleRate + 24_000) / 48_000)
    holdSamples = 2 * delay + 1
    delayed = .allocate(capacity: delay)
    delayed.initialize(repeating: 0, count: delay)
    ramp = .allocate(capacity: delay + 1)
    ramp.initialize(repeating: UInt32(Self.unity), count: delay + 1)
    rampSum = UInt64(Self.unity) * UInt64(delay + 1)
    rampScale = 1 / Double(rampSum)
    minimumValue = .allocate(capacity: holdSamples)
    minimumValue.initialize(repeating: 1, count: holdSamples)
    minimumTime = .allocate(capacity: holdSamples)
    minimumTime.initialize(repeating: 0, count: holdSamples)
    releaseStep = 1 - cr_expf(-1 / (0.08 * Float(sampleRate)))
  }

  deinit {
    delayed.deallocate()
    ramp.deallocate()
    minimumValue.deallocate()
    minimumTime.deallocate()
  }

  /// Limits one sample: takes the newest in, gives the one from `delay` samples ago out, at most `ceiling`.
  @_noLocks
  public mutating func next(_ input: Float) -> Float {
    var sample = input
    if !input.isFinite {
      sample = 0
      silencedSamples &+= 1
    }
    let magnitude = abs(sample)
    // A hair under the ceiling, so that rounding in the product cannot pass it.
    let needed = magnitude > Self.ceiling ? Self.ceiling * 0.999_999 / magnitude : 1
    let held = pushMinimum(needed)
    // The least step near 1 that is not lost in rounding: without it the gain would stop short of 1 for ever.
    released = min(held, released + max((1 - released) * releaseStep, 0x1p-24))

    let fixed = UInt32(released * Self.unity)
    rampSum = rampSum &- UInt64(ramp[rampCursor]) &+ UInt64(fixed)
    ramp[rampCursor] = fixed
    rampCursor = rampCursor == delay ? 0 : rampCursor + 1
    gain = Float(Double(rampSum) * rampScale)

    let output = delayed[delayCursor] * gain
    delayed[delayCursor] = sample
    delayCursor = delayCursor + 1 == delay ? 0 : delayCursor + 1
    return min(Self.ceiling, max(-Self.ceiling, output))
  }

  /// Adds a value to the running minimum over the last `holdSamples`; returns the minimum.
  @_noLocks
  private mutating func pushMinimum(_ value: Float) -> Float {
    // Nothing to limit, now or lately: what the rest would come to.
    if value >= 1, minimumCount == 1, minimumValue[minimumHead] >= 1 {
      minimumTime[minimumHead] = time
      time &+= 1
      return 1
    }
    if minimumCount > 0, minimumTime[minimumHead] <= time &- Int64(holdSamples) {
      minimumHead = minimumHead + 1 == holdSamples ? 0 : minimumHead + 1
      minimumCount -= 1
    }
    while minimumCount > 0 {
      let last = (minimumHead + minimumCount - 1) % holdSamples
      if minimumValue[last] < value { break }
      minimumCount -= 1
    }
    let slot = (minimumHead + minimumCount) % holdSamples
    minimumValue[slot] = value
    minimumTime[slot] = time
    minimumCount += 1
    time &+= 1
    return minimumValue[minimumHead]
  }
}

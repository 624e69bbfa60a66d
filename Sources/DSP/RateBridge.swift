internal import CRealtime
internal import CSampleRate

/// The way of one signal from one clock to another: samples written at the pace of the first are read at that of the
/// second.
///
/// Resampled by libsamplerate (E. de Castro Lopo; windowed sinc, over 75 dB between any two rates) at the ratio of the two rates, which the
/// caller knows and tells. What waits in between stays about where it is as long as that ratio is true; where it
/// wanders off, the ratio is bent until it is back, by under two cents. Where the writer fails, the reader gets silence,
/// faded out and in.
public struct RateBridge: ~Copyable {
  private let converter: OpaquePointer?
  private let waiting: UnsafeMutablePointer<Float>
  private let converted: UnsafeMutablePointer<Float>
  private let capacity: Int
  private let target: Int
  private let band: Int
  private let outputRate: Double
  private let fadeStep: Float
  private var first = 0
  private var count = 0
  private var last: Float = 0
  private var gain: Float = 0
  // That of what is written: after a silence it begins in the middle of its wave.
  private var arrivalGain: Float = 0

  /// How far a ratio is bent at most.
  private static var mostBend: Double { @_noLocks get { 1e-3 } }
  /// Seconds in which what wandered off would be back if the bend stayed as it is.
  private static var bendSeconds: Double { @_noLocks get { 2 } }
  private static let fadeSeconds: Float = 0.005
  private static let mostConverted = 8192

  /// Makes a bridge that nothing has been written to.
  ///
  /// - Parameters:
  ///   - outputRate: frames a second that are read.
  ///   - pieceFrames: the most that is written or read at once while all goes well, in frames that are read; about as
  ///     much waits in between.
  public init(outputRate: Int, pieceFrames: Int) {
    var code: Int32 = 0
    converter = src_new(Int32(SRC_SINC_FASTEST), 1, &code)
    target = 2 * pieceFrames
    band = pieceFrames + pieceFrames / 4
    capacity = target + 3 * band
    waiting = .allocate(capacity: capacity)
    waiting.initialize(repeating: 0, count: capacity)
    converted = .allocate(capacity: Self.mostConverted)
    converted.initialize(repeating: 0, count: Self.mostConverted)
    self.outputRate = Double(outputRate)
    fadeStep = 1 / (Self.fadeSeconds * Float(outputRate))
    count = target
  }

  deinit {
    if let converter { src_delete(converter) }
    waiting.deallocate()
    converted.deallocate()
  }

  /// Forgets all that was written.
  @_noLocks
  public mutating func reset() {
    if let converter { _ = csamplerate_reset(converter) }
    for i in 0..<capacity { waiting[i] = 0 }
    (first, count, gain, arrivalGain, last) = (0, target, 0, 0, 0)
  }

  /// Writes samples.
  ///
  /// Audio thread. Wait-free.
  ///
  /// - Parameters:
  ///   - samples: `count` samples; what is no number is written as silence.
  ///   - count: how many.
  ///   - ratio: samples read for each one written, as the clocks are known.
  @_noLocks
  public mutating func write(_ samples: UnsafePointer<Float>, count written: Int, ratio: Double) {
    guard let converter else { return }
    let bent = ratio * (1 + bend)
    var done = 0
    // A converter takes no more in than it may give out.
    while done < written {
      var data = SRC_DATA()
      data.data_in = samples + done
      data.input_frames = written - done
      data.data_out = converted
      data.output_frames = Self.mostConverted
      data.src_ratio = bent
      guard csamplerate_process(converter, &data) == 0, data.input_frames_used > 0 || data.output_frames_gen > 0 else {
        break
      }
      for i in 0..<data.output_frames_gen {
        arrivalGain = min(1, arrivalGain + fadeStep)
        append(converted[i].isFinite ? converted[i] * arrivalGain : 0)
      }
      done += data.input_frames_used
    }
  }

  /// Reads samples.
  ///
  /// Audio thread. Wait-free.
  ///
  /// - Parameters:
  ///   - samples: room for `wanted` samples, overwritten.
  ///   - wanted: how many.
  @_noLocks
  public mutating func read(into samples: UnsafeMutablePointer<Float>, count wanted: Int) {
    if count < wanted {
      // The writer has failed: what was heard last dies away, and what comes next has to gather first.
      for i in 0..<wanted {
        gain = max(0, gain - fadeStep)
        samples[i] = last * gain
      }
      if gain == 0 {
        (first, count, last, arrivalGain) = (0, target, 0, 0)
        for i in 0..<target { waiting[i] = 0 }
      }
      return
    }
    for i in 0..<wanted {
      gain = min(1, gain + fadeStep)
      last = waiting[first]
      samples[i] = last * gain
      first = first + 1 == capacity ? 0 : first + 1
    }
    count -= wanted
  }

  /// Samples that wait to be read.
  public var waitingCount: Int { @_noLocks get { count } }

  /// What keeps the store near its middle: nothing as long as it is, since what waits also depends on how far apart the
  /// two sides come by.
  private var bend: Double {
    @_noLocks get {
      let excess = count > target + band ? count - target - band : count < target - band ? count - target + band : 0
      let bend = -Double(excess) / (Self.bendSeconds * outputRate)
      return min(Self.mostBend, max(-Self.mostBend, bend))
    }
  }

  @_noLocks
  private mutating func append(_ sample: Float) {
    if count == capacity {
      // The reader has failed: the oldest goes, and what is read next fades in.
      first = (first + capacity - target) % capacity
      count = target
      gain = 0
    }
    let place = first + count
    waiting[place < capacity ? place : place - capacity] = sample
    count += 1
  }
}

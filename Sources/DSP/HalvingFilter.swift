internal import CRealtime

/// Brings twice the sampling rate down to the rate itself, for the audio thread: a half-band low-pass of 63 taps, then
/// every second sample.
///
/// A sinc under a Kaiser window (β = 7): flat to 0.22 of the doubled rate, 19.4 kHz at 44.1 kHz, and at least 70 dB down
/// from 0.28 on. What lies between folds to above 0.22, where it cannot be heard. The delay is 15.5 samples of the
/// rate itself.
public struct HalvingFilter: ~Copyable {
  /// The most samples that one call gives out.
  public let capacity: Int
  // The samples at even and at odd places apart, so that the taps, of which every second is zero, meet neighbours.
  private let even: UnsafeMutablePointer<Float>
  private let odd: UnsafeMutablePointer<Float>
  // The taps that are not zero, on one side of the middle, from the outermost in.
  private let taps: UnsafeMutablePointer<Float>

  private static var length: Int { @_noLocks get { 63 } }
  /// Pairs of samples before the present one that a tap meets.
  private static var past: Int { @_noLocks get { 31 } }
  private static var pairs: Int { @_noLocks get { 16 } }

  /// Makes a filter at rest.
  ///
  /// - Parameter capacity: the most samples that one call gives out.
  public init(capacity: Int) {
    self.capacity = capacity
    even = .allocate(capacity: Self.past + capacity)
    even.initialize(repeating: 0, count: Self.past + capacity)
    odd = .allocate(capacity: Self.past + capacity)
    odd.initialize(repeating: 0, count: Self.past + capacity)
    taps = .allocate(capacity: Self.pairs)
    taps.initialize(repeating: 0, count: Self.pairs)
    let middle = Self.length / 2
    var sum = 0.0
    var values: [Double] = []
    for pair in 0..<Self.pairs {
      let distance = Double(middle - 2 * pair)
      let x = distance / Double(middle + 1)
      let value = cr_sin(.pi * distance / 2) / (.pi * distance) * KaiserWindow.value(x, beta: 7)
      values.append(value)
      sum += 2 * value
    }
    // The middle tap is one half; the rest must make up the other half for unity at zero frequency.
    for pair in 0..<Self.pairs { taps[pair] = Float(values[pair] * 0.5 / sum) }
  }

  deinit {
    even.deallocate()
    odd.deallocate()
    taps.deallocate()
  }

  /// Where the first of each pair of samples at the doubled rate is to be written; as many as `process` is asked for.
  public var first: UnsafeMutablePointer<Float> { @_noLocks get { even + Self.past } }

  /// Where the second of each pair is to be written.
  public var second: UnsafeMutablePointer<Float> { @_noLocks get { odd + Self.past } }

  /// Four neighbouring samples of the output at once, each the same sum in the same order as one alone.
  @_noLocks
  private func four(at i: Int) -> Lanes {
    var sum = 0.5 * load(even + (i + Self.past / 2 + 1))
    for pair in 0..<Self.pairs {
      sum += taps[pair] * (load(odd + (i + pair)) + load(odd + (i + Self.past - pair)))
    }
    return sum
  }

  @_noLocks
  private func load(_ samples: UnsafeMutablePointer<Float>) -> Lanes {
    UnsafeRawPointer(samples).loadUnaligned(as: Lanes.self)
  }

  /// Filters what was written to `first` and `second`.
  ///
  /// - Parameters:
  ///   - output: room for `count` samples.
  ///   - count: samples wanted, at most `capacity`.
  @_noLocks
  public mutating func process(into output: UnsafeMutablePointer<Float>, count: Int) {
    // The newest sample that counts is the second of a pair, as are all that meet a tap but the middle one.
    var i = 0
    while i + 4 <= count {
      let sum = four(at: i)
      for lane in 0..<4 { output[i + lane] = sum[lane] }
      i += 4
    }
    while i < count {
      var sum = 0.5 * even[i + Self.past / 2 + 1]
      for pair in 0..<Self.pairs { sum += taps[pair] * (odd[i + pair] + odd[i + Self.past - pair]) }
      output[i] = sum
      i += 1
    }
    for i in 0..<Self.past {
      even[i] = even[count + i]
      odd[i] = odd[count + i]
    }
  }
}

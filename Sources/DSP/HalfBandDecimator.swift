internal import CRealtime

/// Halves the sampling rate: a linear-phase low-pass, then every second sample.
///
/// A half-band filter of 31 taps, a sinc under a Kaiser window (β = 6): passes to 0.19 of the input rate within
/// 0.01 dB and holds what would fold back into that band at least 60 dB down. Its delay is 15 input samples.
public final class HalfBandDecimator {
  private static let taps = 31
  private let coefficients: [Float]
  private let history: UnsafeMutablePointer<Float>
  private var filled = 0

  /// Input samples that one call to `process` may hold at the most.
  public let capacity: Int

  /// Makes a decimator at rest.
  ///
  /// - Parameter capacity: the most samples that one call brings.
  public init(capacity: Int) {
    self.capacity = capacity
    let middle = Self.taps / 2
    var values: [Double] = []
    for i in 0..<Self.taps {
      let t = Double(i - middle)
      values.append(
        (t == 0 ? 0.5 : cr_sin(.pi * t / 2) / (.pi * t))
          * KaiserWindow.value(t / Double(middle + 1), beta: 6))
    }
    let sum = values.reduce(0, +)
    coefficients = values.map { Float($0 / sum) }
    history = .allocate(capacity: Self.taps + capacity)
    history.initialize(repeating: 0, count: Self.taps + capacity)
    filled = Self.taps - 1
  }

  deinit { history.deallocate() }

  /// Forgets the past.
  public func reset() {
    history.update(repeating: 0, count: Self.taps + capacity)
    filled = Self.taps - 1
  }

  /// Takes `count` samples in and gives half as many out (to within one, which is owed to the next call).
  ///
  /// - Parameters:
  ///   - input: `count` samples, at most `capacity`.
  ///   - output: room for (`count` + 1) / 2 samples.
  /// - Returns: how many samples were written.
  public func process(
    _ input: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    for i in 0..<count { history[filled + i] = input[i] }
    let available = filled + count
    var start = 0
    var written = 0
    coefficients.withUnsafeBufferPointer { taps in
      let middle = Self.taps / 2
      while start + Self.taps <= available {
        // Every second coefficient of a half-band filter is zero but the middle one, and it is symmetric.
        var sum = history[start + middle] * taps[middle]
        var i = 0
        while i < middle {
          sum += (history[start + i] + history[start + Self.taps - 1 - i]) * taps[i]
          i += 2
        }
        output[written] = sum
        written += 1
        start += 2
      }
    }
    filled = available - start
    for i in 0..<max(0, filled) { history[i] = history[start + i] }
    return written
  }
}

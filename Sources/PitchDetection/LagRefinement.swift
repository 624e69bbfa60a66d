/// Reads a period to a small fraction of a sample: where the correlation peaks near ever larger multiples of it.
///
/// A parabola through the peak at one period is biased by whole cents at the top of the piano; the same parabola at
/// m periods is m times finer and its bias m times smaller. The multiple doubles each time, so that the next peak is
/// never in doubt. The correlation is used, not YIN's normalised difference, whose slope shifts the dip.
struct LagRefinement {
  /// The largest part of the period by which one step may move the estimate; more is another peak.
  static let largestStep = 0.2

  /// The period in samples.
  ///
  /// - Parameters:
  ///   - lag: the whole lag to start from.
  ///   - correlation: of the window.
  func refine(lag: Int, correlation: LagCorrelation) -> Double {
    let values = correlation.normalized
    var period = peak(values, near: lag, correlation)
    guard period > 0 else { return Double(lag) }
    var multiple = 2
    while true {
      let expected = period * Double(multiple)
      guard Int(expected) + 2 < correlation.lagCount else { return period }
      let found = peak(values, near: Int(expected + 0.5), correlation)
      guard found > 0, abs(found - expected) < Self.largestStep * period else { return period }
      // A decaying or gliding sound resembles itself less far away; a peak much lower says less than the one before.
      guard values[Int(found + 0.5)] > 0.8 * values[Int(period + 0.5)] else { return period }
      period = found / Double(multiple)
      multiple *= 2
    }
  }

  /// The vertex of the parabola through the highest of three neighbouring lags; 0 where `lag` is on a slope.
  private func peak(_ values: UnsafePointer<Float>, near lag: Int, _ correlation: LagCorrelation) -> Double {
    var top = lag
    while top + 1 < correlation.lagCount - 1, values[top + 1] > values[top], top < lag + 3 { top += 1 }
    while top > 1, values[top - 1] > values[top], top > lag - 3 { top -= 1 }
    guard top > 0, top + 1 < correlation.lagCount else { return 0 }
    let left = Double(values[top - 1])
    let middle = Double(values[top])
    let right = Double(values[top + 1])
    let curvature = left - 2 * middle + right
    guard curvature < 0, middle >= left, middle >= right else { return 0 }
    return Double(top) + 0.5 * (left - right) / curvature
  }
}

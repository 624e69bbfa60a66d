/// The second estimator: the first lag at which the window resembles itself nearly as well as at any.
///
/// The first peak rather than the highest, since every multiple of a period is as good a peak as the period; and
/// 90 % rather than all, since noise decides which of them is the highest.
struct Autocorrelation {
  /// The part of the highest peak that the first one must reach.
  static let firstPeakShare: Float = 0.9

  /// Searches lags `range` of a correlation.
  ///
  /// - Parameters:
  ///   - correlation: of the window.
  ///   - range: lags in samples, within 1…maximumLag.
  /// - Returns: the period; nil where no lag resembles.
  func estimate(_ correlation: LagCorrelation, range: ClosedRange<Int>) -> LagEstimate? {
    let values = correlation.normalized
    // The main lobe round lag 0 resembles too; the first peak lies beyond where it first goes negative.
    var start = 1
    while start <= range.upperBound, values[start] > 0 { start += 1 }
    start = max(start, range.lowerBound)
    guard start <= range.upperBound else { return nil }
    var highest: Float = 0
    for lag in start...range.upperBound where isPeak(values, lag) { highest = max(highest, values[lag]) }
    guard highest > 0 else { return nil }
    for lag in start...range.upperBound
    where values[lag] >= highest * Self.firstPeakShare && isPeak(values, lag) {
      return LagEstimate(lag: lag, confidence: values[lag])
    }
    return nil
  }

  private func isPeak(_ values: UnsafePointer<Float>, _ lag: Int) -> Bool {
    values[lag] >= values[lag - 1] && values[lag] > values[lag + 1]
  }
}

/// The first estimator: the smallest lag at which the window differs little from itself.
///
/// Steps 3 to 5 of A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for speech and music",
/// JASA 111, 2002.
struct YIN {
  /// A dip under this is a period.
  static let threshold: Float = 0.15
  /// With no such dip, the deepest one still counts under this.
  static let rescueThreshold: Float = 0.40
  /// In a window round the lag of the latched note, a dip under this is enough.
  static let latchedThreshold: Float = 0.25

  /// Searches lags `range` of a correlation.
  ///
  /// - Parameters:
  ///   - correlation: of the window.
  ///   - range: lags in samples, within 1…maximumLag; a period beyond it is not found.
  ///   - expected: the lag of the note that is latched, 0 if none.
  /// - Returns: the period; nil where the window has none.
  func estimate(_ correlation: LagCorrelation, range: ClosedRange<Int>, expected: Double) -> LagEstimate? {
    let difference = correlation.cumulativeMeanDifference
    if expected > 0 {
      let near = max(range.lowerBound, Int(expected * 0.95))...max(range.lowerBound, Int(expected * 1.05) + 1)
      if near.upperBound <= range.upperBound {
        var best = near.lowerBound
        for lag in near where difference[lag] < difference[best] { best = lag }
        if difference[best] < Self.latchedThreshold, isDip(difference, best) {
          return LagEstimate(lag: best, confidence: 1 - difference[best])
        }
      }
    }
    var deepest = range.lowerBound
    var lag = range.lowerBound
    while lag <= range.upperBound {
      if difference[lag] < Self.threshold {
        while lag < range.upperBound, difference[lag + 1] < difference[lag] { lag += 1 }
        // At the end of the range the difference may still be falling: the period is a longer window's to find.
        return isDip(difference, lag) ? LagEstimate(lag: lag, confidence: 1 - difference[lag]) : nil
      }
      if difference[lag] < difference[deepest] { deepest = lag }
      lag += 1
    }
    guard difference[deepest] < Self.rescueThreshold, isDip(difference, deepest) else { return nil }
    return LagEstimate(lag: deepest, confidence: 1 - difference[deepest])
  }

  private func isDip(_ difference: UnsafePointer<Float>, _ lag: Int) -> Bool {
    difference[lag] <= difference[lag - 1] && difference[lag] <= difference[lag + 1]
  }
}

internal import CRealtime

/// Reads a settled period to a small fraction of a sample: where the window resembles itself most near a large
/// multiple of it.
///
/// A peak at m periods places one period m times as finely as a peak at the first. The lags are compared directly,
/// each over all samples that it leaves, normalised by the energy of both parts: no window bends the peak. Through
/// the three values round it goes a cosine, not a parabola, which at few samples a period is wrong by whole cents.
struct LagRefinement {
  /// The part of the window that the longest lag may take.
  static let longest: Float = 0.5
  /// The correlation under which a window says less than its lines.
  static let leastCorrelation: Float = 0.9
  /// The most by which it may differ from what the lines say, as a ratio: 10 cents.
  static let largestChange: Float = 0.006

  /// The frequency, in hertz; `frequency` itself where the window does not say better.
  func refine(_ frequency: Float, in band: AnalysisBand) -> Double {
    let period = band.rate / frequency
    let multiple = (Self.longest * Float(band.count) / period).rounded(.down)
    guard multiple >= 1 else { return Double(frequency) }
    var middle = Int(multiple * period + 0.5)
    guard middle >= 2, middle + 3 < band.count else { return Double(frequency) }
    var values = (correlate(band, middle - 1), correlate(band, middle), correlate(band, middle + 1))
    // The lines may be off by a sample at a long lag, not by more.
    if values.2 > values.1 {
      values = (values.1, values.2, correlate(band, middle + 2))
      middle += 1
    } else if values.0 > values.1 {
      values = (correlate(band, middle - 2), values.0, values.1)
      middle -= 1
    }
    let (left, centre, right) = (Double(values.0), Double(values.1), Double(values.2))
    guard centre > Double(Self.leastCorrelation), centre >= left, centre >= right else { return Double(frequency) }
    // cos θ from the three values; the offset from their tilt.
    let cosine = (left + right) / (2 * centre)
    guard cosine < 1, cosine > -1 else { return Double(frequency) }
    let angle = cr_acos(cosine)
    let offset = cr_atan((right - left) / (2 * centre * cr_sin(angle))) / angle
    let refined = Double(band.rate) * Double(multiple) / (Double(middle) + offset)
    return abs(refined / Double(frequency) - 1) < Double(Self.largestChange) ? refined : Double(frequency)
  }

  private func correlate(_ band: AnalysisBand, _ lag: Int) -> Float {
    SelfSimilarity.correlation(band.newest, count: band.count, lag: lag)
  }
}

/// Decides what two estimators together are worth: above 95 Hz YIN leads, from 65 to 95 Hz the autocorrelation
/// leads, below both must agree.
///
/// The lower the note, the fewer periods the window holds, and the less a single estimator's word counts.
struct EstimatorCombiner {
  /// Above this YIN alone may speak, in hertz.
  static let yinLeads = 95.0
  /// Below this both must agree, in hertz.
  static let bothAgree = 65.0
  /// An autocorrelation peak this strong needs no second.
  static let strongPeak: Float = 0.9
  /// Below this no peak counts.
  static let acceptedPeak: Float = 0.6

  /// The period both support, with the autocorrelation's value there as its clarity; nil if none.
  ///
  /// - Parameters:
  ///   - yin: what YIN found.
  ///   - autocorrelation: what the autocorrelation found.
  ///   - correlation: of the same window.
  ///   - rate: samples a second of the band.
  func combine(
    yin: LagEstimate?, autocorrelation: LagEstimate?, correlation: LagCorrelation, rate: Double
  ) -> LagEstimate? {
    let agree: Bool
    if let yin, let autocorrelation { agree = yin.agrees(with: autocorrelation) } else { agree = false }
    if let yin, rate / Double(yin.lag) > Self.yinLeads {
      let peak = correlation.normalized[yin.lag]
      if agree || peak >= Self.strongPeak { return LagEstimate(lag: yin.lag, confidence: peak) }
    }
    guard let autocorrelation, autocorrelation.confidence >= Self.acceptedPeak else { return nil }
    let frequency = rate / Double(autocorrelation.lag)
    if agree { return autocorrelation }
    return frequency >= Self.bothAgree && autocorrelation.confidence >= Self.strongPeak
      ? autocorrelation : nil
  }
}

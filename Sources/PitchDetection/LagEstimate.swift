/// A period found in a window.
struct LagEstimate {
  /// The period in samples of the band, a whole number.
  var lag: Int
  /// How sure its estimator is, 0…1.
  var confidence: Float

  /// Whether two estimates mean the same period, within 6 %.
  func agrees(with other: LagEstimate) -> Bool {
    let larger = Float(max(lag, other.lag))
    return Float(abs(lag - other.lag)) <= max(1, larger * 0.06)
  }
}

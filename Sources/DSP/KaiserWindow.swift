internal import CRealtime

/// The Kaiser window, for the design of filters.
///
/// Kaiser, J., "Nonrecursive digital filter design using the I₀-sinh window function", IEEE Symposium on Circuits and
/// Systems, 1974.
enum KaiserWindow {
  /// The window at `x`, -1…1 from one end to the other, 1 in the middle.
  static func value(_ x: Double, beta: Double) -> Double {
    bessel(beta * cr_sqrt(max(0, 1 - x * x))) / bessel(beta)
  }

  /// The modified Bessel function of order zero, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > sum * 1e-12 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}

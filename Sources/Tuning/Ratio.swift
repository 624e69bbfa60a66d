internal import Glibc

/// A just interval: a ratio of two positive whole numbers, in lowest terms.
public struct Ratio: Hashable, Sendable {
  /// The upper term, at least 1.
  public let numerator: UInt64
  /// The lower term, at least 1.
  public let denominator: UInt64

  /// The ratio `numerator`/`denominator`, reduced, so that 10/20 equals 1/2; nil where either is zero.
  public init?(_ numerator: UInt64, _ denominator: UInt64) {
    guard numerator > 0, denominator > 0 else { return nil }
    var (divisor, rest) = (numerator, denominator)
    while rest > 0 {
      (divisor, rest) = (rest, divisor % rest)
    }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The quotient, to the precision of a Double.
  public var value: Double {
    Double(numerator) / Double(denominator)
  }

  /// The size of the interval: 1200 log2(numerator / denominator).
  ///
  /// The quotient is taken in floating point, so that no pair of terms overflows: the error is under 1e-11 cents.
  public var cents: Cents {
    Cents(1200 * log2(value))
  }

  /// This ratio and an octave; nil where the numerator would pass 64 bits.
  public var octaveHigher: Ratio? {
    if denominator.isMultiple(of: 2) { return Ratio(numerator, denominator / 2) }
    let (doubled, overflows) = numerator.multipliedReportingOverflow(by: 2)
    return overflows ? nil : Ratio(doubled, denominator)
  }

  /// The ratio as people write it: "3/2", and "2" for 2/1.
  public var text: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

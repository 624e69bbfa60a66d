/// A pitch difference in cents, 1200 to the octave.
///
/// Any Double may be held; NaN compares as Double does. Source: A. J. Ellis, appendix XX to Helmholtz, "On the
/// Sensations of Tone" (1885).
public struct Cents: Hashable, Comparable, AdditiveArithmetic, Sendable {
  /// The number of cents; positive is upwards.
  public let value: Double

  /// A difference of `value` cents.
  public init(_ value: Double) {
    self.value = value
  }

  /// No difference.
  public static let zero = Cents(0)

  /// The sum of two intervals stacked on each other.
  public static func + (left: Cents, right: Cents) -> Cents {
    Cents(left.value + right.value)
  }

  /// What remains of `left` above `right`.
  public static func - (left: Cents, right: Cents) -> Cents {
    Cents(left.value - right.value)
  }

  /// The same interval in the other direction.
  public static prefix func - (cents: Cents) -> Cents {
    Cents(-cents.value)
  }

  /// Whether `left` is the lower of the two.
  public static func < (left: Cents, right: Cents) -> Bool {
    left.value < right.value
  }
}

internal import Glibc

/// A frequency in hertz.
///
/// Any Double may be held: what is not a positive finite number is no pitch, and the functions below say what they
/// make of it.
public struct Frequency: Hashable, Comparable, Sendable {
  /// Cycles per second.
  public let hertz: Double

  /// A frequency of `hertz` cycles per second.
  public init(hertz: Double) {
    self.hertz = hertz
  }

  /// Whether this is a positive finite number, that is, a pitch.
  public var isPitch: Bool {
    hertz > 0 && hertz < .infinity
  }

  /// How far this lies above `other`: 1200 log2(self / other).
  ///
  /// Exactly 0 for equal pitches. Zero gives an infinite interval; a negative or NaN frequency gives NaN.
  public func cents(above other: Frequency) -> Cents {
    Cents(1200 * log2(hertz / other.hertz))
  }

  /// The frequency that lies `interval` above this one: self x 2^(interval / 1200).
  ///
  /// Whole octaves are exact.
  public func raised(by interval: Cents) -> Frequency {
    Frequency(hertz: hertz * exp2(interval.value / 1200))
  }

  /// Whether `left` is the lower frequency; false where either is NaN.
  public static func < (left: Frequency, right: Frequency) -> Bool {
    left.hertz < right.hertz
  }
}

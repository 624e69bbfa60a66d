/// A degree of a scale: its distance from 1/1, as its file gives it.
public enum Interval: Hashable, Sendable {
  /// A just interval, exact.
  case ratio(Ratio)
  /// An interval measured in cents; negative below 1/1.
  case cents(Cents)

  /// The size of the interval.
  public var size: Cents {
    switch self {
    case .ratio(let ratio): ratio.cents
    case .cents(let cents): cents
    }
  }
}

/// A scale that repeats at its last degree, as a Scala .scl file defines it.
///
/// Degree 0 is 1/1 and is not listed. The last degree is the period, an octave in most scales but not in all: nothing
/// is taken modulo 1200. Degrees need not ascend, and may be negative or repeat.
///
/// Source: M. Op de Coul, "Scala scale file format", huygens-fokker.org.
public struct Scale: Hashable, Sendable {
  /// The description line of the file; may be empty.
  public let description: String
  /// Degrees 1 to N, at least one; the last is the period.
  public let degrees: [Interval]

  /// Cents of degrees 0 to N - 1 above 1/1.
  private let centsInPeriod: [Double]

  /// A scale of `degrees`, the last being the period; nil where there are none.
  public init?(description: String, degrees: [Interval]) {
    guard let period = degrees.last else { return nil }
    self.init(description: description, steps: degrees.dropLast(), period: period)
  }

  private init(description: String, steps: ArraySlice<Interval>, period: Interval) {
    self.description = description
    self.degrees = steps + [period]
    self.centsInPeriod = [0] + steps.map(\.size.value)
    self.period = period.size
  }

  /// Twelve equal steps to the octave.
  public static let equal = Scale(
    description: "12-tone equal temperament",
    steps: (1...11).map { .cents(Cents(100 * Double($0))) }[...],
    period: .cents(Cents(1200))
  )

  /// The interval at which the scale repeats; may be zero or negative.
  public let period: Cents

  /// How far a degree lies above 1/1: floor(d / N) x period + c[d mod N], with c[0] = 0.
  ///
  /// Defined for every Int; negative degrees lie in the periods below.
  public func cents(ofDegree degree: Int) -> Cents {
    let repetition = floorQuotient(degree, centsInPeriod.count)
    return Cents(
      Double(repetition) * period.value + centsInPeriod[floorRemainder(degree, centsInPeriod.count)]
    )
  }
}

internal import Glibc

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

  /// The interval as Scala files write it: "3/2", or cents with a point, to 0.000001.
  public var text: String {
    switch self {
    case .ratio(let ratio): "\(ratio.numerator)/\(ratio.denominator)"
    case .cents(let cents): cents.value.fixedText(6)
    }
  }
}

extension Interval {
  /// Reads a pitch as Scala files write it: cents with a point, or a ratio or whole number without.
  init(_ word: TextWord, file: String) throws(TextFault) {
    guard !word.bytes.contains(UInt8(ascii: ".")) else {
      self = .cents(try Interval.cents(word, file))
      return
    }
    let terms = word.split(at: UInt8(ascii: "/"))
    guard terms.count <= 2, terms.allSatisfy({ !$0.bytes.isEmpty && $0.bytes.allSatisfy(\.isDigit) }) else {
      throw word.fault(in: file, expected: "cents with a point (408.0) or a ratio (81/64) without blanks")
    }
    if let zero = terms.first(where: { $0.bytes.allSatisfy { $0 == UInt8(ascii: "0") } }) {
      throw zero.fault(in: file, expected: "a number above 0 in a ratio")
    }
    let denominator = terms.count == 2 ? terms[1].bytes : [UInt8(ascii: "1")]
    if let upper: UInt64 = decimal(terms[0].bytes), let lower: UInt64 = decimal(denominator),
      let ratio = Ratio(upper, lower)
    {
      self = .ratio(ratio)
    } else {
      self = .cents(centsOfLongRatio(terms[0].bytes, denominator))
    }
  }

  private static func cents(_ word: TextWord, _ file: String) throws(TextFault) -> Cents {
    let isNegative = word.bytes.first == UInt8(ascii: "-")
    let isSigned = isNegative || word.bytes.first == UInt8(ascii: "+")
    guard let magnitude = decimalFraction(word.bytes.dropFirst(isSigned ? 1 : 0)) else {
      throw word.fault(in: file, expected: "cents as digits with one point, such as 408.0")
    }
    return Cents(isNegative ? -magnitude : magnitude)
  }
}

/// The size of a ratio whose terms may pass 64 bits.
///
/// Each term is taken as a significand of 19 digits and a power of ten; the significands are divided before the
/// logarithm, which keeps the error of two long, nearly equal terms under 1e-11 cents.
private func centsOfLongRatio(_ numerator: ArraySlice<UInt8>, _ denominator: ArraySlice<UInt8>) -> Cents {
  func scientific(_ digits: ArraySlice<UInt8>) -> (significand: Double, exponent: Int) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let leading: UInt64 = decimal(significant.prefix(19)) ?? 1
    return (Double(leading), max(0, significant.count - 19))
  }
  let (upper, lower) = (scientific(numerator), scientific(denominator))
  let exponent = Double(upper.exponent - lower.exponent)
  return Cents(1200 * (log2(upper.significand / lower.significand) + exponent * log2(10)))
}

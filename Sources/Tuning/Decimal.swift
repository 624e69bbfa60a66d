extension UInt8 {
  /// Whether this byte is an ASCII digit.
  var isDigit: Bool {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }

  /// Whether this byte is a space or a tab.
  var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }
}

/// The whole number that `digits` writes; nil where there are none, where one is no digit, and past the type's range.
func decimal<Number: FixedWidthInteger>(_ digits: ArraySlice<UInt8>) -> Number? {
  guard !digits.isEmpty else { return nil }
  var number: Number = 0
  for digit in digits {
    guard digit.isDigit else { return nil }
    let (shifted, shiftOverflows) = number.multipliedReportingOverflow(by: 10)
    let (sum, sumOverflows) = shifted.addingReportingOverflow(Number(digit - UInt8(ascii: "0")))
    guard !shiftOverflows, !sumOverflows else { return nil }
    number = sum
  }
  return number
}

/// The number that `bytes` writes as digits with at most one point, no sign, no exponent; nil for anything else.
func decimalFraction(_ bytes: ArraySlice<UInt8>) -> Double? {
  let points = bytes.count { $0 == UInt8(ascii: ".") }
  guard points <= 1, bytes.count > points, bytes.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) else {
    return nil
  }
  guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
  return value
}

/// The quotient rounded down; `divisor` is positive.
func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  dividend % divisor < 0 ? dividend / divisor - 1 : dividend / divisor
}

/// The remainder in 0 ..< `divisor`; `divisor` is positive.
func floorRemainder(_ dividend: Int, _ divisor: Int) -> Int {
  let remainder = dividend % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

extension Double {
  /// This number in fixed-point notation with `decimals` digits after the point, whatever the locale.
  ///
  /// Correctly rounded, with ties to the even digit, from the exact binary value, for magnitudes under 2^63 and 0 to 9
  /// decimals; other counts are taken as the nearer of 0 and 9. A result of zero has no sign: -0.04 to one decimal is
  /// "0.0". NaN is "nan", the infinities are "inf" and "-inf"; larger magnitudes are written with an exponent.
  public func fixedText(_ decimals: Int) -> String {
    text(decimals: decimals, plus: false)
  }

  /// As `fixedText`, with a plus sign before positive results: "+12.3", "-4.7", "0.0".
  public func signedText(_ decimals: Int) -> String {
    text(decimals: decimals, plus: true)
  }

  private func text(decimals: Int, plus: Bool) -> String {
    if isNaN { return "nan" }
    guard magnitude < 0x1p63 else {
      let sign = self < 0 ? "-" : plus ? "+" : ""
      return sign + magnitude.description
    }
    let places = min(max(decimals, 0), 9)
    let (whole, fraction) = magnitude.rounded(toPlaces: places)
    let isZero = whole == 0 && fraction == 0
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var length = 0
      if !isZero, self < 0 || plus {
        buffer[0] = UInt8(ascii: self < 0 ? "-" : "+")
        length = 1
      }
      length += whole.write(to: buffer, at: length, digits: whole.decimalDigits)
      if places > 0 {
        buffer[length] = UInt8(ascii: ".")
        length += 1
        length += fraction.write(to: buffer, at: length, digits: places)
      }
      return length
    }
  }

  /// The whole part and the rounded fraction in units of 10^-places; self is not negative and under 2^63.
  private func rounded(toPlaces places: Int) -> (whole: UInt64, fraction: UInt64) {
    let whole = UInt64(self)
    let part = self - Double(whole)
    var unit: UInt64 = 1
    for _ in 0..<places { unit *= 10 }
    // Below 2^-40 the part is far under half of the smallest unit, 10^-9; this also leaves out subnormal numbers.
    guard part >= 0x1p-40 else { return (whole, 0) }
    // part = significand / 2^shift exactly, so the quotient and remainder below are exact: 53 + 30 bits.
    let significand = part.significandBitPattern | 1 << 52
    let shift = 52 - Int(part.exponent)
    let product = UInt128(significand) * UInt128(unit)
    var units = UInt64(product >> shift)
    let remainder = product & ((1 << shift) - 1)
    let half = UInt128(1) << (shift - 1)
    let last = places == 0 ? whole : units
    if remainder > half || (remainder == half && !last.isMultiple(of: 2)) { units += 1 }
    return units == unit ? (whole + 1, 0) : (whole, units)
  }
}

extension UInt64 {
  fileprivate var decimalDigits: Int {
    var (digits, rest) = (1, self / 10)
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }

  /// Writes the last `digits` decimal digits, with leading zeros, and returns their count.
  fileprivate func write(to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int, digits: Int) -> Int {
    var rest = self
    for index in stride(from: start + digits - 1, through: start, by: -1) {
      buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return digits
  }
}

/// A whole number of any size, slow and plain: a reference for arithmetic that must not overflow.
struct BigNatural: Comparable {
  /// Sixteen bits each, the least significant first, no zeros at the end.
  private var digits: [UInt32] = []

  init(_ value: UInt64) {
    var rest = value
    while rest > 0 {
      digits.append(UInt32(rest & 0xFFFF))
      rest >>= 16
    }
  }

  private init(digits: [UInt32]) {
    self.digits = digits
    while self.digits.last == 0 { self.digits.removeLast() }
  }

  static func + (left: BigNatural, right: BigNatural) -> BigNatural {
    var sum: [UInt32] = []
    var carry: UInt32 = 0
    for index in 0..<max(left.digits.count, right.digits.count) {
      let leftDigit = index < left.digits.count ? left.digits[index] : 0
      let rightDigit = index < right.digits.count ? right.digits[index] : 0
      let total = leftDigit + rightDigit + carry
      sum.append(total & 0xFFFF)
      carry = total >> 16
    }
    return BigNatural(digits: sum + [carry])
  }

  static func * (left: BigNatural, right: BigNatural) -> BigNatural {
    var product = BigNatural(0)
    for (place, factor) in right.digits.enumerated() {
      var row = [UInt32](repeating: 0, count: place)
      var carry: UInt64 = 0
      for digit in left.digits {
        let total = UInt64(digit) * UInt64(factor) + carry
        row.append(UInt32(total & 0xFFFF))
        carry = total >> 16
      }
      product = product + BigNatural(digits: row + [UInt32(carry)])
    }
    return product
  }

  static func < (left: BigNatural, right: BigNatural) -> Bool {
    guard left.digits.count == right.digits.count else { return left.digits.count < right.digits.count }
    return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }
}

/// A fraction of such numbers, never shortened.
struct BigFraction {
  let numerator: BigNatural
  let denominator: BigNatural

  static func + (left: BigFraction, right: BigFraction) -> BigFraction {
    BigFraction(
      numerator: left.numerator * right.denominator + right.numerator * left.denominator,
      denominator: left.denominator * right.denominator)
  }

  /// Whether `value` is the fraction times `factor`, rounded to the nearest, halves up: value ≤ f + 1/2 < value + 1.
  func isRounded(to value: Int64, factor: Int) -> Bool {
    let two = BigNatural(2)
    let middle = two * numerator * BigNatural(UInt64(factor)) + denominator
    let step = two * denominator
    return step * BigNatural(UInt64(value)) <= middle && middle < step * BigNatural(UInt64(value) + 1)
  }
}

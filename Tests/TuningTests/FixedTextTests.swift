internal import Glibc
import TestSupport
import Testing
import Tuning

struct FixedTextTests {
  /// The C library's own conversion, which is exact and rounds ties to even.
  private func reference(_ value: Double, _ decimals: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let length = withVaList([Int32(decimals), value]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
    let text = String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isZero = !text.contains { $0 >= "1" && $0 <= "9" }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  @Test("Random numbers of every size are rounded as the exact conversion does")
  func random() {
    var random = SplitMix64(seed: 2)
    var count = 0
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 0...9, using: &random)
      let exponent = Int.random(in: -40...49, using: &random)
      let value =
        Double.random(in: -2...2, using: &random) * Double(sign: .plus, exponent: exponent, significand: 1)
      let text = value.fixedText(decimals)
      if text != reference(value, decimals) { Issue.record("\(value) to \(decimals) decimals gave \(text)") }
      count += 1
    }
    #expect(count == 20_000)
  }

  @Test("Random bit patterns under 2^63 are rounded as the exact conversion does")
  func bitPatterns() {
    var random = SplitMix64(seed: 3)
    var count = 0
    while count < 20_000 {
      let value = Double(bitPattern: random.next())
      guard value.magnitude < 0x1p63 else { continue }
      let decimals = count % 10
      let text = value.fixedText(decimals)
      if text != reference(value, decimals) { Issue.record("\(value) to \(decimals) decimals gave \(text)") }
      count += 1
    }
  }

  @Test("Numbers halfway between two texts and their neighbours are rounded exactly")
  func ties() {
    var count = 0
    for decimals in 0...9 {
      for whole in [0, 1, 2, 9, 99, 4095, 999_999_999_999_999] as [Double] {
        for part in stride(from: 1.0 / 1024, to: 1, by: 1.0 / 1024) {
          for value in [whole + part, (whole + part).nextUp, (whole + part).nextDown, -whole - part] {
            let text = value.fixedText(decimals)
            if text != reference(value, decimals) {
              Issue.record("\(value) to \(decimals) decimals gave \(text)")
            }
            count += 1
          }
        }
      }
    }
    #expect(count == 10 * 7 * 1023 * 4)
  }

  @Test("A result of zero has no sign, and a carry reaches the whole part")
  func zeroAndCarry() {
    #expect((-0.0).fixedText(1) == "0.0")
    #expect((-0.04).fixedText(1) == "0.0")
    #expect((-0.4).fixedText(0) == "0")
    #expect(0.5.fixedText(0) == "0")
    #expect(1.5.fixedText(0) == "2")
    #expect(99.96.fixedText(1) == "100.0")
    #expect((-9.999_999_999_9).fixedText(9) == "-10.000000000")
    #expect(440.0.fixedText(6) == "440.000000")
    #expect(Double.leastNonzeroMagnitude.fixedText(9) == "0.000000000")
  }

  @Test("Signed text has a plus sign unless the result is zero")
  func signed() {
    #expect(12.34.signedText(1) == "+12.3")
    #expect((-4.7).signedText(1) == "-4.7")
    #expect(0.04.signedText(1) == "0.0")
    #expect((-0.04).signedText(1) == "0.0")
    #expect(Double.infinity.signedText(1) == "+inf")
  }

  @Test("Numbers that have no fixed text are named, and odd counts of decimals are limited")
  func odd() {
    #expect(Double.nan.fixedText(2) == "nan")
    #expect(Double.infinity.fixedText(2) == "inf")
    #expect((-Double.infinity).fixedText(2) == "-inf")
    #expect((-Double.infinity).signedText(2) == "-inf")
    #expect(1e300.fixedText(2) == "1e+300")
    #expect((-1e300).fixedText(2) == "-1e+300")
    #expect(1.25.fixedText(-3) == "1")
    #expect(1.25.fixedText(99) == "1.250000000")
    #expect(1e15.fixedText(9) == "1000000000000000.000000000")
  }
}

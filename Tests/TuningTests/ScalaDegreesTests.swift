import TestSupport
import Testing
import Tuning

/// What the reader makes of numbers, against arithmetic in whole numbers alone.
struct ScalaDegreesTests {
  /// What 50 binary digits of an octave leave open, and the rounding of a Double of some thousand cents.
  private let tolerance = 2e-12 + 1e-11

  /// 1200 log2(numerator / denominator) to 50 binary digits of an octave: squaring doubles the logarithm, so each
  /// square that passes 2 gives one digit.
  private func exactCents(_ numerator: UInt64, _ denominator: UInt64) -> Double {
    // 2^octaves <= numerator / denominator < 2^(octaves + 1)
    var octaves = denominator.leadingZeroBitCount - numerator.leadingZeroBitCount
    if isBelow(numerator, denominator, octaves) { octaves -= 1 }
    let shift = 63 - octaves
    let upper = shift >= 0 ? UInt128(numerator) << UInt128(min(shift, 63)) : UInt128(numerator)
    let lower = UInt128(denominator) << UInt128(max(0, -shift))
    // One more step where the shift would pass 128 bits.
    var mantissa = shift > 63 ? (upper / lower) << UInt128(shift - 63) : upper / lower
    if shift > 63 { mantissa |= ((upper % lower) << UInt128(shift - 63)) / lower }
    var fraction = 0.0
    var weight = 0.5
    for _ in 0..<50 {
      mantissa = (mantissa * mantissa) >> 63
      if mantissa >= UInt128(1) << 64 {
        mantissa >>= 1
        fraction += weight
      }
      weight /= 2
    }
    return 1200 * (Double(octaves) + fraction)
  }

  private func isBelow(_ numerator: UInt64, _ denominator: UInt64, _ octaves: Int) -> Bool {
    octaves >= 0
      ? UInt128(numerator) < UInt128(denominator) << UInt128(octaves)
      : UInt128(numerator) << UInt128(-octaves) < UInt128(denominator)
  }

  @Test("The sizes of ratios of up to 62 bits are those of exact arithmetic")
  func ratios() throws {
    var random = SplitMix64(seed: 21)
    var count = 0
    for _ in 0..<300 {
      let terms = (0..<20).map { _ in
        let bits = Int.random(in: 1...62, using: &random)
        let other = max(1, min(62, bits + Int.random(in: -3...3, using: &random)))
        return (
          UInt64.random(in: 1..<(1 << UInt64(bits)), using: &random) | 1 << UInt64(bits - 1),
          UInt64.random(in: 1..<(1 << UInt64(other)), using: &random) | 1 << UInt64(other - 1)
        )
      }
      let remarks = ["", " cents", " ! c#", "\tE\\", "!"]
      let lines = terms.map { "\($0)/\($1)" + (remarks.randomElement(using: &random) ?? "") }
      let text = (["! x.scl", "Of ratios", "\(terms.count)"] + lines).joined(separator: "\r\n")
      let scale = try Scale(scala: text, file: "x.scl")
      for (degree, (numerator, denominator)) in zip(scale.degrees, terms) {
        #expect(abs(degree.size.value - exactCents(numerator, denominator)) < tolerance)
        guard case .ratio(let ratio) = degree else {
          Issue.record("\(degree) is no ratio")
          continue
        }
        #expect(
          UInt128(ratio.numerator) * UInt128(denominator) == UInt128(ratio.denominator) * UInt128(numerator))
        count += 1
      }
    }
    #expect(count == 6000)
  }

  @Test("Cents are the nearest Double to the decimal that is written, whatever its length")
  func cents() throws {
    var random = SplitMix64(seed: 22)
    var count = 0
    for _ in 0..<2000 {
      let whole = Int.random(in: 0...4800, using: &random)
      let places = Int.random(in: 0...9, using: &random)
      let unit = (0..<places).reduce(1) { product, _ in product * 10 }
      let fraction = Int.random(in: 0..<unit, using: &random)
      let isNegative = Bool.random(using: &random)
      let digits = places == 0 ? "" : String(repeating: "0", count: places - "\(fraction)".count) + "\(fraction)"
      let scale = try Scale(scala: "x\n1\n  \(isNegative ? "-" : "")\(whole).\(digits) c\n", file: "x.scl")
      // Both are whole numbers under 2^53, so the quotient is rounded once.
      let expected = Double(whole * unit + fraction) / Double(unit)
      #expect(scale.period.value == (isNegative ? -expected : expected))
      count += 1
    }
    #expect(count == 2000)
  }

  @Test("Scales of thousands of degrees are read")
  func large() throws {
    let count = 10_000
    let lines = (1...count).map { "\(count + $0)/\(count)" }
    let scale = try Scale(scala: (["Many", "\(count)"] + lines).joined(separator: "\n"), file: "x.scl")
    #expect(scale.degrees.count == count)
    #expect(scale.period.value == 1200)
    let temperament = Temperament(id: "many", scale: scale)
    let table = TargetTable(chromatic: temperament, reference: Frequency(hertz: 440))
    #expect(table.nearest(to: Frequency(hertz: 440)).map { table.entries[$0].frequency.hertz } == 440)
  }
}

import TestSupport
import Testing
import Tuning

struct FrequencyTests {
  /// Rounding of one logarithm and one power of two, in cents.
  private let rounding = 1e-9

  @Test("A fifth of 3/2 above 440 Hz is 660 Hz and 701.955 cents")
  func fifth() throws {
    let fifth = try #require(Ratio(3, 2))
    #expect(abs(fifth.cents.value - 701.955000865387) < rounding)
    #expect(abs(Frequency(hertz: 440).raised(by: fifth.cents).hertz - 660) < rounding)
    #expect(Frequency(hertz: 660).cents(above: Frequency(hertz: 440)) == fifth.cents)
  }

  @Test("Raising by cents and measuring them are inverse")
  func inverse() {
    var random = SplitMix64(seed: 1)
    var count = 0
    for _ in 0..<10_000 {
      let start = Frequency(hertz: .random(in: 8...20_000, using: &random))
      let interval = Cents(.random(in: -12_000...12_000, using: &random))
      #expect(abs((start.raised(by: interval).cents(above: start) - interval).value) < rounding)
      count += 1
    }
    #expect(count == 10_000)
  }

  @Test("Octaves and unisons are exact")
  func octaves() {
    let reference = Frequency(hertz: 441.3)
    #expect(reference.raised(by: Cents(-2400)).hertz == 441.3 / 4)
    #expect(reference.cents(above: reference) == .zero)
  }

  @Test("Only positive finite frequencies are pitches, and no value traps")
  func odd() {
    for hertz in [0, -1, .nan, .infinity, -.infinity] as [Double] {
      #expect(!Frequency(hertz: hertz).isPitch)
      _ = Frequency(hertz: hertz).cents(above: Frequency(hertz: 440)).value
      _ = Frequency(hertz: hertz).raised(by: Cents(.nan))
    }
    #expect(Frequency(hertz: .leastNonzeroMagnitude).isPitch)
    #expect(Frequency(hertz: .nan) != Frequency(hertz: .nan))
  }

  @Test("Cents add, subtract, negate and compare")
  func cents() {
    #expect(Cents(3) + Cents(-5) == -Cents(2))
    #expect(Cents(3) - Cents(5) < .zero)
  }

  @Test("A ratio is kept in lowest terms and refuses zero")
  func lowestTerms() {
    #expect(Ratio(10, 20) == Ratio(1, 2))
    #expect(Ratio(10, 20)?.text == "1/2")
    #expect(Ratio(4, 2)?.text == "2")
    #expect(Ratio(0, 1) == nil)
    #expect(Ratio(1, 0) == nil)
    #expect(Ratio(3, 4)?.octaveHigher == Ratio(3, 2))
    #expect(Ratio(.max, 1)?.octaveHigher == nil)
    #expect(Ratio(.max, 2)?.octaveHigher == Ratio(.max, 1))
  }

  @Test("Ratios of the largest terms have finite cents")
  func largestRatios() throws {
    let wide = try #require(Ratio(.max, 1))
    #expect(abs(wide.cents.value - 76_800) < rounding)
    #expect(Ratio(1, .max)?.cents == -wide.cents)
    #expect(Ratio(.max, .max)?.cents == .zero)
  }
}

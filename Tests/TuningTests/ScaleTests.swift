import TestSupport
import Testing
import Tuning

struct ScaleTests {
  /// Rounding of one logarithm, in cents.
  private let rounding = 1e-9

  @Test("Degrees of any sign follow floor(d / N) x period + c[d mod N]")
  func degrees() throws {
    let scale = try Scale(scala: "x\n3\n100.0\n-50.0\n3/1\n", file: "x.scl")
    let period = 1200 * 1.584962500721156
    let expected = [
      -4: -2 * period - 50, -3: -period, -2: 100 - period, -1: -50 - period, 0: 0, 1: 100, 2: -50, 3: period
    ]
    for (degree, cents) in expected {
      #expect(abs(scale.cents(ofDegree: degree).value - cents) < rounding, "degree \(degree)")
    }
    #expect(expected.count == 8)
  }

  @Test("A period higher or lower lies the period away, for random scales and degrees")
  func periods() throws {
    var random = SplitMix64(seed: 4)
    var count = 0
    for _ in 0..<200 {
      let size = Int.random(in: 1...40, using: &random)
      let degrees = (0..<size).map { _ in Interval.cents(Cents(.random(in: -100...2000, using: &random))) }
      let scale = try #require(Scale(description: "", degrees: degrees))
      #expect(scale.period == degrees.last?.size)
      for _ in 0..<50 {
        let degree = Int.random(in: -500...500, using: &random)
        let step = scale.cents(ofDegree: degree + size) - scale.cents(ofDegree: degree)
        #expect(abs((step - scale.period).value) < 1e-6)
        count += 1
      }
    }
    #expect(count == 10_000)
  }

  @Test("Every Int is a degree, and a scale without degrees does not exist")
  func extremes() {
    #expect(Scale.equal.cents(ofDegree: .min).value < -1e20)
    #expect(Scale.equal.cents(ofDegree: .max).value > 1e20)
    #expect(Scale(description: "", degrees: []) == nil)
  }

  @Test("Equal temperament has 100 cents to the degree")
  func equal() {
    var count = 0
    for degree in -200...200 {
      #expect(Scale.equal.cents(ofDegree: degree) == Cents(100 * Double(degree)))
      count += 1
    }
    #expect(count == 401)
  }
}

internal import Glibc
import Testing
import Tuning

struct SwaraTests {
  private let sa = Frequency(hertz: 277.183)

  private func swara(_ ratio: Double) throws -> Swara {
    try #require(Swara(nearest: Frequency(hertz: sa.hertz * ratio), sa: sa))
  }

  @Test("Every accepted variant of a swara is that swara, in its own octave and three each way")
  func variants() throws {
    // Two shrutis to each movable swara, and what other authors give.
    let variants: [[Double]] = [
      [1], [256.0 / 243, 16.0 / 15, 135.0 / 128], [10.0 / 9, 9.0 / 8], [32.0 / 27, 6.0 / 5, 2560.0 / 2187],
      [5.0 / 4, 81.0 / 64, 100.0 / 81], [4.0 / 3, 27.0 / 20, 320.0 / 243],
      [45.0 / 32, 64.0 / 45, 729.0 / 512, 7.0 / 5], [3.0 / 2], [128.0 / 81, 8.0 / 5], [5.0 / 3, 27.0 / 16],
      [16.0 / 9, 9.0 / 5, 7.0 / 4, 1280.0 / 729], [15.0 / 8, 243.0 / 128, 50.0 / 27]
    ]
    var count = 0
    for (degree, ratios) in variants.enumerated() {
      for ratio in ratios {
        for octave in -3...3 {
          let found = try swara(ratio * exp2(Double(octave)))
          #expect(found.degree == degree && found.octave == octave, "\(ratio) in octave \(octave)")
          count += 1
        }
      }
    }
    #expect(count == 7 * 31)
  }

  @Test("A register begins at its Sa, however flat: Pa and Ni are madhya, a Sa of 0.99 too")
  func registers() throws {
    let expected: [(Double, Int, Int)] = [
      (2.0 / 3, 5, -1), (1, 0, 0), (3.0 / 2, 7, 0), (15.0 / 8, 11, 0), (2, 0, 1), (0.99, 0, 0), (1.99, 0, 1),
      (0.5, 0, -1), (0.25, 0, -2), (4, 0, 2)
    ]
    for (ratio, degree, octave) in expected {
      let found = try swara(ratio)
      #expect(found.degree == degree && found.octave == octave, "\(ratio)")
    }
    for hertz in [0, -1, .nan, .infinity] as [Double] {
      #expect(Swara(nearest: Frequency(hertz: hertz), sa: sa) == nil)
    }
  }

  @Test("Hindustani and Carnatic names are those of the two traditions")
  func names() {
    let swaras = (0..<12).map { Swara(degreesAboveSa: $0) }
    let hindustani = SwaraNaming()
    #expect(swaras.map(hindustani.letter) == ["S", "r", "R", "g", "G", "M", "m\u{30D}", "P", "d", "D", "n", "N"])
    #expect(
      swaras.map(hindustani.syllable) == [
        "Sa", "re", "Re", "ga", "Ga", "Ma", "m\u{30D}a", "Pa", "dha", "Dha", "ni", "Ni"
      ])
    let carnatic = SwaraNaming(tradition: .carnatic)
    #expect(swaras.map(carnatic.letter) == ["S", "R1", "R2", "G2", "G3", "M1", "M2", "P", "D1", "D2", "N2", "N3"])
    #expect(
      swaras.map(carnatic.syllable) == [
        "Sa", "Ri1", "Ri2", "Ga2", "Ga3", "Ma1", "Ma2", "Pa", "Da1", "Da2", "Ni2", "Ni3"
      ])
  }

  @Test("Either Ma may be the capital; the tivra one always has its stroke, and the legend says which is which")
  func capitalMa() {
    let (shuddha, tivra) = (Swara(degreesAboveSa: 5), Swara(degreesAboveSa: 6))
    let popley = SwaraNaming(capitalMa: .shuddha)
    let common = SwaraNaming(capitalMa: .tivra)
    #expect([shuddha, tivra].map(popley.letter) == ["M", "m\u{30D}"])
    #expect([shuddha, tivra].map(common.letter) == ["m", "M\u{30D}"])
    #expect([shuddha, tivra].map(common.syllable) == ["ma", "M\u{30D}a"])
    #expect(popley.legend == "M shuddha, m\u{30D} tivra")
    #expect(common.legend == "m shuddha, M\u{30D} tivra")
    #expect(SwaraNaming(tradition: .carnatic).legend == nil)
  }

  @Test("A dot over or under the name tells the register, two the next, and beyond it is counted")
  func dots() {
    let naming = SwaraNaming()
    let names = (-3...3).map { naming.name(Swara(degreesAboveSa: 12 * $0)) }
    #expect(
      names == ["S\u{324}a(3)", "S\u{324}a", "S\u{323}a", "Sa", "S\u{307}a", "S\u{308}a", "S\u{308}a(3)"])
  }
}

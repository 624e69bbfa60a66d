import TestSupport
import Testing
import Tuning

struct SaTests {
  /// Rounding of a few logarithms, in cents.
  private let rounding = 1e-9

  @Test("Sa is C#4 at first, 277.18 Hz")
  func standard() {
    #expect(Sa.standard.frequency.hertz.fixedText(4) == "277.1826")
    #expect(Sa.standard.text == "C#4")
  }

  @Test("Roots C to E lie in octave 4 and F to B in octave 3, unless another is chosen")
  func roots() throws {
    let notes = try (0..<12).map { try Sa(root: $0).note }
    #expect(notes == [60, 61, 62, 63, 64, 53, 54, 55, 56, 57, 58, 59])
    #expect(try Sa(root: 1, octave: 3).frequency.hertz.fixedText(1) == "138.6")
    #expect(try Sa(root: 11, octave: 2).note == 47)
  }

  @Test("Root, octave and cents are read back from the one frequency, for every one of them")
  func readBack() throws {
    var count = 0
    for note in Sa.rootNotes {
      for cents in stride(from: -49.5, through: 49.5, by: 4.5) {
        let sa = try Sa(root: note % 12, octave: note / 12 - 1, fineTune: Cents(cents))
        let kept = try #require(Sa(hertz: sa.frequency.hertz))
        #expect(kept.note == note && abs(kept.fineTune.value - cents) < rounding)
        if Sa.freeRange.contains(sa.frequency.hertz) {
          let again = try Sa(sa.text)
          #expect(abs(again.frequency.cents(above: sa.frequency).value) < 0.001)
        }
        count += 1
      }
    }
    #expect(count == 18 * 23)
  }

  private static let textsCases: [(String, String)] = [
    ("C#", "C#4"), ("db", "C#4"), ("C#+12", "C#4+12"), ("C#-20c", "C#4-20"), ("F", "F3"), ("F3-49.5", "F3-49.5"),
    ("C#3", "C#3"), ("138.5913", "C#3"), ("261,6256", "C4")
  ]

  @Test(
    "A Sa is written as a root, a root with cents, or hertz",
    arguments: textsCases)
  func texts(text: String, expected: String) throws {
    #expect(try Sa(text).text == expected)
  }

  @Test(
    "What is no Sa is refused",
    arguments: ["", "H", "C#5", "A2", "F4", "C#+51", "C#+x", "123", "330", "C#4+", "+3", "1e2", "C99999"])
  func refusals(text: String) {
    var fault: ValueFault?
    do throws(ValueFault) { _ = try Sa(text) } catch { fault = error }
    #expect(fault != nil)
    #expect(fault?.description.contains("expected") == true)
  }

  @Test("A stored frequency is taken within half a semitone of the roots, and no other")
  func stored() {
    for hertz in [0, -1, .nan, .infinity, 119, 340, 1e300] as [Double] { #expect(Sa(hertz: hertz) == nil) }
    for hertz in [120, 138.6, 277.18, 339] as [Double] { #expect(Sa(hertz: hertz)?.frequency.hertz == hertz) }
  }
}

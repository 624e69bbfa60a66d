import Meters
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct LineMeterTests {
  private let meter = LineMeter()
  private let a4 = Target(frequency: Frequency(hertz: 440), name: "A4", note: 69)

  /// A shown reading that many cents from A4.
  private func reading(cents: Double) -> Reading {
    reading(target: a4, cents: cents)
  }

  private func reading(target: Target, cents: Double) -> Reading {
    Reading(
      time: .zero, frequency: target.frequency.hertz, target: target,
      shownFrequency: target.frequency.raised(by: Cents(cents)).hertz)
  }

  /// What lies between the brackets.
  private func ruler(_ line: String) -> [Character] {
    Array(line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
  }

  @Test("A line has one width, whatever note it shows, and whether or not it shows one")
  func width() throws {
    let degrees = (1...24).map { Interval.cents(Cents(50 * Double($0))) }
    let quarterTones = try #require(Scale(description: "quarter tones", degrees: degrees))
    var widths: [Int: Int] = [:]
    for temperament in [Temperament.equal, Temperament(id: "24", scale: quarterTones)] {
      let table = TargetTable(chromatic: temperament, reference: Frequency(hertz: 440))
      for target in table.entries {
        for cents in [-7000, -50, -4.96, 0, 3, 5.04, 49.9, 7000] {
          widths[meter.line(reading(target: target, cents: cents)).count, default: 0] += 1
        }
      }
    }
    #expect(Array(widths.keys) == [meter.line(Reading(time: .zero)).count])
    #expect(widths.values.reduce(0, +) > 2000)
  }

  @Test("Note, cents and hertz are written out")
  func numbers() {
    #expect(meter.line(reading(cents: 0)).hasPrefix("A4 "))
    #expect(meter.line(reading(cents: 0)).contains(" 0.0 c"))
    #expect(meter.line(reading(cents: 0)).contains(" 440.00 Hz"))
    #expect(meter.line(reading(cents: 12.34)).contains(" +12.3 c"))
    #expect(meter.line(reading(cents: -31.77)).contains(" -31.8 c"))
    #expect(meter.line(reading(cents: -31.77)).contains(" 432.00 Hz"))
  }

  @Test("In tune, sharp and flat are words, not colours")
  func words() {
    let cases: [(Double, String)] = [
      (0, "in tune"), (4.9, "in tune"), (-4.9, "in tune"), (5.1, "sharp"), (-5.1, "flat"), (900, "sharp"),
      (-900, "flat")
    ]
    for (cents, word) in cases {
      let line = meter.line(reading(cents: cents))
      for other in ["in tune", "sharp", "flat"] { #expect(line.contains(other) == (other == word)) }
      #expect(line.allSatisfy { $0.isASCII && !$0.isNewline && $0 != "\u{1B}" })
    }
    #expect(LineMeter(inTuneCents: 1).line(reading(cents: 2)).contains("sharp"))
    #expect(LineMeter(inTuneCents: 10).line(reading(cents: -9)).contains("in tune"))
  }

  @Test("The ruler's mark follows the cents and stops at the ends")
  func mark() {
    var places: [Int] = []
    for cents in stride(from: -80.0, through: 80, by: 1) {
      let marks = ruler(meter.line(reading(cents: cents)))
      #expect(marks.filter { $0 == "#" }.count == 1)
      places.append(marks.firstIndex(of: "#") ?? -1)
    }
    #expect(places.count == 161)
    #expect(places == places.sorted())
    let marks = ruler(meter.line(reading(cents: 0)))
    let middle = marks.count / 2
    #expect(marks.count % 2 == 1)
    #expect(places[80] == middle)
    for i in 0...30 {
      #expect(places[i] == 0)
      #expect(places[160 - i] == marks.count - 1)
    }
    #expect(places[80 - 25] == middle / 2)
    #expect(places[80 + 25] == middle + middle / 2)
  }

  @Test("Nothing is claimed while nothing is shown")
  func silence() {
    let line = meter.line(Reading(time: .zero, frequency: 440, clarity: 1, level: -20))
    #expect(line.hasPrefix("---"))
    #expect(!line.contains("#") && !line.contains("Hz"))
    for word in ["in tune", "sharp", "flat"] { #expect(!line.contains(word)) }
  }
}

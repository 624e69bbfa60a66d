import TestSupport
import Testing
import Tuning

struct ScalaFileTests {
  /// Rounding of one logarithm, in cents.
  private let rounding = 1e-9

  private func degrees(_ pitches: String...) throws -> [Interval] {
    let text = "x\n\(pitches.count)\n" + pitches.joined(separator: "\n")
    return try Scale(scala: text, file: "x.scl").degrees
  }

  @Test("The valid examples of the format's description are read as it says")
  func examples() throws {
    let ratios = try degrees("81/64", "5", "10/20", "5/4   E\\", "555/524 ! c#", "\t2/1")
    let expected: [(UInt64, UInt64)] = [(81, 64), (5, 1), (1, 2), (5, 4), (555, 524), (2, 1)]
    #expect(ratios == expected.compactMap { Ratio($0, $1).map { .ratio($0) } })
    let cents = try degrees(
      "408.0", "408.", "-5.0", "100.0 cents", " 100.0 C#", ".5", "+7.25", "1200.0!octave")
    #expect(cents == [408, 408, -5, 100, 100, 0.5, 7.25, 1200].map { .cents(Cents($0)) })
  }

  @Test("Lines end in CR LF, LF or CR, and a byte order mark is passed over", arguments: ["\n", "\r\n", "\r"])
  func lineEndings(ending: String) throws {
    let lines = [
      "\u{FEFF}! x.scl", "!", "A fifth and an octave ", " 2 ", "!", "", " 3/2", "\t", "! between", "2/1", ""
    ]
    let file = ScalaFile.parse(lines.joined(separator: ending), file: "x.scl")
    let scale = try #require(file.scale)
    #expect(scale.description == "A fifth and an octave")
    #expect(scale.degrees.count == 2)
    #expect(file.warnings.isEmpty)
  }

  @Test("The description may be empty, and the last line may lack its ending")
  func emptyDescription() throws {
    let scale = try Scale(scala: "\n1\n2/1", file: "x.scl")
    #expect(scale.description == "")
    #expect(scale.period == Cents(1200))
  }

  @Test("Ratios reach 64 bits exactly and are measured beyond")
  func longRatios() throws {
    let max = try #require(Ratio(.max, 1))
    #expect(try degrees("18446744073709551615") == [.ratio(max)])
    // 2^64 / 2^63, then 10^40 / 10^39, then a long ratio just over 1: 1 + 10^-20 is 1.7e-17 cents.
    let long = try degrees(
      "18446744073709551616/9223372036854775808",
      "1" + String(repeating: "0", count: 40) + "/1"
        + String(repeating: "0", count: 39), "100000000000000000001/100000000000000000000"
    )
    #expect(abs(long[0].size.value - 1200) < rounding)
    #expect(abs(long[1].size.value - 3986.313713864835) < rounding)
    #expect(abs(long[2].size.value) < rounding)
    let endless = try degrees(String(repeating: "9", count: 5000))
    #expect(abs(endless[0].size.value - 5000 * 3986.313713864835) < 1e-6)
  }

  private static let faultsCases: [(String, String)] = [
    ("", "x.scl:1:1: found the end of the file; expected a line that describes the scale"),
    (
      "! only a comment\n", "x.scl:2:1: found the end of the file; expected a line that describes the scale"
    ),
    ("x\n", "x.scl:2:1: found the end of the file; expected the number of notes"),
    ("x\n twelve\n", "x.scl:2:2: found \"twelve\"; expected the number of notes"),
    ("x\n-1\n", "x.scl:2:1: found \"-1\"; expected the number of notes"),
    (
      "x\n99999999999999999999\n",
      "x.scl:2:1: found \"99999999999999999999\"; expected the number of notes"
    ),
    ("x\n0\n", "x.scl:2:1: found \"0\"; expected at least 1 note, the last of which is the period"),
    (
      "x\n!\n3\n3/2\n2/1\n",
      "x.scl:6:1: found the end of the file after 2 of 3 pitches; expected as many pitches as line 3 says"
    ),
    ("x\n1\n 0/4\n", "x.scl:3:2: found \"0\"; expected a number above 0 in a ratio"),
    ("x\n1\n 5/00\n", "x.scl:3:4: found \"00\"; expected a number above 0 in a ratio"),
    (
      "x\n1\n-3/2\n",
      "x.scl:3:1: found \"-3/2\"; expected cents with a point (408.0) or a ratio (81/64) without blanks"
    ),
    (
      "x\n1\n3 / 2\n",
      "x.scl:3:1: found \"3 / 2\"; expected cents with a point (408.0) or a ratio (81/64) without blanks"
    ),
    (
      "x\n1\n3/2/1\n",
      "x.scl:3:1: found \"3/2/1\"; expected cents with a point (408.0) or a ratio (81/64) without blanks"
    ),
    (
      "x\r\n1\r\n701,955\r\n",
      "x.scl:3:1: found \"701,955\"; expected cents with a point (408.0) or a ratio (81/64) without blanks"
    ),
    (
      "x\n1\n3/\n",
      "x.scl:3:1: found \"3/\"; expected cents with a point (408.0) or a ratio (81/64) without blanks"
    ),
    ("x\n1\n1.2.3\n", "x.scl:3:1: found \"1.2.3\"; expected cents as digits with one point, such as 408.0"),
    ("x\n1\n.\n", "x.scl:3:1: found \".\"; expected cents as digits with one point, such as 408.0"),
    ("x\n1\n1e3.0\n", "x.scl:3:1: found \"1e3.0\"; expected cents as digits with one point, such as 408.0"),
    (
      "x\n1\n\u{7}é\(String(repeating: "a", count: 50)).\n",
      "x.scl:3:1: found \"\\u{7}é\(String(repeating: "a", count: 38))…\"; expected cents as digits with one point, such as 408.0"
    )
  ]

  @Test(
    "Each fault is told with its place, what was found and what was expected",
    arguments: faultsCases)
  func faults(text: String, description: String) {
    var found: String?
    do throws(TextFault) {
      _ = try Scale(scala: text, file: "x.scl")
    } catch {
      found = error.description
    }
    #expect(found == description)
  }

  @Test("Every fault of a file is told, not the first alone")
  func allFaults() {
    let file = ScalaFile.parse("x\n4\n3/0\n5/4\nfifth\n2/1\n! @ABL REFERENCE_PITCH 4 9 no\n", file: "x.scl")
    #expect(file.scale == nil)
    #expect(file.faults.map { "\($0.line):\($0.column)" } == ["3:3", "5:1", "7:26"])
  }

  @Test("Text after the last pitch gives a warning and is ignored")
  func extraText() throws {
    let file = ScalaFile.parse("x\n1\n2/1\n! fine\n\n 3/2\n5/4\n", file: "x.scl")
    #expect(file.scale?.degrees.count == 1)
    #expect(
      file.warnings.map(\.description) == [
        "x.scl:6:2: found \"3/2\"; expected nothing after pitch 1, the last; it is ignored"
      ]
    )
  }

  @Test("A hundred thousand damaged files are read or refused, never a trap")
  func damaged() {
    let seed = Array("! x.scl\n!\nA scale\n 3\n!\n 81/64\n701.955 cents\n2/1 ! octave\n".utf8)
    var random = SplitMix64(seed: 5)
    var (read, refused) = (0, 0)
    for _ in 0..<Soak.rounds(100_000) {
      do throws(TextFault) {
        let scale = try Scale(scala: mutated(seed, using: &random), file: "x.scl")
        read += scale.degrees.isEmpty ? 0 : 1
      } catch {
        refused += error.line > 0 && error.column > 0 ? 1 : 0
      }
    }
    #expect(read + refused == Soak.rounds(100_000))
    #expect(read > 10_000)
    #expect(refused > 10_000)
  }
}

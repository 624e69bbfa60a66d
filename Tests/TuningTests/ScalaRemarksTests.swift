import TestSupport
import Testing
import Tuning

struct ScalaRemarksTests {
  private let quarter = "! rast.ascl\nRast\n 7\n9/8\n350.0\n4/3\n3/2\n27/16\n1050.\n2/1\n!\n"

  @Test("Note names and the reference pitch of an .ascl file are read")
  func ableton() throws {
    let file = ScalaFile.parse(
      quarter
        + "! @ABL NOTE_NAMES C D \"E half-flat\" F G A B♭\n! @ABL REFERENCE_PITCH 3 5 441.5\n! @ABL SOURCE a book\n",
      file: "rast.ascl")
    #expect(file.faults.isEmpty)
    #expect(file.noteNames == ["C", "D", "E half-flat", "F", "G", "A", "B♭"])
    let temperament = Temperament(
      id: "rast", scale: try #require(file.scale), keyboardMap: file.keyboardMap, degreeNames: file.noteNames)
    let reference = Frequency(hertz: 440)
    #expect(temperament.degree(ofKey: 60) == 0 && temperament.degree(ofKey: 65) == 5)
    #expect(abs(temperament.frequency(ofKey: 65, reference: reference).hertz - 441.5) < 1e-9)
    let place = try #require(temperament.place(ofDegree: 9, reference: reference))
    #expect(place.name == "E half-flat5")

    // 650.03 cents above 440 Hz: 350 - 905.865 + 1200 above an A of 441.5 Hz.
    #expect(place.westernName == "E5-50c")
  }

  @Test("Whatever octave a program calls it, degree 0 nearest middle C lies on middle C")
  func octaves() throws {
    for octave in [-2, 3, 4] {
      for (hertz, key) in [(441.5, 65), (883.0, 72), (110.375, 51)] {
        let file = ScalaFile.parse(quarter + "! @ABL REFERENCE_PITCH \(octave) 5 \(hertz)\n", file: "r")
        let map = try #require(file.keyboardMap)
        #expect(map.referenceKey == key && map.middle == 60)
      }
    }
  }

  @Test("Names hold for the tonic that the file has")
  func otherTonic() throws {
    let file = ScalaFile.parse(quarter + "! @ABL NOTE_NAMES C D E F G A B\n", file: "rast.ascl")
    let scale = try #require(file.scale)
    let reference = Frequency(hertz: 440)
    for (tonic, isNamed) in [(0, true), (2, false)] {
      let temperament = Temperament(id: "r", scale: scale, tonic: tonic, degreeNames: file.noteNames)
      let place = try #require(temperament.place(ofDegree: 2, reference: reference))
      #expect((place.name == "E4") == isNamed)
    }
  }

  private static let faultsCases: [(String, String)] = [
    ("NOTE_NAMES C D E", "12:8: found 3 note names; expected 7, one for each degree, 1/1 first"),
    ("REFERENCE_PITCH", "12:23: found nothing; expected an octave from -99 to 99"),
    ("REFERENCE_PITCH 4 7 440", "12:26: found \"7\"; expected a degree from 0 to 6"),
    ("REFERENCE_PITCH 4 0 0", "12:28: found \"0\"; expected a frequency in Hz above 0"),
    ("REFERENCE_PITCH 4 0 A", "12:28: found \"A\"; expected a frequency in Hz above 0")
  ]

  @Test(
    "A bad remark is a fault of the file",
    arguments: faultsCases)
  func faults(remark: String, description: String) {
    let file = ScalaFile.parse(quarter + "! @ABL \(remark)\n", file: "r")
    #expect(file.scale == nil)
    #expect(file.faults.map(\.description) == ["r:" + description])
  }

  @Test("A scale has the short name that its file gives it")
  func shortName() {
    #expect(ScalaFile.parse(quarter + "! @DRONETUNER SHORT_NAME RAST 7 \n", file: "r").shortName == "RAST 7")
    #expect(ScalaFile.parse(quarter, file: "r").shortName == nil)
  }

  @Test("A hundred thousand damaged remarks are read or refused, never a trap")
  func damaged() {
    let seed = Array(
      "! x\nA\n 3\n9/8\n4/3\n2/1\n! @ABL NOTE_NAMES C \"D b\" F\n! @ABL REFERENCE_PITCH 4 1 441.5\n! @DRONETUNER SHORT_NAME X\n"
        .utf8)
    var random = SplitMix64(seed: 7)
    var (read, refused, placed) = (0, 0, 0)
    for _ in 0..<Soak.rounds(100_000) {
      let file = ScalaFile.parse(mutated(seed, using: &random), file: "x.ascl")
      guard let scale = file.scale else {
        refused += file.faults.isEmpty ? 0 : 1
        continue
      }
      read += 1
      let temperament = Temperament(
        id: "x", scale: scale, keyboardMap: file.keyboardMap, degreeNames: file.noteNames)
      placed += temperament.place(ofDegree: 5, reference: Frequency(hertz: 440)) == nil ? 0 : 1
    }
    #expect(read + refused == Soak.rounds(100_000))
    #expect(read > 10_000 && refused > 10_000 && placed > 10_000)
  }
}

import Testing
import Tuning

struct SpeltNoteTests {
  private func pitch(_ text: String) throws -> SpeltNote {
    let file = PresetFile.parse("group G\npreset p \"P\"\nstrings \(text)\n", file: "g")
    return try #require(file.presets.first?.keys.first?.speltNote(sa: Frequency(hertz: 0)))
  }

  @Test(
    "A note keeps its spelling",
    arguments: ["Eb2", "D#2", "Cb1", "B#3", "F##4", "Abb3", "C-1", "Cb0", "G9", "E#5"])
  func spelling(text: String) throws {
    #expect(try pitch(text).text == text)
    #expect(try pitch(text).number == NoteName.note(text))
  }

  @Test("Notes of one number are one note, however spelt")
  func equality() throws {
    #expect(try pitch("Eb2") == pitch("D#2"))
    #expect(try pitch("Cb4") == pitch("B3"))
    #expect(try Set([pitch("Eb2"), pitch("D#2"), pitch("39")]).count == 1)
    #expect(try pitch("Eb2") != pitch("E2"))
  }

  @Test("A number is spelt with sharps, and its name gives the number back")
  func numbers() {
    var count = 0
    for number in -100...200 {
      #expect(SpeltNote(number).text == NoteName.text(ofNote: number))
      #expect(NoteName.note(SpeltNote(number).text) == number)
      count += 1
    }
    #expect(count == 301)
  }

  private static let transposingCases: [(String, Int, String)] = [
    ("Bb4", 2, "C5"), ("A4", 2, "B4"), ("A4", -3, "F#4"), ("A4", 9, "F#5"), ("Bb4", -1, "A4"), ("D5", -1, "C#5"),
    ("Eb4", -1, "D4"), ("F2", 6, "B2"), ("F2", 10, "Eb3"), ("Bb4", 4, "D5"), ("F#4", 14, "G#5"), ("Cb4", 12, "Cb5"),
    ("F##4", -24, "F##2"), ("C4", -1, "B3"), ("G#4", 4, "B#4"), ("D##4", 1, "E#4"), ("B#4", 4, "E5"),
    ("Fb4", -2, "D4"), ("C0", -13, "B-2")
  ]

  @Test("Transposing spells by the usual interval", arguments: transposingCases)
  func transposing(from: String, semitones: Int, to: String) throws {
    #expect(try pitch(from).transposed(by: semitones).text == to)
  }

  @Test("Transposing moves the number, and there and back is the same name where no double accidental comes of it")
  func thereAndBack() throws {
    var (same, count) = (0, 0)
    for name in ["C4", "C#4", "Db4", "D4", "Eb4", "E4", "F4", "F#4", "Gb4", "G4", "Ab4", "A4", "Bb4", "B4"] {
      for semitones in -40...40 {
        let note = try pitch(name)
        let other = note.transposed(by: semitones)
        #expect(other.number == note.number + semitones)
        #expect(!other.text.contains("##") && !other.text.contains("bb"))
        #expect(NoteName.note(other.text) == other.number)
        if other.transposed(by: -semitones).text == name { same += 1 }
        count += 1
      }
    }
    #expect(count == 14 * 81)
    // Only names such as Db a half step down, which would be Cbb, come back otherwise.
    #expect(same > count * 9 / 10)
  }
}

import Testing
import Tuning

struct NoteNameTests {
  @Test("Every note from -50 to 200 reads back from its own name")
  func roundTrip() {
    var count = 0
    for note in -50...200 {
      #expect(NoteName.note(NoteName.text(ofNote: note)) == note)
      count += 1
    }
    #expect(count == 251)
  }

  @Test(
    "Names are read in scientific pitch notation",
    arguments: [
      ("A4", 69), ("C4", 60), ("C-1", 0), ("C#-1", 1), ("G9", 127), ("Bb2", 46), ("B♭2", 46), ("F♯2", 42),
      ("F##3", 55), ("bb3", 58), ("b3", 59), ("bbb3", 57), ("Bbb3", 57), ("a4", 69), ("Cb4", 59), ("Cb1", 23),
      ("B#3", 60), ("Fb1", 28), ("E#4", 65), ("c0", 12), ("C-99", -1176), ("B99", 1211)
    ]
  )
  func names(text: String, note: Int) {
    #expect(NoteName.note(text) == note)
  }

  @Test(
    "What is no name of a note is refused",
    arguments: [
      "", "A", "4", "H4", "A4 ", " A4", "A#b4", "Ab#4", "A###4", "bbbb3", "BB3", "A-0", "A04", "A--1", "A+4",
      "A100",
      "A-100", "A4c", "A4.0", "♭4", "A4\0", "Á4", "A99999999999999999999999", "A-", "A#", "٣", "A٣"
    ]
  )
  func junk(text: String) {
    #expect(NoteName.note(text) == nil)
  }

  @Test("A part of a longer text is read too")
  func substring() {
    #expect(NoteName.note("x Eb2 y".dropFirst(2).prefix(3)) == 39)
  }

  @Test("Names are spelt with sharps, and exist for every Int")
  func spelling() {
    #expect(NoteName.text(ofNote: 61) == "C#4")
    #expect(NoteName.text(ofNote: -1) == "B-2")
    #expect(NoteName.pitchClassText(9) == "A")
    #expect(NoteName.pitchClassText(-1) == "B")
    #expect(NoteName.pitchClassText(22) == "A#")
    #expect(NoteName.text(ofNote: .min).hasPrefix("E-"))
    #expect(NoteName.text(ofNote: .max).hasPrefix("G"))
  }

  @Test("Equal temperament puts A4 on the reference and E2 at 82.407 Hz for 440")
  func equalTemperament() {
    let reference = Frequency(hertz: 440)
    #expect(NoteName.frequency(ofNote: 69, reference: reference) == reference)
    #expect(NoteName.frequency(ofNote: 57, reference: reference).hertz == 220)
    // Six figures of the published value.
    #expect(abs(NoteName.frequency(ofNote: 40, reference: reference).hertz - 82.4069) < 0.00005)
  }

  @Test("The nearest note of every note's frequency is the note, and odd frequencies have none")
  func nearest() {
    let reference = Frequency(hertz: 415)
    var count = 0
    for note in -50...200 {
      for offset in [-49.9, 0, 49.9] {
        let frequency = NoteName.frequency(ofNote: note, reference: reference).raised(by: Cents(offset))
        #expect(NoteName.nearestNote(to: frequency, reference: reference) == note)
        count += 1
      }
    }
    #expect(count == 753)
    for hertz in [0, -1, .nan, .infinity] as [Double] {
      #expect(NoteName.nearestNote(to: Frequency(hertz: hertz), reference: reference) == nil)
      #expect(NoteName.nearestNote(to: reference, reference: Frequency(hertz: hertz)) == nil)
    }
    let extreme = Frequency(hertz: .greatestFiniteMagnitude)
    #expect(NoteName.nearestNote(to: extreme, reference: Frequency(hertz: .leastNonzeroMagnitude)) == 25_245)
  }
}

import Meters
import Testing
import Tuning

struct NoteTextTests {
  @Test("A Western name is taken apart, written in ASCII and said")
  func western() {
    let cases: [(name: String, base: String, accidental: String, octave: String, spoken: String)] = [
      ("A4", "A", "", "4", "A octave 4"), ("C#-1", "C", "#", "-1", "C sharp octave minus 1"),
      ("Bb2", "B", "b", "2", "B flat octave 2"), ("F##3", "F", "##", "3", "F sharp sharp octave 3")
    ]
    for (name, base, accidental, octave, spoken) in cases {
      let text = NoteText(name: name)
      #expect(text.base == base && text.accidental == accidental && text.octave == octave)
      #expect(text.ascii == name && text.spoken == spoken && text.text == name)
    }
  }

  @Test("A swara keeps its name, its variety and its register")
  func swaras() {
    for tradition in SwaraNaming.Tradition.allCases {
      let naming = SwaraNaming(tradition: tradition)
      for degrees in -24...24 {
        let target = Scene.swara(degrees, naming)
        let text = NoteText(target)
        let swara = Swara(degreesAboveSa: degrees)
        #expect(text.dots == swara.octave)
        #expect(text.ascii.allSatisfy { $0.isASCII })
        #expect(text.isTivra == (tradition == .hindustani && swara.degree == 6))
        let isWord = text.base.allSatisfy(\.isLetter)
        #expect(isWord && text.octave.isEmpty)
        // The name alone says as much, where no swara is at hand.
        if swara.octave.magnitude <= 2 { #expect(NoteText(name: target.name).dots == text.dots) }
        #expect(NoteText(name: target.name).base == text.base)
      }
    }
    #expect(NoteText(Scene.swara(12, SwaraNaming())).spoken == "Sa upper octave")
    #expect(NoteText(Scene.swara(-20, SwaraNaming(tradition: .carnatic))).spoken == "Ga 3 2 octaves down")
  }

  @Test("Any name gives something to write")
  func anyName() {
    for name in ["", "#", "A", "A#-1-50c", "7", "Dha", "Ga3", "H4", "ionic 5", "\u{307}", "é"] {
      let text = NoteText(name: name)
      #expect(text.text == name)
    }
    #expect(NoteText(name: "A#-1-50c").octave == "-1-50c")
    #expect(NoteText(name: "Dha").base == "Dha")
  }
}

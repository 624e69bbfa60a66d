import TestSupport
import Testing
import Tuning

struct ReferencePitchTests {
  private static let textsCases: [(String, Int, Double)] = [
    ("442", 69, 442), ("442.5", 69, 442.5), ("442,5", 69, 442.5), ("A4=415", 69, 415), ("C4=256", 60, 256),
    ("Bb3 = 233.1", 58, 233.1), ("300", 69, 300), ("600.0", 69, 600)
  ]

  @Test(
    "A reference is written as hertz of A4, or as a note and its hertz",
    arguments: textsCases)
  func texts(text: String, note: Int, hertz: Double) throws {
    let reference = try ReferencePitch(text)
    #expect(reference.note == note && reference.frequency.hertz == hertz)
    #expect(try ReferencePitch(reference.text) == reference)
  }

  private static let refusalsCases: [(String, String)] = [
    ("299", "found A4 = 299.0 Hz; expected an A4 from 300 to 600 Hz"),
    ("600.1", "found A4 = 600.1 Hz; expected an A4 from 300 to 600 Hz"),
    ("C4=440", "found C4 = 440 Hz, that is, A4 = 740.0 Hz; expected an A4 from 300 to 600 Hz"),
    ("A4=", "found \"A4=\"; expected hertz of A4 such as 442, or a note and its hertz such as C4=256"),
    ("H4=440", "found \"H4=440\"; expected hertz of A4 such as 442, or a note and its hertz such as C4=256"),
    ("A4=440=1", "found \"A4=440=1\"; expected hertz of A4 such as 442, or a note and its hertz such as C4=256"),
    ("nan", "found \"nan\"; expected hertz of A4 such as 442, or a note and its hertz such as C4=256")
  ]

  @Test(
    "What is no reference is refused with what was found and what was expected",
    arguments: refusalsCases)
  func refusals(text: String, description: String) {
    var found: String?
    do throws(ValueFault) { _ = try ReferencePitch(text) } catch { found = error.description }
    #expect(found == description)
  }

  @Test("C4 = 256 implies an A4 of 430.539 Hz, and A4 = 440 exactly itself")
  func implied() throws {
    #expect(try ReferencePitch("C4=256").a4.hertz.fixedText(3) == "430.539")
    #expect(ReferencePitch.standard.a4.hertz == 440)
  }

  @Test("A step is 0.1 Hz, exactly on the tenth, for ever, and ends at the limits")
  func steps() throws {
    var reference = ReferencePitch.standard
    for step in 1...1600 {
      reference = try #require(reference.moved(bySteps: 1))
      #expect(reference.frequency.hertz == Double(4400 + step) / 10)
    }
    #expect(reference.moved(bySteps: 1) == nil)
    #expect(reference.moved(bySteps: -3000)?.frequency.hertz == 300)
    #expect(reference.moved(bySteps: -3001) == nil)
  }

  @Test("What is heard makes a reference under which it reads zero, to the nearest 0.1 Hz")
  func heard() throws {
    // A step of 0.1 Hz, at the lowest reference: half of it is 0.29 cents.
    let halfStep = 0.3
    var random = SplitMix64(seed: 31)
    var count = 0
    for _ in 0..<2000 {
      let note = Int.random(in: 57...69, using: &random)
      let hertz = NoteName.frequency(
        ofNote: note, reference: Frequency(hertz: .random(in: 320...560, using: &random)))
      let reference = try ReferencePitch(note: note, hertz: hertz.hertz)
      let played = Int.random(in: 40...84, using: &random)
      let temperament = Temperament(id: "e", scale: .equal, anchor: .note(note))
      let target = temperament.frequency(ofNote: played, reference: reference.a4)
      let sound = target.raised(by: Cents(.random(in: -80...80, using: &random)))
      let taken = try reference.heard(sound, as: target)
      let after = temperament.frequency(ofNote: played, reference: taken.a4)
      #expect(abs(sound.cents(above: after).value) < halfStep * 440 / hertz.hertz)
      #expect(taken.note == note)
      #expect((taken.frequency.hertz * 10).rounded() / 10 == taken.frequency.hertz)
      count += 1
    }
    #expect(count == 2000)
  }

  @Test("What is heard is refused outside the limits, and where nothing is heard")
  func heardRefusals() {
    for (hertz, start) in [
      (310.0, "found A4 = 620.0 Hz"), (140, "found A4 = 280.0 Hz"), (0, "found no pitch"), (.nan, "found no pitch")
    ] {
      var found = ""
      do throws(ValueFault) {
        _ = try ReferencePitch.standard.heard(Frequency(hertz: hertz), as: Frequency(hertz: 220))
      } catch { found = error.description }
      #expect(found.hasPrefix(start), "\(hertz): \(found)")
    }
  }

  @Test("The references that are offered are ten from 415 to 444, and others, all within the limits")
  func listed() throws {
    #expect(ReferencePitch.common.map(\.hertz) == [415, 421.6, 430, 432, 435, 440, 441, 442, 443, 444])
    #expect(ReferencePitch.further.map(\.hertz).contains(392))
    for listed in ReferencePitch.common + ReferencePitch.further {
      #expect(try ReferencePitch(hertz: listed.hertz).moved(bySteps: 0)?.frequency.hertz == listed.hertz)
    }
  }
}

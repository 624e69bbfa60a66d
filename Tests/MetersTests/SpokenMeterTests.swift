import Meters
import Testing
import Timebase
import TunerRules
import Tuning

struct SpokenMeterTests {
  private func reading(_ note: String, _ cents: Double) -> Reading {
    Scene(name: "", target: Scene.note(note), cents: cents).reading()
  }

  /// What is said in so many seconds of a reading.
  private func said(_ meter: inout SpokenMeter, _ reading: Reading, seconds: Double) -> [String] {
    (0..<Int(seconds * 20)).compactMap { _ in meter.step(reading, inTuneCents: 5, seconds: 0.05) }
  }

  @Test("A sentence names the note, its octave and how it lies")
  func sentences() {
    let cases: [(String, Double, String)] = [
      ("A#4", -42, "A sharp octave 4, 42 cents flat"), ("A4", 1.2, "A octave 4, in tune"),
      ("E2", 5.6, "E octave 2, 6 cents sharp")
    ]
    for (note, cents, sentence) in cases {
      #expect(SpokenMeter.sentence(reading(note, cents), inTuneCents: 5) == sentence)
    }
    #expect(SpokenMeter.sentence(reading("C3", 1.1), inTuneCents: 1) == "C octave 3, 1 cent sharp")
    #expect(SpokenMeter.sentence(Reading(time: .zero), inTuneCents: 5).isEmpty)
  }

  @Test("A sentence is said once, and again only when it says something else")
  func changes() {
    var meter = SpokenMeter()
    #expect(said(&meter, reading("A4", -20), seconds: 5) == ["A octave 4, 20 cents flat"])
    #expect(said(&meter, reading("A4", -21), seconds: 5).isEmpty)
    #expect(said(&meter, reading("A4", -12), seconds: 5) == ["A octave 4, 12 cents flat"])
    #expect(said(&meter, reading("A4", -4.9), seconds: 5) == ["A octave 4, in tune"])
    #expect(said(&meter, reading("A4", -5.1), seconds: 5) == ["A octave 4, 5 cents flat"])
    #expect(said(&meter, Reading(time: .zero), seconds: 5).isEmpty)
    #expect(said(&meter, reading("E4", 0), seconds: 5) == ["E octave 4, in tune"])
  }

  @Test("Nothing is said faster than it can be listened to, and no passing note at all")
  func calm() {
    var meter = SpokenMeter()
    var count = 0
    for i in 0..<200 {
      let note = i / 4 % 2 == 0 ? "A4" : "E4"
      if meter.step(reading(note, 0), inTuneCents: 5, seconds: 0.05) != nil { count += 1 }
    }
    #expect(count == 0)
    for i in 0..<200 {
      if meter.step(reading("A4", Double(i % 40)), inTuneCents: 5, seconds: 0.05) != nil { count += 1 }
    }
    #expect(count > 2 && count <= 7)
  }
}

struct JSONMeterTests {
  @Test("A line holds every field, in one order")
  func line() {
    let scene = Scene(name: "", target: Scene.note("C#4"), cents: -7.25)
    #expect(
      JSONMeter.line(scene.reading(), inTuneCents: 5)
        == "{\"note\":\"C#4\",\"western\":\"C#4\",\"midi\":61,\"frequency\":276.024,\"target\":277.183,"
        + "\"cents\":-7.25,\"state\":\"flat\",\"level\":-18.0,\"clarity\":0.97,\"clipping\":false}")
    #expect(
      JSONMeter.line(Reading(time: .zero), inTuneCents: 5)
        == "{\"note\":\"\",\"western\":\"\",\"midi\":-1,\"frequency\":0.000,\"target\":0.000,"
        + "\"cents\":0.00,\"state\":\"silent\",\"level\":-120.0,\"clarity\":0,\"clipping\":false}")
  }

  @Test("A line is written when something has changed, at most 25 times a second, and silence is written once")
  func changes() {
    var meter = JSONMeter()
    var count = 0
    for i in 0..<600 {
      let scene = Scene(name: "", target: Scene.note("A4"), cents: Double(i % 50))
      if meter.step(scene.reading(), inTuneCents: 5, seconds: 1.0 / 600) != nil { count += 1 }
    }
    #expect(count > 20 && count <= 25)
    count = 0
    for i in 0..<600 {
      var silent = Reading(time: .zero)
      silent.level = Float(-60 + i % 30)
      if meter.step(silent, inTuneCents: 5, seconds: 0.05) != nil { count += 1 }
    }
    #expect(count == 1)
  }
}

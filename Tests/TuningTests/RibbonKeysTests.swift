import Testing
import Tuning

struct RibbonKeysTests {
  private let reference = Frequency(hertz: 440)
  private let sa = Frequency(hertz: 277.183)

  private func ribbon(_ body: String, _ temperament: Temperament = .equal, baseNote: Int = 60) throws
    -> RibbonKeys
  {
    let file = PresetFile.parse("group G\npreset p \"P\"\n" + body, file: "g")
    let preset = try #require(file.presets.first)
    return RibbonKeys(
      preset: preset,
      intonation: Intonation(temperament: temperament, reference: reference, ratios: .just(sa: sa)), base: baseNote)
  }

  @Test("The ribbon has one key for each distinct string, in playing order")
  func strings() throws {
    let ribbon = try ribbon("strings E4 E4 A4 G4+A4\n")
    #expect(ribbon.presetID == "p")
    #expect(ribbon.keys.map(\.id) == [0, 1, 2])
    #expect(ribbon.keys.map(\.name) == ["E4", "A4", "G4"])
    #expect(ribbon.keys.map(\.note) == [64, 69, 67])
    #expect(ribbon.keys[1].frequency == reference)
    #expect(ribbon.key(ofNote: 67)?.id == 2)
    #expect(ribbon.key(ofNote: 60) == nil)
  }

  @Test("A chromatic ribbon is one octave from its base note")
  func chromatic() throws {
    let ribbon = try ribbon("chromatic\n")
    #expect(ribbon.keys.map(\.note) == Array(60..<72))
    #expect(ribbon.keys.map(\.id) == Array(60..<72))
    #expect(ribbon.keys.first?.name == "C4")
    #expect(try self.ribbon("chromatic\noctaves 2\n", baseNote: 45).keys.map(\.note) == Array(45..<69))
  }

  @Test("A chromatic ribbon of another scale is one period of it")
  func otherScale() throws {
    let degrees = (1...19).map { Interval.cents(Cents(1200 * Double($0) / 19)) }
    let scale = try #require(Scale(description: "", degrees: degrees))
    let ribbon = try ribbon("chromatic\n", Temperament(id: "19", scale: scale), baseNote: 69)
    #expect(ribbon.keys.count == 19)
    #expect(ribbon.keys.map(\.id) == Array(69..<88))
    #expect(ribbon.keys.map(\.note) == Array(69..<88))
    #expect(ribbon.key(ofNote: 70)?.westernName == "A#4-37c")
    #expect(ribbon.keys.first?.frequency == reference)
  }

  @Test("Ratios lie above Sa, and count chromatic degrees from the note nearest it")
  func ratios() throws {
    let ribbon = try ribbon("indian\nstrings 3/4 1 1 1/2\n")
    #expect(ribbon.keys.map { $0.frequency.hertz } == [sa.hertz * 0.75, sa.hertz, sa.hertz / 2])
    #expect(ribbon.keys.map(\.note) == [56, 61, 49])
  }

  @Test("Key ids are the keys of the target table")
  func sameKeys() throws {
    let file = PresetFile.parse("group G\npreset p \"P\"\nindian\nstrings 3/4 1 1 1/2 5/8\n", file: "g")
    let preset = try #require(file.presets.first)
    let ribbon = RibbonKeys(preset: preset, intonation: Intonation(ratios: .just(sa: sa)))
    let table = TargetTable(preset: preset, intonation: Intonation(ratios: .just(sa: sa)))
    for key in ribbon.keys {
      #expect(table.entries.first { $0.key == key.id }?.frequency == key.frequency)
    }
    #expect(ribbon.keys.count == 4)
  }

  @Test("Keys that would have no pitch are left out")
  func noPitch() throws {
    let file = PresetFile.parse("group G\npreset p \"P\"\nstrings E2\npreset c \"C\"\nchromatic\n", file: "g")
    for preset in file.presets {
      let ribbon = RibbonKeys(preset: preset, intonation: Intonation(reference: Frequency(hertz: .nan)))
      #expect(ribbon.keys.isEmpty)
    }
    #expect(file.presets.count == 2)
  }
}

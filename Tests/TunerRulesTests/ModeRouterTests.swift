import Testing
import TunerRules
import Tuning

struct ModeRouterTests {
  private static let guitarNotes = [40, 45, 50, 55, 59, 64]

  private func standard(
    temperament: Temperament = .equal, reference: Frequency = a440
  ) throws -> Route {
    let (preset, number) = try #require(shipped("gtr-standard", in: "02-guitar.presets"))
    var settings = TuningSettings()
    settings.usesTemperament = true
    settings.reference = try ReferencePitch(hertz: reference.hertz)
    return ModeRouter.route(settings, preset: preset, number: number, temperament: temperament)
  }

  private func isAt(_ frequency: Frequency, _ hertz: Double) -> Bool {
    abs(frequency.cents(above: Frequency(hertz: hertz)).value) < arithmeticCents
  }

  @Test("Guitar Standard has six keys, E2 to E4, and the tuner listens for the same")
  func guitar() throws {
    let route = try standard()
    #expect(route.keys.map(\.name) == ["E2", "A2", "D3", "G3", "B3", "E4"])
    #expect(route.keys.map(\.note) == Self.guitarNotes)
    #expect(route.keys.map(\.id.index) == Array(0..<6))
    let hertz = [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276]
    #expect(zip(route.keys, hertz).allSatisfy { abs($0.frequency.hertz - $1) < 0.0001 })
    #expect(route.targets.entries.map(\.frequency) == route.keys.map(\.frequency))
    #expect(route.targets.entries.map(\.name) == route.keys.map(\.name))
  }

  @Test("A4 is exactly the reference; all that is named follows it")
  func reference() throws {
    let modern = try standard()
    let baroque = try standard(reference: Frequency(hertz: 415))
    for (old, new) in zip(modern.keys, baroque.keys) {
      #expect(new.id == old.id && new.name == old.name)
      #expect(isAt(new.frequency, old.frequency.hertz * 415 / 440))
    }
    #expect(baroque.keys.count == 6)
    #expect(baroque.key(forNote: 69, temporary: true)?.frequency.hertz == 415)
  }

  @Test("Chromatic has every note from 8 to 12000 Hz, and a ribbon of one octave that can be shifted")
  func chromatic() throws {
    let (preset, number) = try #require(shipped("chromatic", in: "01-chromatic.presets"))
    #expect(preset.isChromatic)
    for base in [48, 60, 63] {
      var settings = TuningSettings()
      settings.ribbonBase = base
      let route = ModeRouter.route(settings, preset: preset, number: number, temperament: .equal)
      #expect(route.keys.map(\.note) == Array(base..<base + 12))
      for key in route.keys {
        #expect(isAt(key.frequency, NoteName.frequency(ofNote: key.note, reference: a440).hertz))
      }
      let notes = route.targets.entries.map(\.note)
      #expect(notes == Array(0...126))
      #expect(route.targets.entries.first { $0.note == 69 }?.frequency.hertz == 440)
    }
  }

  @Test("A temperament moves strings given by name, and leaves A where the fork put it")
  func temperament() throws {
    // Vallotti: six fifths narrow by a sixth of the Pythagorean comma (Scala archive, vallotti.scl).
    let cents = [
      94.135, 196.09, 298.045, 392.18, 501.955, 592.18, 698.045, 796.09, 894.135, 1000, 1090.225, 1200
    ]
    let scale = try #require(Scale(description: "Vallotti", degrees: cents.map { .cents(Cents($0)) }))
    let vallotti = Temperament(id: "vallotti", scale: scale)
    let route = try standard(temperament: vallotti, reference: Frequency(hertz: 415))
    let expected = [40: 392.18, 45: 894.135, 50: 196.09, 55: 698.045, 59: 1090.225, 64: 392.18]
    for key in route.keys {
      let octave = Double(key.note / 12 - 5)
      let offset = (expected[key.note] ?? .nan) + 1200 * octave - 894.135
      #expect(isAt(key.frequency, Frequency(hertz: 415).raised(by: Cents(offset)).hertz))
    }
    #expect(route.keys[1].frequency.hertz == 103.75)
    #expect(route.targets.entries.map(\.frequency) == route.keys.map(\.frequency))
    // A note on no string is tempered likewise.
    let c4 = try #require(route.key(forNote: 60, temporary: true))
    #expect(isAt(c4.frequency, Frequency(hertz: 415).raised(by: Cents(-894.135)).hertz))
  }

  @Test("Strings given in cents or as ratios keep their pitch, whatever the temperament")
  func fixedPitches() throws {
    let scale = try #require(
      Scale(description: "lopsided", degrees: (1...12).map { .cents(Cents($0 == 12 ? 1200 : 90 * Double($0))) }))
    let odd = Temperament(id: "odd", scale: scale)
    let kora = "preset k \"K\"\nstrings F2+14c C3\n"
    let plain = try #require(route(kora))
    let tempered = try #require(route(kora, temperament: odd))
    #expect(plain.keys[0].frequency == tempered.keys[0].frequency)
    #expect(plain.keys[1].frequency != tempered.keys[1].frequency)

    let sitar = "preset s \"S\"\nindian\nstrings 1 3/2\n"
    let sa = Frequency(hertz: 277.5)
    let indian = try #require(route(sitar, temperament: odd, reference: Frequency(hertz: 415), sa: sa))
    #expect(indian.keys.map(\.frequency.hertz) == [277.5, 416.25])
    #expect(indian.keys.map(\.note) == [61, 68])
  }

  @Test("A note on no string is a key of its own, only where asked for")
  func temporary() throws {
    let route = try standard()
    for note in 0...127 {
      let fixed = route.key(forNote: note, temporary: false)
      #expect((fixed != nil) == Self.guitarNotes.contains(note))
      let key = try #require(route.key(forNote: note, temporary: true))
      #expect(key.note == note && key.name == NoteName.text(ofNote: note))
      #expect(isAt(key.frequency, NoteName.frequency(ofNote: note, reference: a440).hertz))
      #expect((key.id.preset == Ribbon.KeyID.temporary) == (fixed == nil))
    }
  }

  @Test("Two strings of one pitch are one key, and presets' keys are never confused")
  func identities() throws {
    let twelve = try #require(route("preset t \"T\"\nstrings E2+E3 A2+A3 B3+B3 E4+E4\n", number: 7))
    #expect(twelve.keys.map(\.name) == ["E2", "E3", "A2", "A3", "B3", "E4"])
    #expect(Set(twelve.keys.map(\.id)).count == 6)
    #expect(Set(twelve.keys.map(\.id)).isDisjoint(with: try standard().keys.map(\.id)))
  }

  @Test("A route of one key has that key, and nothing to listen for")
  func single() {
    let key = Ribbon.Key(
      id: Ribbon.KeyID(preset: Ribbon.KeyID.temporary, index: 0), frequency: Frequency(hertz: 432), note: 0,
      name: "")
    let route = Route(single: key)
    #expect(route.keys == [key] && route.key(forNote: 0, temporary: false) == key)
    #expect(route.targets.entries.isEmpty)
  }
}

import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

/// Which of its five ways the router takes, and what each gives.
struct ModeRouterBranchTests {
  private static let sitar = "preset sitar \"Sitar\"\nindian\nstrings 2/3 1/2 3/8 1/4 3/4 1 2\n"
  private static let kora = "preset kora \"Kora\"\nstrings F2+0c C3+14c D3\n"
  private static let harps = "preset pipes \"Pipes\"\nstrings A4+0c E4-31c\n"
  private static let open = "preset chromatic \"Open\"\nchromatic\n"

  private func temperament(_ id: String) throws -> Temperament {
    func text(_ ending: String) -> String {
      String(decoding: TemporaryFolder.read(Checkout.root + "/Presets/temperaments/\(id).\(ending)"), as: UTF8.self)
    }
    let file = ScalaFile.parse(text("scl"), file: id)
    return Temperament(
      id: id, scale: try #require(file.scale), keyboardMap: KeyboardMapFile.parse(text("kbm"), file: id).map,
      shortName: file.shortName)
  }

  private func route(
    _ text: String, _ id: String = "werckmeister-3", _ change: (inout TuningSettings) -> Void = { _ in }
  ) throws -> Route {
    var settings = TuningSettings()
    change(&settings)
    return ModeRouter.route(
      settings, preset: try #require(preset(text)), number: 3, temperament: try temperament(id))
  }

  private func isAt(_ frequency: Frequency, _ hertz: Double) -> Bool {
    abs(frequency.cents(above: Frequency(hertz: hertz)).value) < arithmeticCents
  }

  @Test("The temperament waits for its switch; the choice is kept meanwhile")
  func masterSwitch() throws {
    let off = try route(guitarText)
    #expect(off.branch == .equal && off.badge == nil)
    let on = try route(guitarText) { $0.usesTemperament = true }
    #expect(on.branch == .tempered && on.badge == "WERK III / C")
    #expect(zip(on.keys, off.keys).contains { $0.frequency != $1.frequency })
    #expect(on.keys[1].frequency.hertz == 110)
    let equal = try route(guitarText, "equal") { $0.usesTemperament = true }
    #expect(equal.branch == .equal && equal.badge == nil)
    #expect(off.keys.map(\.frequency) == equal.keys.map(\.frequency))
  }

  @Test("The tonic turns the temperament, and the anchor says which note it leaves alone")
  func tonicAndAnchor() throws {
    let published = [0, -9.775, -7.820, -5.865, -9.775, -1.955, -11.730, -3.910, -7.820, -11.730, -3.910, -7.820]
    for tonic in 0..<12 {
      for anchor in TuningSettings.Anchor.allCases {
        let route = try route(Self.open) {
          $0.usesTemperament = true
          $0.tonic = tonic
          $0.anchor = anchor
        }
        #expect(route.badge == "WERK III / \(NoteName.pitchClassText(tonic))")
        for key in route.keys {
          let equal = NoteName.frequency(ofNote: key.note, reference: a440)
          var expected = published[(key.note - tonic + 12) % 12]
          if anchor == .reference { expected -= published[(9 - tonic + 12) % 12] }
          #expect(abs(key.frequency.cents(above: equal).value - expected) < 0.001)
        }
        #expect(route.keys.count == 12)
        if anchor == .reference { #expect(route.targets.entries.first { $0.note == 69 }?.frequency.hertz == 440) }
      }
    }
  }

  @Test("Any note may be the reference, and stays exactly on it")
  func otherReference() throws {
    let route = try route(Self.open) {
      $0.usesTemperament = true
      $0.tonic = 2
      $0.reference = (try? ReferencePitch(note: 60, hertz: 256)) ?? .standard
    }
    #expect(isAt(route.keys[0].frequency, 256))
    #expect(route.name(of: Frequency(hertz: 256)) == "C4")
  }

  @Test("An Indian preset lies above Sa, whatever the reference and the temperament, under swara names")
  func indian() throws {
    let plain = try route(Self.sitar)
    let other = try route(Self.sitar) {
      $0.usesTemperament = true
      $0.reference = (try? ReferencePitch(hertz: 415)) ?? .standard
    }
    for route in [plain, other] {
      #expect(route.branch == .indian && route.badge == nil)
      #expect(
        route.keys.map(\.name) == [
          "M\u{323}a", "S\u{323}a", "P\u{324}a", "S\u{324}a", "P\u{323}a", "Sa", "S\u{307}a"
        ])
      #expect(route.keys.map(\.note) == [54, 49, 44, 37, 56, 61, 73])
    }
    #expect(plain.keys == other.keys)
    #expect(
      plain.keys.map { $0.frequency.hertz.fixedText(2) } == [
        "184.79", "138.59", "103.94", "69.30", "207.89", "277.18", "554.37"
      ])
  }

  @Test("A target keeps its Western name beside its swara; names off shows it, and moves nothing")
  func westernNames() throws {
    let swaras = try route(Self.sitar)
    let western = try route(Self.sitar) { $0.showsSwaras = false }
    #expect(swaras.targets.entries.map(\.frequency) == western.targets.entries.map(\.frequency))
    #expect(swaras.targets.entries.map(\.westernName) == western.targets.entries.map(\.name))
    #expect(western.keys.map(\.name) == ["F#3", "C#3", "G#2", "C#2", "G#3", "C#4", "C#5"])
    #expect(swaras.targets.entries.allSatisfy { $0.swara != nil && $0.name != $0.westernName })
    #expect(swaras.keys.map(\.id) == western.keys.map(\.id))
    let carnatic = try route("preset r \"R\"\nindian\nstrings 1 9/8 45/32\n") { $0.swaraNaming.tradition = .carnatic }
    #expect(carnatic.keys.map(\.name) == ["Sa", "Ri2", "Ma2"])
  }

  @Test("A note on no key of an Indian preset is the swara that lies there, above Sa")
  func offRibbonSwaras() throws {
    let sa = try Sa(root: 1, fineTune: Cents(37))
    let route = try route(Self.sitar) { $0.sa = sa }
    for (note, ratio) in [(63, 9.0 / 8), (60, 15.0 / 16), (66, 4.0 / 3), (74, 32.0 / 15)] {
      let key = try #require(route.key(forNote: note, temporary: true))
      #expect(isAt(key.frequency, sa.frequency.hertz * ratio))
      #expect(key.id.preset == Ribbon.KeyID.temporary)
      #expect(key.name == route.name(of: key.frequency))
    }
    #expect(route.key(forNote: 63, temporary: false) == nil)
    #expect(route.key(forNote: 61, temporary: false)?.name == "Sa")
  }

  @Test("The Western override keeps layout, identities and names, and moves each swara to the temperament on C#")
  func override() throws {
    let just = try route(Self.sitar) { $0.sa = (try? Sa(root: 5)) ?? .standard }
    for (uses, badge) in [(false, "EQ / C#"), (true, "WERK III / C#")] {
      let route = try route(Self.sitar) {
        $0.overridesRatios = true
        $0.usesTemperament = uses
        $0.tonic = 7
        $0.sa = (try? Sa(root: 5)) ?? .standard
        $0.reference = (try? ReferencePitch(hertz: 442)) ?? .standard
      }
      #expect(route.branch == .indianOverridden && route.badge == badge)
      #expect(route.keys.map(\.name) == just.keys.map(\.name) && route.keys.map(\.id) == just.keys.map(\.id))
      #expect(route.keys.map(\.note) == [54, 49, 44, 37, 56, 61, 73])
      let temperament = uses ? try temperament("werckmeister-3").laid(onTonic: 1, anchor: .reference) : .equal
      for key in route.keys {
        let expected = temperament.frequency(ofNote: key.note, reference: Frequency(hertz: 442))
        #expect(isAt(key.frequency, expected.hertz))
        #expect(route.targets.entries.contains { $0.frequency == key.frequency && $0.key == Int(key.id.index) })
      }
      #expect(route.targets.entries.allSatisfy { (20...8000).contains($0.frequency.hertz) })
    }
  }

  @Test("Strings given in cents keep them; the others of the preset follow the temperament, and the badge says so")
  func ownIntonation() throws {
    let plain = try route(Self.kora)
    let tempered = try route(Self.kora) { $0.usesTemperament = true }
    #expect(plain.branch == .ownIntonation && tempered.branch == .ownIntonation)
    #expect(zip(plain.keys, tempered.keys).map { $0.frequency == $1.frequency } == [true, true, false])
    #expect(plain.badge == nil && tempered.badge == "WERK III / C")
    #expect(try route(Self.harps) { $0.usesTemperament = true }.badge == nil)
  }

  @Test("Open/Chromatic has every degree of any scale, and a ribbon of one period that can be shifted")
  func otherScales() throws {
    for (id, count, period) in [("53-edo", 53, 1200.0), ("bohlen-pierce", 13, 1901.955)] {
      for base in [48, 60, 71] {
        let route = try route(Self.open, id) {
          $0.usesTemperament = true
          $0.ribbonBase = base
        }
        #expect(route.keys.count == count)
        #expect(route.keys.map { Int($0.id.index) } == Array(base..<base + count))
        let next = try #require(route.key(forNote: base + count, temporary: true))
        #expect(abs(next.frequency.cents(above: route.keys[0].frequency).value - period) < 0.001)
        for key in route.keys {
          #expect(route.targets.entries.contains { $0.frequency == key.frequency })
          if key.note <= 127 { #expect(route.key(forNote: key.note, temporary: false) == key) }
        }
      }
    }
  }

  @Test("Under a keyboard map each key plays its degree, and those that it leaves out are silent")
  func keyboardMap() throws {
    let route = try route(Self.open, "pelog-kanyut-mesem") { $0.usesTemperament = true }
    #expect(route.badge == "KANYUT P")
    #expect(route.keys.count == 7)
    let white = [60, 62, 64, 65, 67, 69, 71, 72]
    for note in 60...72 {
      #expect((route.key(forNote: note, temporary: true) != nil) == white.contains(note), "\(note)")
    }
    #expect(route.key(forNote: 62, temporary: true).map { isAt($0.frequency, 295) } == true)
    let mapped = try self.route(Self.open, "19-edo") { $0.usesTemperament = true }
    #expect(mapped.keys.count == 19)
    let third = try #require(mapped.key(forNote: 64, temporary: false))
    #expect(isAt(third.frequency, mapped.keys[0].frequency.raised(by: Cents(6 * 1200.0 / 19)).hertz))
  }

  @Test("A string that is named is the nearest degree of a scale that has no twelve notes")
  func namedStrings() throws {
    for id in ["53-edo", "31-edo", "19-edo"] {
      let route = try route(guitarText, id) { $0.usesTemperament = true }
      let half = 600.0 / (Double(id.prefix(2)) ?? .nan)
      for key in route.keys {
        let offset = key.frequency.cents(above: NoteName.frequency(ofNote: key.note, reference: a440)).value
        #expect(abs(offset) <= half + arithmeticCents, "\(id): \(key.name)")
      }
      #expect(route.keys[1].frequency.hertz == 110 && route.keys.count == 6)
    }
  }

  @Test("Reference, temperament, tonic and Sa change no key's identity, so that what sounds glides")
  func identities() throws {
    let changes: [(inout TuningSettings) -> Void] = [
      { $0.reference = (try? ReferencePitch(hertz: 415)) ?? .standard }, { $0.usesTemperament = true },
      {
        $0.usesTemperament = true
        $0.tonic = 5
      }, { $0.anchor = .tonic }, { $0.sa = (try? Sa(root: 3)) ?? .standard }, { $0.overridesRatios = true },
      { $0.showsSwaras = false }
    ]
    for text in [Self.sitar, Self.kora, Self.open, guitarText] {
      let before = try route(text)
      for change in changes {
        var surface = ControlSurface(
          route: before, settings: ControlSettings(keyMode: .latch), rate: 48_000)
        var changed: [ControlSurface.Change] = []
        let after = try route(text, "werckmeister-3", change)
        #expect(after.keys.map(\.id) == before.keys.map(\.id))
        for key in before.keys.prefix(3) {
          _ = surface.handle(
            .noteOn(channel: .init(clamping: 0), note: .init(clamping: key.note), velocity: 90), device: 1, at: .zero)
        }
        changed += surface.install(after, at: .zero).map(\.1)
        for change in changed {
          guard case .ribbon(.retune(let old, let new), _) = change else {
            Issue.record("\(change) is no glide")
            continue
          }
          #expect(old.id == new.id)
        }
        #expect(surface.ribbon.latched.count == 3)
      }
    }
  }

  @Test("What is heard makes a reference, but a swara does not: it sends the player to Sa")
  func heard() throws {
    let guitar = try route(guitarText)
    let target = try #require(guitar.targets.entries.first { $0.note == 45 })
    let reference = try guitar.reference(hearing: Frequency(hertz: 110.52), as: target, under: .standard)
    #expect(reference.frequency.hertz == 442.1)
    let sitar = try route(Self.sitar)
    var fault: ValueFault?
    do throws(ValueFault) {
      _ = try sitar.reference(hearing: Frequency(hertz: 278), as: sitar.targets.entries[0], under: .standard)
    } catch { fault = error }
    #expect(
      fault?.description
        == "found a swara, which the reference does not move; expected a Western preset; here, set Sa instead")
  }

  @Test("Any scale, map, tonic, reference and preset gives a route within bounds, never a trap")
  func randomRoutes() throws {
    var random = SplitMix64(seed: 41)
    var count = 0
    let presets = try [Self.sitar, Self.kora, Self.open, guitarText].map { try #require(preset($0)) }
    for round in 0..<Soak.rounds(2000) {
      let degrees = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        Interval.cents(Cents(.random(in: -1e3...2e3, using: &random) * (round % 50 == 0 ? 1e300 : 1)))
      }
      var settings = TuningSettings()
      settings.usesTemperament = Bool.random(using: &random)
      settings.overridesRatios = Bool.random(using: &random)
      settings.tonic = .random(in: -20...20, using: &random)
      settings.ribbonBase = .random(in: 0...127, using: &random)
      settings.anchor = Bool.random(using: &random) ? .tonic : .reference
      let size = Int.random(in: 0...20, using: &random)
      let map = KeyboardMap(
        entries: (0..<size).map { _ in Bool.random(using: &random) ? .random(in: -40...40, using: &random) : nil },
        size: size, middle: .random(in: 0...127, using: &random), formalOctave: .random(in: -30...30, using: &random))
      let scale = try #require(Scale(description: "", degrees: degrees))
      let temperament = Temperament(id: "x", scale: scale, keyboardMap: Bool.random(using: &random) ? map : nil)
      let preset = presets[round % presets.count]
      let route = ModeRouter.route(settings, preset: preset, number: 1, temperament: temperament)
      #expect(route.targets.entries.count <= 65_536 + 2 * degrees.count)
      for note in stride(from: 0, through: 127, by: 9) {
        guard let key = route.key(forNote: note, temporary: true) else { continue }
        #expect(key.frequency.isPitch)
        count += 1
      }
      #expect(Set(route.keys.map(\.id)).count == route.keys.count)
    }
    #expect(count > 1000)
  }
}

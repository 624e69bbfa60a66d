import MIDIMessages
import Testing
import Timebase
import TunerRules
import Tuning

/// What becomes of sounding keys when the ribbon under them changes.
struct ControlSurfaceRouteTests {
  private let guitar: Route

  init() throws { guitar = try #require(route(guitarText)) }

  private func rig(_ keyMode: KeyMode = .hold, _ route: Route? = nil) -> PlayedSurface {
    PlayedSurface(ControlSurface(route: route ?? guitar, settings: ControlSettings(keyMode: keyMode), rate: 48_000))
  }

  @Test("A new reference moves what sounds; nothing starts or stops")
  func retune() throws {
    let baroque = try #require(route(guitarText, reference: Frequency(hertz: 415)))
    var rig = rig(.latch)
    rig.on(45)
    rig.on(61)
    rig.adopt(ControlSettings(keyMode: .hold))
    rig.on(50)
    rig.install(baroque)
    let temporary = try #require(baroque.key(forNote: 61, temporary: true))
    #expect(rig.started == [45, 61, 50])
    #expect(rig.voices.keys == Set(baroque.keys[1...2] + [temporary]))
    rig.off(50)
    #expect(rig.notes == [45, 61])
  }

  @Test("Latches come back by the names that were kept of them, on the ribbon and off it; what is no name is left out")
  func keptLatches() {
    var before = ControlSurface(route: guitar, settings: ControlSettings(keyMode: .latch), rate: 48_000)
    for note in [45, 61, 64] {
      let message = Message.noteOn(channel: Channel(clamping: 0), note: UInt7(clamping: note), velocity: 100)
      _ = before.handle(message, device: 0, at: .zero)
    }
    let names = before.ribbon.latched.map(Route.name)
    #expect(names == ["2", "note:61", "6"])
    var after = ControlSurface(route: guitar, settings: ControlSettings(), rate: 48_000)
    let changes = after.latch(["x", "0", "99", "note:200", "-3"], at: .zero)
    #expect(changes.isEmpty && after.ribbon.latched.isEmpty)
    let started = after.latch(names, at: .zero).count
    #expect(after.ribbon.latched == before.ribbon.latched && started == 3)
    let again = after.latch(names, at: .zero).count
    #expect(again == 0 && after.ribbon.latched.count == 3)
  }

  @Test("Another preset keeps the latches it has a key for; held keys sound until they are let go")
  func otherPreset() throws {
    let drop = try #require(route("preset drop \"D\"\nstrings D2 A2 D3 G3 B3 E4\n", number: 1))
    var rig = rig(.latch)
    rig.on(62)
    rig.on(45)
    rig.adopt(ControlSettings(keyMode: .hold))
    rig.on(40)
    rig.install(drop)
    #expect(rig.notes == [40, 45])
    rig.on(61)
    #expect(rig.surface.ribbon.latched == [drop.keys[1]])
    rig.off(40)
    rig.off(61)
    #expect(rig.notes == [45])
    rig.adopt(ControlSettings(keyMode: .latch))
    rig.on(45)
    #expect(rig.notes.isEmpty)
  }

  @Test("A new Sa takes the latched swara with it, past the semitone too")
  func newSa() throws {
    let text = "preset p \"P\"\nindian\nstrings 1 16/15 9/8 3/2\n"
    let old = try #require(route(text))
    let new = try #require(route(text, sa: saOf440.raised(by: Cents(60))))
    var rig = rig(.latch, old)
    rig.on(61)
    rig.on(68)
    rig.install(new)
    #expect(new.keys.map(\.note) == [62, 63, 64, 69])
    #expect(rig.voices.keys == [new.keys[0], new.keys[3]])
    #expect(rig.started == [61, 68])
  }

  @Test("A shifted chromatic ribbon keeps what it still reaches")
  func shift() throws {
    let low = try #require(route("preset c \"C\"\nchromatic\n"))
    let high = try #require(route("preset c \"C\"\nchromatic\n", chromaticBase: 67))
    var rig = rig(.latch, low)
    for note in [60, 67, 70] { rig.on(note) }
    rig.install(high)
    #expect(rig.notes == [67, 70])
    #expect(rig.started == [60, 67, 70])
    rig.on(72)
    #expect(rig.notes == [67, 70, 72])
  }

  @Test("A new epoch ends the strum; what is held and latched goes on")
  func restart() {
    var rig = rig()
    rig.on(40)
    rig.control(.modulation, 127)
    #expect(rig.notes == [40, 64])
    rig.restart(rate: 96_000)
    #expect(rig.notes == [40])
    rig.control(.modulation, 1)
    rig.control(.modulation, 127)
    rig.pass(29)
    #expect(rig.started.last == 64)
    rig.wait(1000)
    #expect(rig.started.suffix(5) == [45, 50, 55, 59, 64])
    #expect(rig.fault == nil)
  }
}

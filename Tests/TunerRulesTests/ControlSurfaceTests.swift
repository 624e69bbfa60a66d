import MIDIMessages
import Testing
import Timebase
import TunerRules
import Tuning

struct ControlSurfaceTests {
  private let guitar: Route

  init() throws { guitar = try #require(route(guitarText)) }

  private func rig(_ keyMode: KeyMode = .hold, _ route: Route? = nil) -> PlayedSurface {
    PlayedSurface(ControlSurface(route: route ?? guitar, settings: ControlSettings(keyMode: keyMode), rate: 48_000))
  }

  private func rig(_ settings: ControlSettings) -> PlayedSurface {
    PlayedSurface(ControlSurface(route: guitar, settings: settings, rate: 48_000))
  }

  private func rig(assigning action: AssignableAction, to binding: ControlBinding) -> PlayedSurface {
    var settings = ControlSettings()
    settings.bindings[action] = binding
    return rig(settings)
  }

  @Test("A note-on toggles the latch of its key, and note-offs mean nothing")
  func latchMode() {
    var rig = rig(.latch)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes == [45])
    rig.on(50)
    rig.on(45)
    #expect(rig.notes == [50])
    rig.off(50)
    rig.off(45)
    #expect(rig.notes == [50])
    #expect(rig.surface.ribbon.latched.map(\.note) == [50])
  }

  @Test("A fourth latch displaces the first")
  func latchCap() {
    var rig = rig(.latch)
    for note in [40, 45, 50, 55] { rig.on(note) }
    #expect(rig.notes == [45, 50, 55])
  }

  @Test("In hold mode a key sounds while it is held, on whichever keyboard")
  func holdMode() {
    var rig = rig()
    rig.on(45, device: 1)
    rig.on(45, device: 2)
    rig.off(45, device: 1)
    #expect(rig.notes == [45])
    rig.send(.noteOn(channel: Channel(clamping: 0), note: 45, velocity: 0), device: 2)
    #expect(rig.notes.isEmpty)
    #expect(rig.effects == 2)
  }

  @Test("A key keeps the pitch of its string; a note on no string sounds at the active temperament")
  func offRibbon() {
    var rig = rig()
    rig.on(45)
    rig.on(46)
    #expect(rig.voices.keys.map(\.frequency.hertz).sorted().first == 110)
    let temporary = rig.voices.keys.first { $0.note == 46 }
    #expect(temporary?.frequency == NoteName.frequency(ofNote: 46, reference: a440))
    rig.off(46)
    rig.off(45)
    #expect(rig.notes.isEmpty)
  }

  @Test("The pedal holds what is let go, and only that, until it comes up")
  func sustain() {
    var rig = rig()
    rig.on(45)
    rig.on(50)
    rig.control(.sustain, 127)
    rig.off(45)
    #expect(rig.notes == [45, 50])
    rig.control(.sustain, 0)
    #expect(rig.notes == [50])
    rig.off(50)
    #expect(rig.notes.isEmpty)
  }

  @Test("A half pedal acts where it crosses the middle, and nowhere else")
  func halfPedal() {
    var rig = rig()
    rig.on(45)
    for value in [1, 5, 3, 40, 63] { rig.control(.sustain, value) }
    rig.off(45)
    #expect(rig.notes.isEmpty)
    for value in [2, 63, 64, 90, 127, 100, 64] { rig.control(.sustain, value) }
    rig.on(50)
    rig.off(50)
    for value in [70, 64, 127, 65] { rig.control(.sustain, value) }
    #expect(rig.notes == [50])
    rig.control(.sustain, 63)
    #expect(rig.notes.isEmpty)
    rig.on(55)
    for value in [40, 5, 1] { rig.control(.sustain, value) }
    #expect(rig.notes == [55])
  }

  @Test("A sustained key that is struck again is held again, and sounds on without a break")
  func struckAgain() {
    var rig = rig()
    rig.control(.sustain, 127)
    rig.on(45)
    rig.off(45)
    rig.on(45)
    rig.control(.sustain, 0)
    #expect(rig.notes == [45])
    #expect(rig.effects == 1)
    rig.off(45)
    #expect(rig.notes.isEmpty)
  }

  @Test("A pedal is that of its own channel and keyboard")
  func otherPedals() {
    var rig = rig()
    rig.control(.sustain, 127, channel: 1)
    rig.control(.sustain, 127, device: 2)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes.isEmpty)
    rig.on(50, channel: 1)
    rig.off(50, channel: 1)
    rig.on(55, device: 2)
    rig.off(55, device: 2)
    #expect(rig.notes == [50, 55])
    rig.control(.sustain, 127)
    for channel in [0, 2] { rig.control(.sustain, 0, channel: channel) }
    #expect(rig.notes == [50, 55])
    rig.control(.sustain, 0, channel: 1)
    #expect(rig.notes == [55])
    rig.control(.sustain, 0, device: 2)
    #expect(rig.notes.isEmpty)
  }

  @Test("What only the pedal holds gives way before what is held")
  func sustainedGivesWay() {
    var rig = rig()
    rig.on(40)
    rig.control(.sustain, 127)
    rig.on(45)
    rig.off(45)
    rig.on(50)
    rig.on(55)
    #expect(rig.notes == [40, 50, 55])
  }

  @Test("An unplugged keyboard holds nothing more: neither keys nor its pedal; latches stay")
  func unplugged() {
    var rig = rig(.latch)
    rig.on(40)
    rig.adopt(ControlSettings(keyMode: .hold))
    rig.control(.sustain, 127)
    rig.on(45)
    rig.on(50)
    rig.off(50)
    rig.unplug(1)
    #expect(rig.notes == [40])
    rig.off(45)
    #expect(rig.notes == [40])
    rig.on(45, device: 2)
    rig.off(45, device: 2)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes == [40])
  }

  @Test("Another keyboard's keys outlast the unplugging")
  func othersStay() {
    var rig = rig()
    rig.on(45, device: 1)
    rig.on(45, device: 2)
    rig.on(50, device: 2)
    rig.unplug(1)
    #expect(rig.notes == [45, 50])
    rig.unplug(2)
    #expect(rig.notes.isEmpty)
  }

  @Test("All sound off and all notes off silence latches, touches, pedal and strum", arguments: [120, 123] as [UInt8])
  func silence(number: UInt8) throws {
    let controller = Controller(try #require(UInt7(exactly: number)))
    var rig = rig(.latch)
    rig.on(40)
    rig.adopt(ControlSettings(keyMode: .hold))
    rig.control(.sustain, 127)
    rig.on(45)
    rig.off(45)
    rig.control(.modulation, 127)
    #expect(rig.notes == [40, 45, 64])
    rig.control(controller, 0, device: 5)
    #expect(rig.notes.isEmpty)
    rig.off(45)
    rig.control(.sustain, 0)
    rig.wait(2000)
    #expect(rig.notes.isEmpty)
    #expect(rig.surface.deadline == nil)
    rig.on(50)
    #expect(rig.notes == [50])
  }

  @Test("A fast sweep is a strum: every string in turn, and of three latches it takes one")
  func sweep() {
    var rig = rig(.latch)
    for note in [60, 61, 62] { rig.on(note) }
    rig.control(.modulation, 1)
    rig.control(.modulation, 127)
    rig.wait(1000)
    #expect(rig.started.dropFirst(3) == [40, 45, 50, 55, 59, 64])
    #expect(rig.notes == [61, 62])
  }

  @Test("A sweep over latched keys leaves them as they are")
  func sweepOverLatches() {
    var rig = rig(.latch)
    for note in [45, 55] { rig.on(note) }
    rig.control(.modulation, 1)
    rig.control(.modulation, 127)
    rig.wait(1000)
    #expect(rig.started == [45, 55, 40, 50, 59, 64])
    #expect(rig.notes == [45, 55])
  }

  @Test("Changes come in the order of their times, what fell due before an unplugging or a new ribbon too")
  func inOrder() throws {
    let next = try #require(route(guitarText, number: 1))
    for event in 0..<3 {
      var rig = rig()
      rig.on(61)
      rig.control(.modulation, 1)
      rig.control(.modulation, 127)
      rig.pass(100)
      switch event {
      case 0: rig.unplug(1)
      case 1: rig.install(next)
      default: rig.clear()
      }
      rig.wait(1000)
      #expect(rig.started.prefix(5) == [61, 40, 45, 50, 55])
      #expect(rig.fault == nil)
    }
  }

  @Test("Level controls set the level, and touch no voice")
  func level() {
    var rig = rig()
    rig.on(40)
    rig.control(.volume, 127)
    rig.control(.expression, 0)
    #expect(rig.levels == [1, 0])
    #expect(rig.notes == [40])
  }

  @Test("A mute switch silences the output and leaves the keys as they are; said twice, it is done once")
  func mute() {
    var rig = rig(assigning: .muteDrones, to: ControlBinding(.controller(80), follows: true))
    rig.on(40)
    for value in [127, 64, 63, 0] { rig.control(80, value) }
    #expect(rig.mutes == [true, false])
    #expect(rig.notes == [40])
  }

  @Test("The power switch clears the ribbon; while it is off keys and strum do nothing; on is silent")
  func power() {
    var rig = rig(assigning: .power, to: ControlBinding(.controller(81), follows: true))
    rig.on(40)
    rig.control(81, 0)
    #expect(rig.notes.isEmpty && !rig.surface.isPowered)
    rig.on(45)
    rig.control(.modulation, 64)
    rig.wait(500)
    #expect(rig.started == [40])
    rig.control(81, 127)
    #expect(rig.notes.isEmpty && rig.powers == [false, true])
    rig.on(45)
    #expect(rig.notes == [45])
    #expect(rig.fault == nil)
  }

  @Test("A preset without keys can be played all the same")
  func empty() throws {
    // A period so wide that no degree but A4 can be heard, and the ribbon begins at C4.
    let scale = try #require(Scale(description: "", degrees: [.cents(Cents(1e9))]))
    let silent = try #require(
      route("preset c \"C\"\nchromatic\n", temperament: Temperament(id: "far", scale: scale)))
    #expect(silent.keys.isEmpty)
    var rig = rig(.hold, silent)
    rig.control(.modulation, 64)
    rig.wait(1000)
    #expect(rig.started.isEmpty)
  }
}

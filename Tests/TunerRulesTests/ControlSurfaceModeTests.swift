import MIDIMessages
import Testing
import TunerRules

/// What settings and assigned controls make of a keyboard.
struct ControlSurfaceModeTests {
  private let guitar: Route

  init() throws { guitar = try #require(route(guitarText)) }

  private func rig(_ keyMode: KeyMode = .hold, _ change: (inout ControlSettings) -> Void = { _ in }) -> PlayedSurface {
    var settings = ControlSettings(keyMode: keyMode)
    change(&settings)
    return PlayedSurface(ControlSurface(route: guitar, settings: settings, rate: 48_000))
  }

  @Test("In the mode of both a key sounds while it is held, and a second hit within 300 ms latches it")
  func both() {
    var rig = rig(.both)
    rig.on(45)
    #expect(rig.notes == [45])
    rig.off(45)
    #expect(rig.notes.isEmpty)
    rig.pass(200)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes == [45] && rig.surface.ribbon.latched.map(\.note) == [45])
    // A third hit is a first one again; two more release the latch, and the key ends with its touch.
    rig.pass(1000)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes == [45])
    rig.on(45)
    #expect(rig.surface.ribbon.latched.isEmpty && rig.notes == [45])
    rig.off(45)
    #expect(rig.notes.isEmpty)
  }

  @Test("Two hits too far apart, or of two keys, latch nothing")
  func notTwice() {
    var rig = rig(.both)
    rig.on(45)
    rig.off(45)
    rig.pass(400)
    rig.on(45)
    rig.off(45)
    rig.on(50)
    rig.off(50)
    rig.on(45)
    rig.off(45)
    #expect(rig.notes.isEmpty)
  }

  @Test("Pads play the keys in their order from the base note on, and beyond them nothing")
  func index() {
    var rig = rig { $0.keyMapping = .index(base: 36) }
    for pad in [35, 36, 41, 42] { rig.on(pad) }
    #expect(rig.notes == [40, 64])
    for pad in [35, 36, 41, 42] { rig.off(pad) }
    #expect(rig.notes.isEmpty)
  }

  @Test("Where only the ribbon is played, other notes do nothing")
  func ribbonOnly() {
    var rig = rig { $0.keyMapping = .pitch(ribbonOnly: true) }
    rig.on(46)
    rig.on(45)
    #expect(rig.notes == [45])
  }

  @Test("Velocity is level where that is wanted, and nowhere else")
  func velocity() {
    var plain = rig()
    plain.send(.noteOn(channel: Channel(clamping: 0), note: 45, velocity: 20), device: 1)
    #expect(plain.gains == [1])
    var rig = rig { $0.velocityIsLevel = true }
    for velocity in [127, 64] as [UInt7] {
      rig.send(.noteOn(channel: Channel(clamping: 0), note: 45, velocity: velocity), device: 1)
      rig.off(45)
    }
    #expect(rig.gains.first == 1)
    #expect(abs((rig.gains.last ?? 0) - 0.254) < 0.001)
    rig.send(.noteOn(channel: Channel(clamping: 0), note: 50, velocity: 64), device: 1)
    let sounding = rig.surface.ribbon.sounding.first
    #expect(sounding.map { rig.surface.gain(of: $0.id) } == rig.gains.last)
  }

  @Test("Channels that are not listened to do nothing; when one is left, what was held on it ends")
  func channels() {
    var rig = rig { $0.channels = [Channel(clamping: 0)] }
    rig.on(45, channel: 0)
    rig.on(50, channel: 1)
    #expect(rig.notes == [45])
    var settings = ControlSettings(keyMode: .hold)
    settings.channels = [Channel(clamping: 1)]
    rig.adopt(settings)
    #expect(rig.notes.isEmpty)
    rig.off(45, channel: 0)
    rig.on(50, channel: 1)
    #expect(rig.notes == [50])
  }

  @Test("Settings that are the same change nothing; others let go of what is held, the pedal too, and keep latches")
  func adopting() {
    var rig = rig(.latch)
    rig.on(40)
    rig.adopt(ControlSettings(keyMode: .hold))
    rig.control(.sustain, 127)
    rig.on(45)
    rig.control(.modulation, 127)
    rig.adopt(ControlSettings(keyMode: .hold))
    #expect(rig.notes == [40, 45, 64])
    rig.adopt(ControlSettings(keyMode: .both))
    #expect(rig.notes == [40])
    rig.on(45)
    rig.off(45)
    #expect(rig.notes == [40])
    #expect(rig.fault == nil)
  }

  @Test("A reset of a channel's controllers lets its pedal up, and no other")
  func controllersReset() {
    var rig = rig()
    for channel in 0...1 {
      rig.control(.sustain, 127, channel: channel)
      rig.on(45 + 5 * channel, channel: channel)
      rig.off(45 + 5 * channel, channel: channel)
    }
    rig.control(.resetControllers, 0, channel: 0)
    #expect(rig.notes == [50])
  }

  @Test(
    "A keyboard that says it is there, and then no longer, holds nothing after 330 ms; one that never did may be silent"
  )
  func activeSensing() {
    var rig = rig()
    rig.on(45, device: 1)
    rig.on(50, device: 2)
    rig.control(.modulation, 127, device: 2)
    rig.send(.activeSensing, device: 2)
    for _ in 0..<5 {
      rig.wait(290)
      rig.send(.activeSensing, device: 2)
    }
    #expect(rig.notes == [45, 50])
    // Any message is a sign of life.
    rig.wait(200)
    rig.on(55, device: 2)
    rig.wait(325)
    #expect(rig.notes == [45, 50, 55])
    rig.wait(10)
    #expect(rig.notes == [45])
    rig.wait(10_000)
    #expect(rig.notes == [45])
    #expect(rig.fault == nil && rig.surface.deadline == nil)
    // It is heard again when it comes back.
    rig.on(55, device: 2)
    rig.wait(1000)
    #expect(rig.notes == [45, 55])
  }

  @Test("The strum of a keyboard that is unplugged is lifted; that of another is not")
  func strumOfAnother() {
    var rig = rig()
    rig.control(.modulation, 127, device: 1)
    rig.unplug(2)
    #expect(rig.notes == [64])
    rig.unplug(1)
    #expect(rig.notes.isEmpty)
  }

  @Test("What concerns more than the keys is asked for, in order")
  func requests() {
    let actions: [AssignableAction] = [
      .nextPreset, .previousPreset, .referenceUp, .referenceDown, .referenceHeard, .saUp, .saDown, .temperament,
      .mutePitch
    ]
    var rig = rig { settings in
      for (index, action) in actions.enumerated() {
        settings.bindings[action] = ControlBinding(.note(UInt7(clamping: index)))
      }
    }
    for index in actions.indices {
      rig.on(index)
      rig.off(index)
    }
    rig.send(.programChange(channel: Channel(clamping: 0), program: 9), device: 1)
    #expect(
      rig.requests == [
        .stepPreset(1), .stepPreset(-1), .stepReference(1), .stepReference(-1), .takeReference, .stepSa(1), .stepSa(-1),
        .temperament(.toggle), .mutePitch(.toggle), .program(9)
      ])
    #expect(rig.started.isEmpty)
  }

  @Test("Mutes toggle at each press, and panic silences what is latched")
  func mutes() {
    var rig = rig(.latch) { settings in
      settings.bindings = [
        .muteThru: ControlBinding(.controller(20)), .muteDrones: ControlBinding(.controller(21)),
        .panic: ControlBinding(.controller(22))
      ]
    }
    rig.on(40)
    for _ in 0..<3 {
      for controller in [20, 21] as [Controller] { for value in [127, 0] { rig.control(controller, value) } }
    }
    #expect(rig.thruMutes == [true, false, true] && rig.mutes == [true, false, true])
    rig.control(22, 127)
    #expect(rig.notes.isEmpty)
  }
}

import MIDIMessages
import TestSupport
import Testing
import TunerRules
import Tuning

struct ControlSurfacePropertyTests {
  private static let controllers: [Controller] = [.modulation, .sustain, .sustain, .volume, .expression, 2]

  @Test(
    "Whatever is played, voices are what is lit, changes are in order, and no key hangs", arguments: KeyMode.allCases)
  func random(keyMode: KeyMode) throws {
    let routes = [
      try #require(route(guitarText)), try #require(route(guitarText, reference: Frequency(hertz: 415))),
      try #require(route("preset d \"D\"\nstrings D2 A2+A3 D3+D4 G3\n", number: 1)),
      try #require(route("preset c \"C\"\nchromatic\n", number: 2)),
      try #require(route("preset c \"C\"\nchromatic\n", number: 2, chromaticBase: 55)),
      try #require(route("preset i \"I\"\nindian\nstrings 3/4 1 1 9/8 2\n", number: 3))
    ]
    var random = SplitMix64(seed: 4)
    var rig = PlayedSurface(ControlSurface(route: routes[0], settings: ControlSettings(keyMode: keyMode), rate: 48_000))
    var held: Set<[Int]> = []
    for event in 0..<100_000 {
      let device = Int32.random(in: 1...3, using: &random)
      let channel = Int.random(in: 0...1, using: &random)
      let note = [38, 40, 45, 50, 55, 60, 61, 62].randomElement(using: &random) ?? 40
      let owner = [Int(device), channel, note]
      switch Int.random(in: 0..<1000, using: &random) {
      case 0..<350:
        rig.on(note, device: device, channel: channel)
        held.insert(owner)
      case 350..<700:
        rig.off(note, device: device, channel: channel)
        held.remove(owner)
      case 700..<940:
        let controller = Self.controllers.randomElement(using: &random) ?? .sustain
        let value = Int.random(in: 0...127, using: &random)
        rig.control(controller, value, device: device, channel: channel)
      case 940..<960: rig.pass(.random(in: 0...400, using: &random))
      case 960..<980: rig.wait(.random(in: 0...400, using: &random))
      case 980..<990:
        rig.unplug(device)
        held = held.filter { $0[0] != Int(device) }
      case 990..<993: rig.control(.allNotesOff, 0, device: device)
      case 993..<999: rig.install(routes.randomElement(using: &random) ?? routes[0])
      default: rig.restart(rate: Bool.random(using: &random) ? 48_000 : 44_000)
      }
      try #require(rig.fault == nil, "event \(event): \(rig.fault ?? "")")

      if event.isMultiple(of: 500) {
        for owner in held.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
          rig.off(owner[2], device: Int32(owner[0]), channel: owner[1])
        }
        held = []
        for device in 1...3 {
          for channel in 0...1 { rig.control(.sustain, 0, device: Int32(device), channel: channel) }
        }
        rig.wait(2000)
        try #require(rig.fault == nil)
        try #require(rig.surface.ribbon.activeTouches.isEmpty, "event \(event)")
        try #require(rig.surface.ribbon.sounding == rig.surface.ribbon.latched, "event \(event)")
        if keyMode == .hold { try #require(rig.notes.isEmpty, "event \(event)") }
      }
    }
    #expect(rig.effects > 10_000)
  }
}

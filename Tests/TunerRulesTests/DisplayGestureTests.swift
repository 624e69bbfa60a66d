import Testing
import Timebase
import TunerRules
import Tuning

/// What is done at a display, as the playing surface takes it.
struct DisplayGestureTests {
  private struct Played {
    var surface: ControlSurface
    var voices = Voices()
    private var frame: Int64 = 0

    init(_ route: Route) { surface = ControlSurface(route: route, settings: ControlSettings(), rate: 48_000) }

    mutating func play(_ gestures: KeyGesture...) {
      for gesture in gestures {
        frame += 480
        for (_, change) in surface.play(gesture, at: StreamTime(epoch: 0, frame: frame)) {
          if case .ribbon(let effect, _) = change { voices.apply(effect) }
        }
      }
    }

    mutating func perform(_ action: AssignableAction) -> [ControlSurface.Change] {
      frame += 480
      return surface.perform(action, .toggle, at: StreamTime(epoch: 0, frame: frame)).map(\.1)
    }

    var sounding: [String] { surface.ribbon.sounding.map(\.name) }
  }

  @Test("A tap latches, a second one releases; a held finger sounds for as long as it is there")
  func taps() throws {
    let guitar = try #require(route(guitarText))
    var played = Played(guitar)
    let key = guitar.keys[1].id
    played.play(.touch(finger: 0, key), .latch(key), .lift(finger: 0))
    #expect(played.sounding == ["A2"] && played.surface.ribbon.latched.count == 1)
    played.play(.touch(finger: 0, key), .latch(key), .lift(finger: 0))
    #expect(played.sounding.isEmpty)
    played.play(.touch(finger: 0, key))
    #expect(played.sounding == ["A2"] && played.surface.ribbon.latched.isEmpty)
    played.play(.touch(finger: 0, guitar.keys[2].id))
    #expect(played.sounding == ["D3"])
    played.play(.lift(finger: 0), .lift(finger: 0))
    #expect(played.sounding.isEmpty && played.voices.keys.isEmpty && played.voices.fault == nil)
  }

  @Test("A tap on a fourth key ends the oldest latch at the touch, and the latch that follows takes no other")
  func cap() throws {
    let guitar = try #require(route(guitarText))
    var played = Played(guitar)
    for index in 0..<3 { played.play(.latch(guitar.keys[index].id)) }
    let key = guitar.keys[3].id
    played.play(.touch(finger: 0, key))
    #expect(played.sounding == ["A2", "D3", "G3"])
    played.play(.latch(key), .lift(finger: 0))
    #expect(played.sounding == ["A2", "D3", "G3"] && played.voices.fault == nil)
  }

  @Test("Fingers are independent, and a key that is not there is not touched")
  func fingers() throws {
    let guitar = try #require(route(guitarText))
    var played = Played(guitar)
    played.play(.touch(finger: 0, guitar.keys[0].id), .touch(finger: 4, guitar.keys[0].id), .lift(finger: 0))
    #expect(played.sounding == ["E2"])
    played.play(.lift(finger: 4))
    let other = Ribbon.KeyID(preset: 77, index: 3)
    played.play(.touch(finger: 0, other), .latch(other))
    #expect(played.sounding.isEmpty)
  }

  @Test("The fork plays any note, on the ribbon or off it, one at a time")
  func fork() throws {
    let guitar = try #require(route(guitarText))
    var played = Played(guitar)
    played.play(.touchNote(finger: 1, note: 69))
    #expect(played.sounding == ["A4"])
    played.play(.touchNote(finger: 1, note: 45))
    #expect(played.sounding == ["A2"])
    played.play(.lift(finger: 1))
    #expect(played.sounding.isEmpty && played.voices.fault == nil)
  }

  @Test("Without power no finger sounds; Mode asks for the next pair of meters")
  func power() throws {
    let guitar = try #require(route(guitarText))
    var played = Played(guitar)
    #expect(played.perform(.power).contains(.power(false)))
    played.play(.touch(finger: 0, guitar.keys[0].id), .latch(guitar.keys[1].id), .touchNote(finger: 1, note: 69))
    #expect(played.sounding.isEmpty)
    #expect(played.perform(.mode) == [.request(.show(.pair))])
  }
}

struct SettingsSetTests {
  @Test("A setting takes values that it accepts, all or none, and says what else was expected")
  func set() {
    var settings = Settings()
    #expect(throws: Never.self) { try settings.set("in-tune", to: ["3"]) }
    #expect(throws: Never.self) { try settings.set("wire", to: ["pitch -> name:A", "pitch -> name:B"]) }
    #expect(settings.inTuneCents == 3 && settings.wiring.count == 2)
    #expect(throws: Never.self) { try settings.set("wire", to: []) }
    #expect(settings.wiring.isEmpty)
    #expect(throws: ValueFault.self) { try settings.set("in-tune", to: ["30"]) }
    #expect(throws: ValueFault.self) { try settings.set("nothing", to: ["1"]) }
    #expect(throws: Never.self) { try settings.set("control-power", to: ["cc 80"]) }
    #expect(throws: ValueFault.self) { try settings.set("control-mode", to: ["cc 80"]) }
    #expect(settings.inTuneCents == 3 && settings.controls.bindings[.mode] == nil)
  }

  @Test("What a setting says it accepts, it accepts")
  func accepted() throws {
    var tried = 0
    for key in Settings.keys {
      var texts: [String] = []
      switch key.accepted {
      case .words(let words): texts = words
      case .numbers(let range, let step):
        let isWhole = step.rounded() == step
        texts = [range.lowerBound, range.upperBound].map { isWhole ? String(Int($0)) : String($0) }
      case .text: break
      }
      for text in texts {
        var settings = Settings()
        #expect(throws: Never.self, "\(key.name) = \(text)") { try settings.set(key.name, to: [text]) }
        #expect(key.values(in: settings).first.flatMap { Double($0) } == Double(text), "\(key.name)")
        tried += 1
      }
    }
    #expect(tried > 40)
  }
}

import Meters
import TestSupport
import Testing
import TunerRules

struct FrontPanelTests {
  private let status = Scene.guitar

  private func type(_ panel: inout FrontPanel, _ text: String) -> [FrontPanel.Request] {
    text.unicodeScalars.flatMap { panel.handle(.character($0), status) }
  }

  @Test("A digit latches the key under it; what is no key does nothing")
  func digits() {
    var panel = FrontPanel()
    #expect(type(&panel, "2") == [.play(.latch(status.keys[1].id))])
    #expect(type(&panel, "0=").isEmpty)
    #expect(panel.handle(.right, status).isEmpty)
    #expect(panel.view(status).cursor == 0)
    #expect(panel.handle(.enter, status) == [.play(.latch(status.keys[0].id))])
  }

  @Test("A key pressed and let go on its label is latched; dragged over others it is strummed, and latches nothing")
  func fingers() {
    var panel = FrontPanel()
    let (first, second) = (status.keys[0].id, status.keys[1].id)
    #expect(panel.handle(.press(.key(first)), status) == [.play(.touch(finger: 0, first))])
    #expect(panel.handle(.release(.key(first)), status) == [.play(.latch(first)), .play(.lift(finger: 0))])
    #expect(panel.handle(.press(.key(first)), status) == [.play(.touch(finger: 0, first))])
    #expect(panel.handle(.drag(.key(second)), status) == [.play(.touch(finger: 0, second))])
    #expect(panel.handle(.drag(.nothing), status).isEmpty)
    #expect(panel.handle(.drag(.key(first)), status) == [.play(.touch(finger: 0, first))])
    #expect(panel.handle(.release(.key(first)), status) == [.play(.lift(finger: 0))])
    #expect(panel.handle(.release(.key(first)), status).isEmpty)
  }

  @Test("A touch on a meter goes to the next one, of that meter alone")
  func meters() {
    var panel = FrontPanel()
    #expect(panel.handle(.press(.meter), status) == [.ask(.show(.meter))])
    #expect(panel.handle(.press(.subMeter), status) == [.ask(.show(.subMeter))])
    #expect(type(&panel, "m") == [.perform(.mode, .toggle)])
  }

  @Test("Mode comes round to every pair, and each to its own partner")
  func pairs() {
    var display = DisplaySettings()
    var seen: [DisplaySettings.Meter] = []
    for _ in DisplaySettings.Meter.allCases {
      seen.append(display.meter)
      #expect(display.subMeter == DisplaySettings.partner(of: display.meter))
      display = display.stepped(.pair)
    }
    #expect(seen == DisplaySettings.Meter.allCases && display == DisplaySettings())
  }

  @Test("A preset is found by what is typed, and set")
  func preset() {
    var panel = FrontPanel()
    _ = type(&panel, "pdad")
    #expect(panel.handle(.enter, status) == [.ask(.set(name: "preset", values: ["gtr-dadgad"]))])
  }

  @Test("A number is typed, corrected and set; Escape leaves it as it was")
  func number() {
    var panel = FrontPanel()
    _ = type(&panel, "r443")
    _ = panel.handle(.backspace, status)
    _ = type(&panel, "2")
    #expect(panel.handle(.enter, status) == [.ask(.set(name: "reference", values: ["442"]))])
    _ = type(&panel, "4")
    #expect(panel.handle(.escape, status).isEmpty)
    #expect(panel.handle(.escape, status).isEmpty)
    #expect(panel.view(status).overlay == .none)
  }

  @Test("Every setting can be reached, has its line of help, and takes a value that it accepts")
  func settings() throws {
    var reached: Set<String> = []
    for (number, group) in Settings.keyGroups.enumerated() {
      for place in group.keys.indices {
        var panel = FrontPanel()
        _ = panel.handle(.tab, status)
        _ = type(&panel, "settings")
        _ = panel.handle(.enter, status)
        for _ in 0..<number { _ = panel.handle(.down, status) }
        _ = panel.handle(.enter, status)
        for _ in 0..<place { _ = panel.handle(.down, status) }
        guard case .menu(let menu) = panel.view(status).overlay else {
          Issue.record("no menu")
          continue
        }
        let key = group.keys[place]
        #expect(menu.rows[menu.selection].label == key.name)
        #expect(menu.rows[menu.selection].help.contains(key.summary))
        reached.insert(key.name)
        // Enter until something is asked for: a state changes, a page opens, or the value that stands there is set anew.
        var asked: [FrontPanel.Request] = []
        for _ in 0..<3 where asked.isEmpty { asked = panel.handle(.enter, status) }
        guard case .ask(.set(let name, let values))? = asked.first else { continue }
        var settings = Settings()
        #expect(throws: Never.self) { try settings.set(name, to: values) }
      }
    }
    #expect(reached == Set(Settings.keys.map(\.name)))
  }

  @Test("The fork closes the input while it is open, plays and moves its note, and leaves all as it was")
  func fork() {
    var panel = FrontPanel()
    #expect(type(&panel, "f") == [.perform(.mutePitch, .set(true))])
    #expect(panel.view(status).isFork)
    #expect(panel.handle(.enter, status) == [.play(.touchNote(finger: 1, note: 69))])
    #expect(panel.handle(.up, status) == [.play(.touchNote(finger: 1, note: 81))])
    #expect(type(&panel, "c") == [.play(.touchNote(finger: 1, note: 72))])
    #expect(panel.handle(.escape, status) == [.play(.lift(finger: 1)), .perform(.mutePitch, .set(false))])
    #expect(!panel.view(status).isFork)
    for _ in 0..<20 { _ = panel.handle(.down, status) }
  }

  @Test("A display that goes lifts its fingers and closes its fork")
  func close() {
    var panel = FrontPanel(number: 2)
    _ = panel.handle(.press(.key(status.keys[0].id)), status)
    #expect(panel.close() == [.play(.lift(finger: 8))])
    _ = type(&panel, "f")
    _ = panel.handle(.enter, status)
    #expect(panel.close() == [.play(.lift(finger: 9)), .perform(.mutePitch, .set(false))])
    #expect(panel.close().isEmpty)
  }

  @Test("Whatever is done in whatever order, touches that were set down are lifted in the end")
  func anything() {
    var random = SplitMix64(seed: 21)
    let places: [FrontPanel.Place] =
      status.keys.map { .key($0.id) } + [.meter, .subMeter, .preset, .reference, .nothing, .row(3)]
    let inputs: [FrontPanel.Input] =
      [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace]
      + "1234567890-=mul oditxhpr[]Tsf?abq\u{0C}".unicodeScalars.map { .character($0) }
    for _ in 0..<Soak.rounds(300) {
      var panel = FrontPanel()
      var down: Set<Int> = []
      for _ in 0..<60 {
        let place = places.randomElement(using: &random) ?? .nothing
        let input: FrontPanel.Input
        switch Int.random(in: 0..<8, using: &random) {
        case 0: input = .press(place)
        case 1: input = .drag(place)
        case 2: input = .release(place)
        default: input = inputs.randomElement(using: &random) ?? .tab
        }
        follow(panel.handle(input, status), &down)
        _ = panel.view(status)
      }
      follow(panel.close(), &down)
      #expect(down.isEmpty)
    }
  }

  private func follow(_ requests: [FrontPanel.Request], _ down: inout Set<Int>) {
    for request in requests {
      switch request {
      case .play(.touch(let finger, _)), .play(.touchNote(let finger, _)): down.insert(finger)
      case .play(.lift(let finger)): down.remove(finger)
      default: break
      }
    }
  }
}

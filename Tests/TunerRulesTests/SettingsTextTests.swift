import MIDIMessages
import TestSupport
import Testing
import TunerRules
import Tuning

struct SettingsTextTests {
  private static let sample = """
    # What my pedalboard does.
    keys = both      # two hits latch

    control-power=cc 80 follow
    future-thing = 7 lemons
    wire = deny name:Midi Through*
    strum = bend
    """

  /// What a text makes of the defaults, and its faults.
  private func read(_ text: String) -> (Settings, [String]) {
    var settings = Settings()
    let faults = settings.read(SettingsText(text), file: "settings")
    return (settings, faults.map(\.description))
  }

  @Test("Values are read by name; what means nothing is said, and the rest counts")
  func reading() {
    let (settings, faults) = read(Self.sample)
    #expect(settings.controls.keyMode == .both)
    #expect(settings.controls.bindings == [.power: ControlBinding(.controller(80), follows: true)])
    #expect(settings.controls.strum == .pitchBend)
    #expect(settings.wiring == ["deny name:Midi Through*"])
    #expect(faults.count == 1 && faults[0].hasPrefix("settings:5:1: found a setting \"future-thing\""))
  }

  @Test(
    "A damaged value leaves its own setting as it was, and is said with its place, what it is and what it should be")
  func damaged() {
    let (settings, faults) = read("keys = hold\nin-tune = eleven\nperiod = 64\nkeys = maybe\nrubbish\nrate = 1\n")
    #expect(settings.controls.keyMode == .hold)
    #expect(settings.audio.periodFrames == 64 && settings.audio.rate == 48_000)
    #expect(
      faults == [
        "settings:2:11: found \"eleven\"; expected a number from 1.0 to 10.0 cents; 5.0 stays in force",
        "settings:4:8: found \"maybe\"; expected latch, hold or both; hold stays in force",
        "settings:5:1: found \"rubbish\"; expected NAME = VALUE, or a comment after #",
        "settings:6:8: found \"1\"; expected a whole number from 8000 to 192000; 48000 stays in force"
      ])
  }

  @Test("Sa is given in hertz, or by its root, and kept in hertz")
  func sa() {
    let (settings, faults) = read("sa-hz = F3+50\n")
    #expect(faults.isEmpty && Settings.key(named: "sa-hz")?.values(in: settings) == ["179.7307"])
    let (again, none) = read("sa-hz = 179.7307\n")
    #expect(none.isEmpty && abs(again.tuning.sa.frequency.cents(above: settings.tuning.sa.frequency).value) < 0.001)
    #expect(read("sa-hz = 100\n").1.count == 1 && read("sa-hz = H\n").1.count == 1)
  }

  @Test("Every setting is written as it is read, alone and all together")
  func everySetting() throws {
    var changed = Settings()
    changed.controls.keyMapping = .index(base: 36)
    changed.controls.channels = [Channel(clamping: 0), Channel(clamping: 9)]
    changed.controls.strum = .none
    changed.controls.pedalIsInverted = true
    changed.controls.velocityIsLevel = true
    changed.controls.programBase = 1
    changed.programs = ["gtr-dadgad", "chromatic"]
    changed.audio.inputChannel = 3
    changed.audio.capture = "hw:1,0"
    changed.audio.smallSpeakers = ["hw:0", "default"]
    changed.audio.hasThru = true
    changed.inTuneCents = 2.5
    changed.chimes = true
    changed.wiring = ["one", "two"]
    for (index, action) in AssignableAction.allCases.enumerated() {
      changed.controls.bindings[action] = ControlBinding(.note(UInt7(clamping: index)), channel: Channel(number: 10))
    }
    #expect(Settings.keys.count > 25)
    for settings in [Settings(), changed] {
      var text = SettingsText()
      for key in Settings.keys { text.set(key.name, to: key.values(in: settings)) }
      var again = Settings()
      #expect(again.read(text, file: "").isEmpty)
      for key in Settings.keys { #expect(key.values(in: again) == key.values(in: settings), "\(key.name)") }
      #expect(SettingsText(text.text) == text)
    }
  }

  @Test("A change writes its own line and leaves every other byte, line endings too")
  func changing() {
    var text = SettingsText(Self.sample)
    var settings = Settings()
    _ = settings.read(text, file: "")
    var next = settings
    next.controls.keyMode = .hold
    next.controls.bindings[.power] = nil
    next.chimes = true
    next.wiring = []
    text.update(from: settings, to: next)
    let expected = Self.sample.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.hasPrefix("wire") }.joined(separator: "\n")
      .replacing("keys = both ", with: "keys = hold ").replacing(
        "control-power=cc 80 follow", with: "control-power=none")
    #expect(text.text == expected + "\nchime = on\n")
    var other = SettingsText("a = 1\r\n# b\r\n")
    other.set("c", to: ["2"])
    #expect(other.text == "a = 1\r\n# b\r\nc = 2\r\n")
  }

  @Test("A name that stands there twice is written once, where it last stood")
  func twice() {
    var text = SettingsText("keys = hold\n#\nkeys = latch\n")
    text.set("keys", to: ["both"])
    #expect(text.text == "#\nkeys = both\n")
    text.set("wire", to: ["a", "b"])
    text.set("wire", to: ["c", "d", "e"])
    #expect(text.text == "#\nkeys = both\nwire = c\nwire = d\nwire = e\n")
    text.set("wire", to: [])
    #expect(text.text == "#\nkeys = both\n")
  }

  @Test("One control cannot have two uses, in whichever order they stand; two that change places can")
  func conflicts() {
    let (settings, faults) = read("control-power = cc 1\nstrum = cc 2\ncontrol-panic = cc 2\n")
    #expect(settings.controls.bindings[.power] == ControlBinding(.controller(1)))
    #expect(settings.controls.conflict == nil)
    #expect(settings.controls.bindings[.panic] == nil || settings.controls.strum != .controller(2))
    #expect(faults.count == 1)
    let (swapped, none) = read("control-power = cc 1\nstrum = cc 2\n")
    #expect(none.isEmpty && swapped.controls.strum == .controller(2))
  }

  @Test("Any text is kept to the byte, and read without a trap")
  func random() {
    var random = SplitMix64(seed: 31)
    let pieces = [
      "keys", " = ", "=", "#", "\n", "\r\n", "\r", "wire", "cc 80", "x", "\u{FEFF}", "é", " ", "\t", "control-panic"
    ]
    var read = 0
    for _ in 0..<Soak.rounds(100_000) / (Soak.isOn ? 1 : 5) {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      var parsed = SettingsText(text)
      #expect(parsed.text == text)
      var settings = Settings()
      read += settings.read(parsed, file: "").count
      #expect(settings.controls.conflict == nil)
      parsed.set("keys", to: ["hold"])
      #expect(parsed.content.entries.last { $0.name == "keys" }?.value == "hold")
      #expect(parsed.content.entries.count { $0.name == "keys" } == 1)
    }
    #expect(read > 1000)
  }
}

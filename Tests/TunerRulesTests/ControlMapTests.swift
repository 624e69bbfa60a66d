import MIDIMessages
import TestSupport
import Testing
import TunerRules

struct ControlMapTests {
  private static let zero = Channel(clamping: 0)

  /// What a message asks for of a map at rest.
  private func meaning(_ message: Message, _ settings: ControlSettings = ControlSettings()) -> ControlAction? {
    var map = ControlMap(settings)
    return map.action(message, device: 7)
  }

  /// What the bytes of a channel message ask for, read off a table.
  private func expected(_ bytes: [UInt8], strum: UInt8, level: inout (volume: Int, expression: Int)) -> ControlAction? {
    guard let status = bytes.first, (0x80..<0xC0).contains(status) else { return nil }
    let channel = Int(status & 0x0F)
    let (first, second) = (Int(bytes[1]), Int(bytes[2]))
    func gain() -> Float {
      let product = Float(level.volume * level.expression) / 16129
      return product * product
    }
    switch (status & 0xF0, bytes[1]) {
    case (0x90, _) where second > 0: return .keyDown(channel: channel, note: first, velocity: second)
    case (0x80, _), (0x90, _): return .keyUp(channel: channel, note: first)
    case (0xB0, strum): return .strum(second)
    case (0xB0, 64): return .sustain(channel: channel, isDown: second >= 64)
    case (0xB0, 7):
      level.volume = second
      return .level(gain())
    case (0xB0, 11):
      level.expression = second
      return .level(gain())
    case (0xB0, 121):
      level.expression = 127
      return .rest(channel: channel, level: gain())
    case (0xB0, 120), (0xB0, 123): return .silence
    default: return nil
    }
  }

  @Test("Every message, however mangled, has one meaning or none")
  func total() throws {
    var random = SplitMix64(seed: 3)
    var parser = StreamParser()
    var strumming = ControlSettings()
    strumming.strum = .controller(74)
    var filtered = ControlSettings()
    filtered.strum = .controller(64)
    filtered.channels = [Channel(clamping: 9), Channel(clamping: 3)]
    var maps = [ControlMap(), ControlMap(strumming), ControlMap(filtered)]
    let strums: [UInt8] = [1, 74, 64]
    var levels = Array(repeating: (volume: 127, expression: 127), count: 3)
    var count = 0
    var meanings = 0
    while count < Soak.rounds(100_000) {
      let isStatus = Int.random(in: 0..<3, using: &random) == 0
      let byte = UInt8.random(in: isStatus ? 0x80...0xFF : 0...0x7F, using: &random)
      guard let message = parser.push(byte) else { continue }
      count += 1
      let device = Int32.random(in: .min ... .max, using: &random)
      for index in maps.indices {
        let isHeard = message.channel.map(maps[index].settings.channels.contains) ?? true
        let meaning = maps[index].action(message, device: device)
        switch message {
        case .activeSensing: try #require(meaning == .alive)
        case .programChange(_, let program) where isHeard:
          // Which bank, other tests say.
          guard case .program(let place) = meaning else { throw Missing() }
          try #require(place % 128 == program.value)
        default:
          let wanted = isHeard ? expected(message.bytes, strum: strums[index], level: &levels[index]) : nil
          try #require(meaning == wanted, "\(message)")
        }
        if meaning != nil { meanings += 1 }
      }
    }
    #expect(meanings > 30_000)
  }

  private struct Missing: Error {}

  @Test("Velocity 0 is a release, and a pedal is down from 64 on, or under 64 where it is inverted")
  func thresholds() {
    let channel = Channel(clamping: 3)
    #expect(meaning(.noteOn(channel: channel, note: 60, velocity: 0)) == .keyUp(channel: 3, note: 60))
    #expect(meaning(.noteOn(channel: channel, note: 60, velocity: 1)) == .keyDown(channel: 3, note: 60, velocity: 1))
    var inverted = ControlSettings()
    inverted.pedalIsInverted = true
    for value in 0...127 {
      let message = Message.controlChange(channel: channel, controller: .sustain, value: UInt7(clamping: value))
      #expect(meaning(message) == .sustain(channel: 3, isDown: value >= 64))
      #expect(meaning(message, inverted) == .sustain(channel: 3, isDown: value < 64))
    }
  }

  @Test("The level rises with each of its two controls, from silence to full scale, and is their product")
  func level() {
    func level(_ controller: Controller, _ value: Int, _ map: inout ControlMap) -> Float {
      let message = Message.controlChange(
        channel: Self.zero, controller: controller, value: UInt7(clamping: value))
      guard case .level(let gain)? = map.action(message, device: 0) else { return .nan }
      return gain
    }
    for controller in [Controller.volume, .expression] {
      var map = ControlMap()
      let gains = (0...127).map { level(controller, $0, &map) }
      #expect(gains.first == 0 && gains.last == 1)
      #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 < $1 })
    }
    var map = ControlMap()
    let (half, third) = (level(.volume, 64, &map), level(.expression, 43, &map))
    #expect(abs(half - 0.254) < 0.001 && abs(third - half * 0.1146) < 0.0001)
    // Back at rest, a channel's expression is full again; its volume is not touched.
    let reset = Message.controlChange(channel: Self.zero, controller: .resetControllers, value: 0)
    #expect(map.action(reset, device: 0) == .rest(channel: 0, level: half))
  }

  @Test("A wheel strums from end to end, and at rest is off the ribbon; pressure strums as it is")
  func strumSources() {
    var settings = ControlSettings()
    settings.strum = .pitchBend
    let values = [0, 8191, 8192, 8193, 16383].map { value -> Int? in
      guard case .strum(let place)? = meaning(.pitchBend(channel: Self.zero, value: UInt14(clamping: value)), settings)
      else { return nil }
      return place
    }
    #expect(values == [1, 63, 0, 64, 127])
    settings.strum = .pressure
    #expect(meaning(.channelPressure(channel: Self.zero, pressure: 99), settings) == .strum(99))
    #expect(meaning(.controlChange(channel: Self.zero, controller: 1, value: 5), settings) == nil)
    settings.strum = .none
    #expect(meaning(.channelPressure(channel: Self.zero, pressure: 99), settings) == nil)
  }

  @Test("A program is a place in the list: 128 to a bank, whichever byte the bank comes in, from the base on")
  func programs() {
    var settings = ControlSettings()
    var map = ControlMap(settings)
    let five = Message.programChange(channel: Self.zero, program: 5)
    #expect(map.action(five, device: 1) == .program(5))
    // Sent again, it is asked for again.
    #expect(map.action(five, device: 1) == .program(5))
    for controller in [Controller.bankSelect, .bankSelectLSB] {
      let bank = { (value: UInt7) in Message.controlChange(channel: Self.zero, controller: controller, value: value) }
      #expect(map.action(bank(2), device: 1) == nil)
      #expect(map.action(five, device: 1) == .program(261))
      // A bank is that of its own keyboard and channel.
      #expect(map.action(five, device: 2) == .program(5))
      #expect(map.action(.programChange(channel: Channel(clamping: 1), program: 5), device: 1) == .program(5))
      #expect(map.action(bank(0), device: 1) == nil)
    }
    settings.programBase = 1
    #expect(meaning(.programChange(channel: Self.zero, program: 0), settings) == .program(-1))
    #expect(meaning(.programChange(channel: Self.zero, program: 1), settings) == .program(0))
  }

  @Test("An assigned control acts once a press, wherever it trembles; one that follows says its state")
  func bindings() {
    var settings = ControlSettings()
    settings.bindings = [
      .nextPreset: ControlBinding(.controller(80)), .muteDrones: ControlBinding(.controller(81), follows: true),
      .panic: ControlBinding(.note(36), channel: Channel(clamping: 9))
    ]
    var map = ControlMap(settings)
    func sent(_ controller: Controller, _ values: [UInt7]) -> [ControlAction] {
      values.compactMap { map.action(.controlChange(channel: Self.zero, controller: controller, value: $0), device: 1) }
    }
    #expect(
      sent(80, [0, 63, 64, 70, 127, 64, 63, 0, 127])
        == Array(repeating: .perform(.nextPreset, .toggle), count: 2))
    #expect(sent(81, [127, 0]) == [.perform(.muteDrones, .set(true)), .perform(.muteDrones, .set(false))])
    // The pad acts on its channel, does not sound, and its release means nothing; elsewhere the note is a note.
    let pad = Message.noteOn(channel: Channel(clamping: 9), note: 36, velocity: 90)
    #expect(map.action(pad, device: 1) == .perform(.panic, .toggle))
    #expect(map.action(.noteOff(channel: Channel(clamping: 9), note: 36, velocity: 0), device: 1) == nil)
    #expect(map.action(pad, device: 1) == .perform(.panic, .toggle))
    #expect(
      map.action(.noteOn(channel: Self.zero, note: 36, velocity: 90), device: 1)
        == .keyDown(channel: 0, note: 36, velocity: 90))
  }

  @Test("A binding is read as it is written, and nothing else is one")
  func text() {
    var count = 0
    for trigger in [ControlBinding.Trigger.note(0), .note(127), .controller(0), .controller(119)] {
      for channel in [nil, Channel(number: 1), Channel(number: 16)] {
        for follows in [false, true] {
          let binding = ControlBinding(trigger, channel: channel, follows: follows)
          #expect(ControlBinding(text: binding.text) == binding)
          count += 1
        }
      }
    }
    #expect(count == 24)
    for text in [
      "", "cc", "cc 120", "cc -1", "note 128", "note 1 channel", "note 1 channel 17", "note 1 channel 0",
      "cc 1 follow x",
      "cc 1 follow channel 2", "pad 3", "cc 1.5", "cc ٣"
    ] { #expect(ControlBinding(text: text) == nil, "\(text)") }
  }

  @Test("Two uses of one control are found, and only those")
  func conflicts() {
    var settings = ControlSettings()
    #expect(settings.conflict == nil)
    settings.bindings[.power] = ControlBinding(.controller(64))
    #expect(settings.conflict == "cc 64 is the sustain pedal's and power's; choose another for one of them")
    settings.bindings[.power] = ControlBinding(.note(40), channel: Channel(number: 2))
    settings.bindings[.panic] = ControlBinding(.note(40), channel: Channel(number: 3))
    #expect(settings.conflict == nil)
    settings.bindings[.panic] = ControlBinding(.note(40))
    #expect(settings.conflict != nil)
    settings.bindings = [:]
    settings.strum = .controller(7)
    #expect(settings.conflict?.contains("strum") == true)
  }
}

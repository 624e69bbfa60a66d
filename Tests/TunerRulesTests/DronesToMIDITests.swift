import MIDIMessages
import TestSupport
import Testing
import TunerRules
import Tuning

struct DronesToMIDITests {
  private func key(_ index: Int32, _ hertz: Double) -> Ribbon.Key {
    Ribbon.Key(
      id: Ribbon.KeyID(preset: 0, index: index), frequency: Frequency(hertz: hertz), note: 0, name: "")
  }

  private static let ways = PitchOut.Mode.allCases.map { mode in
    var settings = PitchOut.Settings()
    settings.mode = mode
    return settings
  }

  @Test("Receivers are told how each channel is bent or tuned, on none that has drums")
  func introduction() {
    let messages = DronesToMIDI.introduction()
    #expect(messages == (0..<8).flatMap { RegisteredParameter.bendRange(.standard, channel: Channel(clamping: $0)) })
    for settings in Self.ways { #expect(Receiver(DronesToMIDI.introduction(settings)).fault == nil) }
  }

  @Test("Each drone is a note at its true pitch, and the next takes another channel than the one that ended last")
  func chord() {
    var drones = DronesToMIDI()
    var receiver = Receiver()
    for (index, hertz) in [432.0, 540, 648].enumerated() {
      drones.step(.start(key(Int32(index), hertz))).forEach { receiver.receive($0) }
    }
    #expect(receiver.notes.map(\.key).sorted() == [69, 73, 76])
    #expect(receiver.notes.map(\.channel) == [0, 1, 2])
    drones.step(.stop(key(1, 540))).forEach { receiver.receive($0) }
    let wheel = receiver.wheels[1]
    drones.step(.start(key(3, 300))).forEach { receiver.receive($0) }
    #expect(receiver.notes.map(\.channel) == [0, 2, 3] && receiver.wheels[1] == wheel)
    #expect(receiver.fault == nil)
  }

  @Test("A small change of pitch bends what sounds, a large one is another note")
  func retune() {
    var drones = DronesToMIDI()
    _ = drones.step(.start(key(0, 440)))
    let small = drones.step(.retune(key(0, 440), to: key(1, 450)))
    #expect(small.count == 1 && !small[0].isNoteOff && !small[0].isNoteOn)
    let large = drones.step(.retune(key(1, 450), to: key(2, 500)))
    #expect(large.count == 3 && large[0].isNoteOff && large[2].isNoteOn)
  }

  @Test("A drone that MIDI has no note for is left out, and nothing is sent of it later")
  func beyondMIDI() {
    var drones = DronesToMIDI()
    for hertz in [0, -1, 1, 20_000, .nan, .infinity] as [Double] {
      #expect(drones.step(.start(key(0, hertz))).isEmpty)
      #expect(drones.step(.stop(key(0, hertz))).isEmpty)
    }
    #expect(drones.step(.retune(key(0, 1), to: key(0, 440))).count == 2)
    #expect(drones.step(.retune(key(0, 440), to: key(0, 1))).count == 1)
  }

  @Test("Whatever the ribbon does, a receiver sounds its keys, at their pitches, and is left at rest", arguments: ways)
  func random(settings: PitchOut.Settings) throws {
    var random = SplitMix64(seed: 7)
    var ribbon = Ribbon()
    var drones = DronesToMIDI(settings: settings)
    var receiver = Receiver(DronesToMIDI.introduction(settings))
    let keys = (0..<9).map { index in
      key(Int32(index), Double.random(in: 30...3000, using: &random))
    }
    let halfStep =
      settings.mode == .mts ? 0.0031 : PitchBend.stepCents(range: settings.range) / 2 + arithmeticCents
    for event in 0..<30_000 {
      let key = try #require(keys.randomElement(using: &random))
      let touch = Ribbon.Touch.note(device: 0, channel: 0, note: .random(in: 0..<4, using: &random))
      let effects: [Ribbon.Effect]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10: effects = ribbon.touch(touch, key)
      case 10..<14: effects = ribbon.lift(touch)
      case 14..<18: effects = ribbon.toggleLatch(key)
      case 18: effects = ribbon.rearrange { keys[(Int($0.id.index) + event) % keys.count] }
      default: effects = ribbon.clear()
      }
      for effect in effects { drones.step(effect).forEach { receiver.receive($0) } }
      try #require(receiver.fault == nil, "event \(event): \(receiver.fault ?? "")")
      let wanted = ribbon.sounding.map { 69 + $0.frequency.cents(above: a440).value / 100 }.sorted()
      let sent = receiver.pitches
      try #require(wanted.count == sent.count, "event \(event)")
      for (wanted, sent) in zip(wanted, sent) { try #require(abs(wanted - sent) * 100 <= halfStep) }
    }
    for effect in ribbon.clear() { drones.step(effect).forEach { receiver.receive($0) } }
    drones.finish().forEach { receiver.receive($0) }
    #expect(receiver.isAtRest && receiver.fault == nil)
    #expect(receiver.noteOns > 6000)
  }
}

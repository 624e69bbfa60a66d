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

  @Test("Receivers are told the range of each channel's bend")
  func introduction() {
    let messages = DronesToMIDI.introduction()
    #expect(messages == (0..<3).flatMap { RegisteredParameter.bendRange(.standard, channel: Channel(clamping: $0)) })
  }

  @Test("Each drone is a note on a channel of its own, at its true pitch")
  func chord() {
    var drones = DronesToMIDI()
    var receiver = Receiver()
    for (index, hertz) in [432.0, 540, 648].enumerated() {
      drones.step(.start(key(Int32(index), hertz))).forEach { receiver.receive($0) }
    }
    #expect(receiver.fault == nil)
    #expect(receiver.notes.map(\.value).map(\.value).sorted() == [69, 73, 76])
    #expect(Set(receiver.notes.keys) == Set((0..<3).map(Channel.init(clamping:))))
    drones.step(.stop(key(1, 540))).forEach { receiver.receive($0) }
    #expect(receiver.notes.map(\.value).map(\.value).sorted() == [69, 76])
    #expect(receiver.fault == nil)
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

  @Test("Whatever the ribbon does, a receiver sounds its keys, at their pitches, and is left silent")
  func random() throws {
    var random = SplitMix64(seed: 7)
    var ribbon = Ribbon()
    var drones = DronesToMIDI()
    var receiver = Receiver()
    let keys = (0..<9).map { index in
      key(Int32(index), Double.random(in: 30...3000, using: &random))
    }
    let halfStep = PitchBend.stepCents(range: .standard) / 2 + arithmeticCents
    for event in 0..<100_000 {
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
      let sent = receiver.notes.keys.compactMap { receiver.pitch($0) }.sorted()
      try #require(wanted.count == sent.count, "event \(event)")
      for (wanted, sent) in zip(wanted, sent) { try #require(abs(wanted - sent) * 100 <= halfStep) }
    }
    for effect in ribbon.clear() { drones.step(effect).forEach { receiver.receive($0) } }
    #expect(receiver.notes.isEmpty && receiver.fault == nil)
    #expect(receiver.noteOns > 20_000)
  }
}

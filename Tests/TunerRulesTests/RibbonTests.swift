import Testing
import TunerRules
import Tuning

struct RibbonTests {
  private let keys = (0..<6).map { index in
    Ribbon.Key(
      id: Ribbon.KeyID(preset: 0, index: Int32(index)),
      frequency: NoteName.frequency(ofNote: 60 + index, reference: a440), note: 60 + index,
      name: NoteName.text(ofNote: 60 + index))
  }
  private let fingers = (0..<6).map { Ribbon.Touch.note(device: 1, channel: 0, note: $0) }

  @Test("A key sounds while a touch is on it or it is latched")
  func soundsWhile() {
    var ribbon = Ribbon()
    #expect(ribbon.touch(fingers[0], keys[0]) == [.start(keys[0])])
    #expect(ribbon.touch(fingers[1], keys[0]).isEmpty)
    #expect(ribbon.lift(fingers[0]).isEmpty)
    #expect(ribbon.toggleLatch(keys[0]).isEmpty)
    #expect(ribbon.lift(fingers[1]).isEmpty)
    #expect(ribbon.sounding == [keys[0]])
    #expect(ribbon.toggleLatch(keys[0]) == [.stop(keys[0])])
    #expect(ribbon.sounding.isEmpty)
  }

  @Test("Releasing a latch leaves a touched key sounding")
  func unlatchTouched() {
    var ribbon = Ribbon()
    _ = ribbon.toggleLatch(keys[0])
    _ = ribbon.touch(fingers[0], keys[0])
    #expect(ribbon.toggleLatch(keys[0]).isEmpty)
    #expect(ribbon.sounding == [keys[0]])
    #expect(ribbon.lift(fingers[0]) == [.stop(keys[0])])
  }

  @Test("A fourth key displaces the oldest latch, whatever is touched besides")
  func displacesOldestLatch() {
    var ribbon = Ribbon()
    _ = ribbon.touch(fingers[0], keys[0])
    for key in keys[1...2] { _ = ribbon.toggleLatch(key) }
    #expect(ribbon.touch(fingers[1], keys[3]) == [.stop(keys[1]), .start(keys[3])])
    #expect(ribbon.toggleLatch(keys[4]) == [.stop(keys[2]), .start(keys[4])])
    #expect(ribbon.latched == [keys[4]])
  }

  @Test("A latch that is also touched is passed over")
  func sparesTouchedLatch() {
    var ribbon = Ribbon()
    for key in keys[0...2] { _ = ribbon.toggleLatch(key) }
    _ = ribbon.touch(fingers[0], keys[0])
    #expect(ribbon.touch(fingers[1], keys[3]) == [.stop(keys[1]), .start(keys[3])])
    #expect(Set(ribbon.sounding) == [keys[0], keys[2], keys[3]])
  }

  @Test("Without a free latch the oldest touch goes, one that only the pedal holds before a held one")
  func displacesTouches() {
    var ribbon = Ribbon()
    for i in 0...2 { _ = ribbon.touch(fingers[i], keys[i]) }
    ribbon.sustain(fingers[1], true)
    #expect(ribbon.touch(fingers[3], keys[3]) == [.stop(keys[1]), .start(keys[3])])
    #expect(ribbon.touch(fingers[4], keys[4]) == [.stop(keys[0]), .start(keys[4])])
    #expect(ribbon.touch(fingers[5], keys[5]) == [.stop(keys[2]), .start(keys[5])])
  }

  @Test("A displaced touch never comes back, and its release does nothing")
  func displacedRelease() {
    var ribbon = Ribbon()
    for i in 0...3 { _ = ribbon.touch(fingers[i], keys[i]) }
    #expect(ribbon.lift(fingers[3]) == [.stop(keys[3])])
    #expect(ribbon.sounding == [keys[1], keys[2]])
    #expect(ribbon.lift(fingers[0]).isEmpty)
    #expect(ribbon.sounding == [keys[1], keys[2]])
  }

  @Test("Three touched keys become three latches, and none is lost")
  func convertingNeverSteals() {
    var ribbon = Ribbon()
    for i in 0...2 { _ = ribbon.touch(fingers[i], keys[i]) }
    for i in 0...2 { #expect(ribbon.toggleLatch(keys[i]).isEmpty) }
    for i in 0...2 { #expect(ribbon.lift(fingers[i]).isEmpty) }
    #expect(ribbon.latched == Array(keys[0...2]))
    #expect(ribbon.sounding == ribbon.latched)
  }

  @Test("A touch that moves on leaves its key before it enters the next")
  func moves() {
    var ribbon = Ribbon()
    for key in keys[0...1] { _ = ribbon.toggleLatch(key) }
    _ = ribbon.touch(.strum, keys[2])
    #expect(ribbon.touch(.strum, keys[3]) == [.stop(keys[2]), .start(keys[3])])
    #expect(ribbon.latched == Array(keys[0...1]))
  }

  @Test("Clearing ends everything once, and releases to come do nothing")
  func clear() {
    var ribbon = Ribbon()
    _ = ribbon.toggleLatch(keys[0])
    _ = ribbon.touch(fingers[0], keys[0])
    _ = ribbon.touch(fingers[1], keys[1])
    ribbon.sustain(fingers[1], true)
    #expect(Set(ribbon.clear()) == [.stop(keys[0]), .stop(keys[1])])
    #expect(ribbon.sounding.isEmpty && ribbon.latched.isEmpty && ribbon.activeTouches.isEmpty)
    for finger in fingers { #expect(ribbon.lift(finger).isEmpty) }
    #expect(ribbon.releaseSustained { _ in true }.isEmpty)
    #expect(ribbon.clear().isEmpty)
  }

  @Test("A key that sounds keeps its pitch, whoever else plays it and at which")
  func onePitch() {
    var ribbon = Ribbon()
    let retuned = Ribbon.Key(id: keys[0].id, frequency: Frequency(hertz: 250), note: 60, name: "C4")
    #expect(ribbon.touch(fingers[0], keys[0]) == [.start(keys[0])])
    #expect(ribbon.touch(fingers[1], retuned).isEmpty)
    #expect(ribbon.toggleLatch(retuned).isEmpty)
    _ = ribbon.lift(fingers[0])
    #expect(ribbon.sounding == [keys[0]])
    _ = ribbon.lift(fingers[1])
    #expect(ribbon.toggleLatch(retuned) == [.stop(keys[0])])
    #expect(ribbon.touch(fingers[1], retuned) == [.start(retuned)])
  }

  @Test("When the keys change, latches glide or end, and every touch still gets its release")
  func rearrange() {
    var ribbon = Ribbon()
    let next = Ribbon.Key(
      id: Ribbon.KeyID(preset: 1, index: 4), frequency: Frequency(hertz: 262), note: 60, name: "C4")
    _ = ribbon.toggleLatch(keys[0])
    _ = ribbon.toggleLatch(keys[1])
    _ = ribbon.touch(fingers[2], keys[2])
    let effects = ribbon.rearrange { $0 == keys[0] ? next : nil }
    #expect(Set(effects) == [.retune(keys[0], to: next), .stop(keys[1])])
    #expect(Set(ribbon.sounding) == [next, keys[2]])
    #expect(ribbon.lift(fingers[2]) == [.stop(keys[2])])
    #expect(ribbon.toggleLatch(next) == [.stop(next)])
  }

  @Test("Two keys that become one are one voice, and end once")
  func rearrangeMerges() {
    var ribbon = Ribbon()
    var voices = Voices()
    for i in 0...1 { ribbon.touch(fingers[i], keys[i]).forEach { voices.apply($0) } }
    ribbon.rearrange { _ in keys[5] }.forEach { voices.apply($0) }
    #expect(ribbon.sounding == [keys[5]])
    #expect(voices.keys == [keys[5]])
    #expect(ribbon.lift(fingers[0]).isEmpty)
    #expect(ribbon.lift(fingers[1]) == [.stop(keys[5])])
    #expect(voices.fault == nil)
  }

  @Test("Keys that change places keep a voice each")
  func rearrangeSwaps() {
    var ribbon = Ribbon()
    var voices = Voices()
    for key in keys[0...1] { ribbon.toggleLatch(key).forEach { voices.apply($0) } }
    ribbon.rearrange { $0 == keys[0] ? keys[1] : keys[0] }.forEach { voices.apply($0) }
    #expect(ribbon.latched == [keys[1], keys[0]])
    #expect(voices.keys == [keys[0], keys[1]])
    #expect(voices.fault == nil)
  }
}

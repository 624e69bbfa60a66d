import MIDIMessages
import Testing
import Timebase
import TunerRules
import Tuning

struct PitchToMIDITests {
  private static let channel = Channel(clamping: 0)

  private func bend(_ cents: Double, _ range: BendRange = .standard) -> Message {
    .pitchBend(channel: Self.channel, value: PitchBend.value(cents: cents, range: range))
  }

  private func off(_ note: UInt7) -> Message { .noteOff(channel: Self.channel, note: note, velocity: 64) }

  @Test("A receiver is told the bend range, and nothing can change it by accident afterwards")
  func introduction() {
    var settings = PitchOut.Settings()
    settings.channel = Channel(clamping: 4)
    settings.bendRange = BendRange(clamping: 12)
    #expect(
      settings.introduction.map(\.bytes) == [
        [0xB4, 101, 0], [0xB4, 100, 0], [0xB4, 6, 12], [0xB4, 38, 0], [0xB4, 101, 127], [0xB4, 100, 127]
      ])
  }

  @Test("A note begins with its bend, and ends with its own note-off")
  func oneNote() throws {
    var sender = Sender()
    sender.hear(69.25)
    #expect(sender.last.count == 2)
    #expect(sender.last.first == bend(25))
    #expect(sender.last.last?.isNoteOn == true)
    #expect(sender.notes == [69])
    #expect(sender.sender.soundingNote == 69)
    sender.silence(hops: 1)
    #expect(sender.last == [off(69)])
    #expect(sender.sender.soundingNote == nil)
  }

  @Test("A steady note is sent once")
  func steady() {
    var sender = Sender()
    sender.hear(69.25, hops: 1000)
    #expect(sender.sent.count == 2)
  }

  @Test("Nothing is sent while nothing is shown")
  func silent() {
    var sender = Sender()
    sender.silence(hops: 100)
    for _ in 0..<100 { sender.unconfirmed(440) }
    sender.gap(hops: 100)
    sender.finish()
    #expect(sender.sent.isEmpty)
  }

  @Test("A gap that the display holds over is no end of the note")
  func gap() {
    var sender = Sender()
    sender.hear(69, hops: 10)
    sender.gap(hops: 30)
    sender.hear(69, hops: 10)
    #expect(sender.sent.count == 2)
  }

  @Test("A new note number comes past 60 cents, at the second reading, and both bends are true")
  func hysteresis() {
    var sender = Sender()
    sender.hear(69, hops: 10)
    sender.hear(69.59, hops: 100)
    #expect(sender.notes == [69])
    sender.hear(69, hops: 10)
    sender.hear(69.61)
    #expect(sender.last.isEmpty)
    sender.hear(69.61)
    #expect(Array(sender.last.prefix(2)) == [off(69), bend(-39)])
    #expect(sender.notes == [69, 70])
    sender.hear(69.41, hops: 100)
    #expect(sender.notes == [69, 70])
    sender.hear(70, hops: 10)
    sender.hear(69.39, hops: 2)
    #expect(sender.notes == [69, 70, 69])
  }

  @Test("A single reading far off changes nothing, nor does it bend what sounds")
  func outlier() {
    var sender = Sender()
    sender.hear(69, hops: 10)
    for wrong in [81, 57, 88, 69.7, 68.3] {
      sender.hear(wrong)
      #expect(sender.last.isEmpty)
      sender.hear(69, hops: 10)
    }
    #expect(sender.sent.count == 2)
  }

  @Test("A jump is one note-off and one note, with no slide between")
  func jump() {
    var sender = Sender()
    sender.hear(60, hops: 100)
    sender.hear(64.1, hops: 100)
    #expect(sender.notes == [60, 64])
    #expect(sender.sent.count == 5)
    #expect(sender.sent[2] == off(60) && sender.sent[3] == bend(10))
  }

  @Test("A vibrato of 40 cents to either side is one note with bends, twenty to fifty a second")
  func vibrato() {
    var sender = Sender()
    let hops = 1875
    for hop in 0..<hops {
      // 6 Hz, as a triangle.
      let phase = (Double(hop) * 256 / 48_000 * 6).truncatingRemainder(dividingBy: 1)
      sender.hear(69 + 0.4 * (phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase))
    }
    #expect(sender.notes == [69])
    let bends = sender.sent.count - 1
    #expect(bends >= 20 * 10 && bends <= 50 * 10)
  }

  @Test("The bend is absolute: a tuner set to A4 = 415 Hz sends what one set to 440 does")
  func otherReference() {
    let reference = Frequency(hertz: 415)
    let baroque = Target(frequency: reference, name: "A4", note: 69)
    var modern = Sender()
    var old = Sender(target: baroque)
    let heard = 69 + reference.cents(above: a440).value / 100
    for pitch in [heard, heard + 0.1, heard + 0.3, 72, 72.02] {
      modern.hear(pitch, hops: 20)
      old.hear(pitch, hops: 20)
    }
    #expect(modern.sent == old.sent)
    // 415 Hz is G#4 and a little less: 101.27 cents under A4.
    #expect(old.sent.first == bend(-1.27))
    #expect(old.notes.first == 68)
  }

  @Test("A fresh attack on the sounding note is a note-off and a new note")
  func attack() {
    var sender = Sender()
    sender.hear(69, hops: 30, attack: true)
    #expect(sender.notes == [69])
    // Until another pitch would have been heard, it may be an attack of another.
    sender.hear(69, hops: 9, attack: true)
    #expect(sender.notes == [69])
    sender.hear(69)
    #expect(sender.last.count == 3)
    #expect(Array(sender.last.prefix(2)) == [off(69), bend(0)])
    #expect(sender.notes == [69, 69])
    // An attack right after the note-on is that note's own.
    sender.hear(69, hops: 3)
    sender.hear(69, hops: 100, attack: true)
    #expect(sender.notes == [69, 69])
  }

  @Test("An attack without a pitch yet counts when the pitch comes")
  func unpitchedAttack() {
    var sender = Sender()
    sender.hear(69, hops: 30)
    var out: [Message] = []
    sender.sender.step(
      Reading(
        time: StreamTime(epoch: 0, frame: 31 * 256), frequency: 0, level: 0, attack: true,
        target: Target(frequency: a440, name: "A4", note: 69), shownFrequency: 440), into: &out)
    #expect(out.isEmpty)
    sender.hear(69, hops: 10)
    #expect(sender.last.last == .noteOn(channel: Self.channel, note: 69, velocity: 127))
  }

  @Test("Velocity follows the attack's loudest level, 1 to 127, whatever the level")
  func velocity() {
    func velocity(_ level: Float) -> Int? {
      var sender = Sender()
      sender.hear(69, level: level, attack: true)
      if case .noteOn(_, _, let velocity)? = sender.last.last { return velocity.value }
      return nil
    }
    #expect(velocity(0) == 127)
    #expect(velocity(-30) == 64)
    #expect(velocity(-60) == 1)
    var last = 0
    for level in -130...20 {
      let value = velocity(Float(level)) ?? 0
      #expect(value >= max(1, last) && value <= 127)
      last = value
    }
    #expect(last == 127)
    for level in [-.infinity, .infinity, .nan, 1e30, -1e30] as [Float] { #expect(velocity(level) != nil) }
  }

  @Test("What MIDI has no note for ends the note, and begins none")
  func beyondMIDI() {
    var sender = Sender()
    sender.hear(128, hops: 10)
    sender.hear(-1, hops: 10)
    #expect(sender.sent.isEmpty)
    sender.hear(127.4, hops: 5)
    #expect(sender.notes == [127])
    sender.hear(128, hops: 5)
    #expect(sender.sent.last == off(127))
    sender.hear(0.2, hops: 5)
    #expect(sender.notes == [127, 0])
  }

  @Test("The bend stays where it is when a note ends, and is centred last of all")
  func finish() {
    var sender = Sender()
    sender.hear(69.3, hops: 5)
    sender.silence(hops: 50)
    #expect(sender.sent.last == off(69))
    sender.hear(60.2, hops: 5)
    sender.finish()
    #expect(sender.last == [off(60), bend(0)])
    sender.finish()
    #expect(sender.last.isEmpty)
  }

  @Test("A new epoch is later than the old one, whatever its frames")
  func epochs() {
    var sender = PitchToMIDI(settings: PitchOut.Settings(), rate: 48_000)
    let target = Target(frequency: a440, name: "A4", note: 69)
    var out: [Message] = []
    for (epoch, frame, hertz) in [(0, 1_000_000, 440), (1, 0, 441), (2, 0, 442)] as [(Int32, Int64, Double)] {
      sender.step(
        Reading(
          time: StreamTime(epoch: epoch, frame: frame), frequency: hertz, target: target, shownFrequency: 440),
        into: &out)
    }
    #expect(out.count == 4)
  }

  @Test("A jump of an octave is a note after 100 ms, or at once with an attack; before that it is nothing")
  func octave() {
    var decay = Sender()
    decay.hear(69, hops: 20)
    decay.hear(81, hops: 18)
    decay.hear(69, hops: 20)
    #expect(decay.notes == [69])
    var slide = Sender()
    slide.hear(69, hops: 20)
    slide.hear(81, hops: 24)
    #expect(slide.notes == [69, 81])
    var plucked = Sender()
    plucked.hear(69, hops: 20)
    plucked.hear(81, hops: 4, attack: true)
    #expect(plucked.notes == [69, 81])
  }

  @Test("A beginning is a note at once, before anything is shown, and ends when nothing comes of it")
  func beginning() {
    var sender = Sender()
    sender.begin(64.1)
    #expect(sender.sent.count == 2)
    #expect(sender.sent.first == bend(10))
    #expect(sender.notes == [64])
    // 150 ms are 28 hops and a bit.
    sender.silence(hops: 27)
    #expect(sender.sent.count == 2)
    sender.silence(hops: 2)
    #expect(sender.last == [off(64)])
    var shown = Sender()
    shown.begin(64.1)
    shown.hear(64.1, hops: 100)
    #expect(shown.notes == [64])
  }

  @Test("What still is read of the note before does not bring it back, and a third pitch corrects a beginning late")
  func beginningIsBelieved() {
    var sender = Sender()
    sender.hear(69, hops: 30)
    sender.begin(64, heard: 69)
    #expect(sender.notes == [69, 64])
    sender.hear(69, hops: 20)
    sender.hear(64, hops: 50)
    #expect(sender.notes == [69, 64])
    var wrong = Sender()
    wrong.hear(69, hops: 30)
    wrong.begin(64, heard: 69)
    wrong.hear(62, hops: 7)
    #expect(wrong.notes == [69, 64])
    wrong.hear(62)
    #expect(wrong.notes == [69, 64, 62])
  }

  @Test("A beginning of the note that sounds is a new note, but not right after it began")
  func beginningAgain() {
    var sender = Sender()
    sender.hear(69, hops: 30)
    sender.begin(69.1, heard: 69)
    #expect(sender.notes == [69, 69])
    sender.hear(69, hops: 5)
    sender.begin(69.1, heard: 69)
    sender.hear(69, hops: 30)
    #expect(sender.notes == [69, 69])
  }

  @Test("A beginning far from a semitone's middle is a note when it is read for the third time")
  func driftingBeginning() {
    var sender = Sender()
    sender.begin(63.6)
    sender.begin(63.6)
    #expect(sender.notes.isEmpty)
    sender.begin(63.7)
    #expect(sender.notes == [64])
    var broken = Sender()
    broken.begin(63.6)
    broken.begin(63.6)
    broken.silence(hops: 1)
    broken.begin(63.6)
    #expect(broken.notes.isEmpty)
  }

  @Test("A beginning is relative to its own target where a note is")
  func relativeBeginning() {
    // A scale whose A is 20 cents sharp.
    let sharp = Target(frequency: a440.raised(by: Cents(20)), name: "A4", note: 69)
    var sender = Sender(relative: true, target: sharp)
    sender.begin(69.2)
    #expect(sender.sent.first == bend(0))
    #expect(sender.notes == [69])
  }

  @Test("A note goes on while its pitch is heard between two targets, though none is shown")
  func betweenTargets() {
    var sender = Sender()
    sender.hear(69, hops: 30)
    for hop in 1...50 { sender.unconfirmed(440 * (1 - 0.000_5 * Double(hop))) }
    #expect(sender.notes == [69])
    #expect(sender.sender.soundingNote == 69)
    sender.silence(hops: 1)
    #expect(sender.last == [off(69)])
  }

  @Test("A jump that is heard only blurred must last, and one that is held over is none")
  func blurred() {
    var sender = Sender()
    sender.hear(69, hops: 30)
    sender.hear(64, hops: 5, clarity: 0.8)
    #expect(sender.notes == [69])
    sender.hear(64, clarity: 0.8)
    #expect(sender.notes == [69, 64])
    var held = Sender()
    held.hear(69, hops: 30)
    held.hear(64, hops: 30, clarity: 0.5)
    #expect(held.notes == [69])
  }
}

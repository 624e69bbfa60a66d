import MIDIMessages
import Testing
import Timebase
import TunerRules
import Tuning

struct PitchOutModeTests {
  private let channel = Channel(clamping: 0)

  @Test("Words in a settings file name each choice")
  func words() {
    #expect(PitchOut.Mode.allCases.map(\.rawValue) == ["bend", "mpe", "mts", "display"])
    #expect(PitchOut.Reference.allCases.map(\.rawValue) == ["absolute", "relative"])
    #expect(PitchOut.Deviation.allCases.map(\.rawValue) == ["controllers", "velocity"])
  }

  @Test("An MPE receiver is told of the zone first, and then each member's range")
  func zone() {
    var settings = PitchOut.Settings()
    settings.mode = .mpe
    settings.memberChannels = 3
    let bytes = settings.introduction.map(\.bytes)
    #expect(
      Array(bytes.prefix(5)) == [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 3], [0xB0, 101, 127], [0xB0, 100, 127]])
    #expect(bytes.dropFirst(5).filter { $0[1] == 6 } == [[0xB1, 6, 48], [0xB2, 6, 48], [0xB3, 6, 48]])
    #expect(Receiver(settings.introduction).fault == nil)
  }

  @Test("MPE notes take the members in turn, and the wheel of one that has ended stays where it is")
  func members() {
    var sender = Sender(.mpe)
    for note in 0..<20 {
      sender.hear(60.25 + Double(note), hops: 20)
      sender.silence(hops: 5)
    }
    let channels = sender.sent.compactMap { if case .noteOn(let channel, _, _) = $0 { channel.number } else { nil } }
    #expect(channels == Array(2...16) + Array(2...6))
    #expect(sender.sent.count == 60)
    sender.finish()
    #expect(sender.last.count == 15 && sender.last.allSatisfy { if case .pitchBend = $0 { true } else { false } })
  }

  @Test("A tuned key is told its pitch before its note, a flat one above the semitone below it")
  func tuned() throws {
    var sender = Sender(.mts)
    sender.hear(68.9)
    #expect(sender.last.count == 2)
    // 68 and 0.9 of 16384 = 14746 = 0x73 × 128 + 0x1A.
    #expect(sender.last.first?.bytes == [0xF0, 0x7F, 0x7F, 8, 2, 0, 1, 69, 68, 0x73, 0x1A, 0xF7])
    sender.hear(68.91, hops: 20)
    #expect(sender.notes == [69] && sender.sent.count == 3)
    sender.finish()
    #expect(sender.last.map(\.bytes) == [[0x80, 69, 64], [0xF0, 0x7F, 0x7F, 8, 2, 0, 1, 69, 69, 0, 0, 0xF7]])
  }

  @Test("A slow slide over an octave is bent as far as the range goes, and then goes on as another note, truly")
  func slide() {
    for (mode, range, most) in [
      (.bend, 2, 7), (.bend, 1, 13), (.bend, 12, 2), (.mpe, 48, 1), (.mpe, 2, 7), (.mts, 2, 7)
    ] as [(PitchOut.Mode, Int, Int)] {
      var sender = Sender(mode, range: BendRange(clamping: range))
      var receiver = Receiver(sender.sender.settings.introduction)
      // A semitone in 0.4 s.
      let hops = 900
      for hop in 0...hops {
        let pitch = 57 + 12 * Double(hop) / Double(hops)
        sender.hear(pitch)
        sender.last.forEach { receiver.receive($0) }
        // What a bend may lag behind: six hops of the slide, 8 cents, where a note has just begun; and its rounding.
        #expect(abs((receiver.pitches.first ?? 0) - pitch) * 100 < 9, "\(mode) \(range) at \(pitch)")
      }
      #expect(receiver.fault == nil)
      #expect(sender.notes.count <= most && sender.notes.count >= min(most, 2) && sender.notes.first == 57)
    }
  }

  @Test("A slide goes on through hops in which nothing is heard")
  func slideWithGap() {
    var sender = Sender()
    for hop in 0...5 { sender.hear(60 + 0.1 * Double(hop)) }
    sender.gap(hops: 2)
    // 35 cents in three hops, 16 ms.
    sender.hear(60.85, hops: 20)
    #expect(sender.notes == [60])
  }

  @Test("What jumps is another note although a bend would reach it")
  func jump() {
    var sender = Sender(range: BendRange(clamping: 12))
    for pitch in [60.0, 62, 61, 67, 60] { sender.hear(pitch, hops: 30) }
    #expect(sender.notes == [60, 62, 61, 67, 60])
  }

  @Test("After an attack what the tracker only holds is no new note, and the note after it is one note")
  func attackOfAnother() {
    var sender = Sender()
    sender.hear(60, hops: 40, attack: true)
    sender.hear(60, hops: 3, attack: true)
    sender.hear(60, hops: 10, clarity: 0.5)
    sender.hear(64, hops: 40)
    #expect(sender.notes == [60, 64])
  }

  @Test(
    "Relative, a target in tune is its own note at the centre, whatever the reference, and only the deviation bends")
  func relative() {
    let baroque = Target(frequency: Frequency(hertz: 415), name: "A4", note: 69)
    var sender = Sender(relative: true, target: baroque)
    let inTune = 69 + baroque.frequency.cents(above: a440).value / 100
    sender.hear(inTune, hops: 10)
    #expect(sender.notes == [69])
    #expect(sender.sent.first == .pitchBend(channel: channel, value: PitchBend.centre))
    sender.hear(inTune + 0.125, hops: 10)
    #expect(sender.last.isEmpty && sender.notes == [69])
    #expect(sender.sent.last == .pitchBend(channel: channel, value: PitchBend.value(cents: 12.5, range: .standard)))
    sender.hear(inTune + 2, hops: 10)
    #expect(sender.notes == [69, 71])
  }

  @Test("A display is sent the nearest target and how far it is, 25 to 30 times a second at the most, and goes dark")
  func display() {
    var sender = Sender(.display)
    let hops = 1875
    for hop in 0..<hops { sender.hear(69 + 0.4 * Double(hop % 200 - 100) / 100, shown: true) }
    let changes = sender.sent.filter { if case .controlChange = $0 { true } else { false } }
    let seconds = Double(hops) * 256 / 48_000
    #expect(Double(changes.count) >= 25 * seconds && Double(changes.count) <= 31 * seconds)
    #expect(sender.notes == [69])
    #expect(!sender.sent.contains { if case .pitchBend = $0 { true } else { false } })

    sender.hear(68.9, hops: 40, shown: true)
    #expect(sender.sent.last == .controlChange(channel: channel, controller: 20, value: 20))
    sender.hear(69.25, hops: 40, shown: true)
    #expect(
      sender.sent.suffix(2) == [
        .controlChange(channel: channel, controller: 20, value: 0),
        .controlChange(channel: channel, controller: 21, value: 50)
      ])
    sender.silence(hops: 1)
    #expect(
      sender.last == [
        .noteOff(channel: channel, note: 69, velocity: 64), .controlChange(channel: channel, controller: 21, value: 0)
      ])
    sender.silence(hops: 50)
    sender.finish()
    #expect(sender.last.isEmpty)
  }

  @Test("As a velocity the deviation is 63 in tune, and every note-on has its note-off")
  func displayVelocity() {
    var settings = PitchOut.Settings()
    settings.mode = .display
    settings.deviation = .velocity
    for (cents, velocity) in [(0.0, 63), (50, 125), (-50, 1), (600, 125), (-600, 1), (25, 94)] {
      var sender = PitchToMIDI(settings: settings, rate: 48_000)
      var out: [Message] = []
      let target = Target(frequency: a440, name: "A4", note: 69)
      for hop in 0..<100 {
        let shown = a440.raised(by: Cents(hop < 50 ? cents : cents / 2)).hertz
        sender.step(
          Reading(
            time: StreamTime(epoch: 0, frame: Int64(hop) * 256), frequency: shown, target: target, shownFrequency: shown
          ),
          into: &out)
      }
      sender.finish(into: &out)
      #expect(out.first == .noteOn(channel: channel, note: 69, velocity: UInt7(clamping: velocity)))
      #expect(out.filter(\.isNoteOn).count == out.filter(\.isNoteOff).count)
      #expect(out.count == (abs(cents) > 100 || cents == 0 ? 2 : 4))
    }
  }

  @Test("A display knows no notes that MIDI has not, and never sends a bend or a tuning")
  func displayBeyondMIDI() {
    var sender = Sender(.display, target: Target(frequency: a440, name: "?", note: 128))
    sender.hear(69, hops: 50, shown: true)
    #expect(sender.sent.isEmpty)
  }
}

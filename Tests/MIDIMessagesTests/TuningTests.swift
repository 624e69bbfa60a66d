import MIDIMessages
import Testing

struct TuningTests {
  /// Half a unit of the format, 100/32768 = 0.00305 cent, rounded up.
  private static let halfUnitCents = 0.0031

  @Test("Every key at −50 to 50 cents comes back within half a unit, in data bytes")
  func everyKey() {
    var count = 0
    for key in 0...127 {
      for tenth in -500...500 {
        let note = UInt7(clamping: key)
        let cents = Double(tenth) / 10
        let change = SingleNoteTuning(key: note, pitch: TuningPitch(note: note, cents: cents))
        guard let decoded = SingleNoteTuning(change.message) else {
          Issue.record("note \(key) \(cents) cents is not read back")
          continue
        }
        let bytes = change.message.bytes
        // Below note 0 there is no pitch.
        let reachable = key == 0 ? max(cents, 0) : cents
        if decoded != change || bytes.count != 12 || bytes[1...10].contains(where: { $0 >= 0x80 })
          || abs(decoded.pitch.cents(above: note) - reachable) > Self.halfUnitCents
        {
          Issue.record("note \(key) \(cents) cents became \(decoded.pitch.cents(above: note)) in \(bytes)")
        }
        count += 1
      }
    }
    #expect(count == 128 * 1001)
  }

  @Test("The message has the bytes of the MIDI Tuning Standard")
  func bytes() {
    // A4 + 50 cents is 45 40 00.
    let sharp = SingleNoteTuning(program: 3, key: 69, pitch: TuningPitch(note: 69, cents: 50))
    #expect(
      sharp.message.bytes == [0xF0, 0x7F, 0x7F, 0x08, 0x02, 0x03, 0x01, 0x45, 0x45, 0x40, 0x00, 0xF7])
    let flat = SingleNoteTuning(device: 5, key: 69, pitch: TuningPitch(note: 69, cents: -25))
    #expect(flat.message.bytes == [0xF0, 0x7F, 0x05, 0x08, 0x02, 0x00, 0x01, 0x45, 0x44, 0x60, 0x00, 0xF7])
  }

  @Test("A pitch beyond the ends is the end, and NaN leaves the note as it is")
  func ends() {
    for cents in [100.0, 1e9, 1e300, .infinity] {
      #expect(TuningPitch(note: 127, cents: cents).bytes == [0x7F, 0x7F, 0x7E])
      #expect(TuningPitch(note: 0, cents: -cents).bytes == [0, 0, 0])
    }
    #expect(TuningPitch(note: 60, cents: .infinity).bytes == [0x7F, 0x7F, 0x7E])
    #expect(TuningPitch(note: 60, cents: -.infinity).bytes == [0, 0, 0])
    #expect(TuningPitch(note: 127, cents: 99.998).bytes == [0x7F, 0x7F, 0x7E])
    #expect(TuningPitch(note: 60, cents: .nan).bytes == [60, 0, 0])
    #expect(TuningPitch(note: 60, cents: 100) == TuningPitch(note: 61, cents: 0))
    #expect(TuningPitch(note: 60, cents: -0.01) < TuningPitch(note: 60, cents: 0))
  }

  @Test("The pattern of no change is no pitch")
  func noChange() {
    #expect(TuningPitch(semitone: 127, fraction: 16383) == nil)
    #expect(TuningPitch(semitone: 127, fraction: 16382)?.units == 2_097_150)
    #expect(SingleNoteTuning(.systemExclusive([0x7F, 0x7F, 8, 2, 0, 1, 60, 0x7F, 0x7F, 0x7F])) == nil)
  }

  @Test("Every other message is no single-note change")
  func otherMessages() {
    let good = SingleNoteTuning(key: 60, pitch: TuningPitch(note: 60, cents: 1))
    guard case .systemExclusive(let payload) = good.message else {
      Issue.record("the change is no system exclusive")
      return
    }
    for index in [0, 2, 3, 5] {
      var other = payload
      other[index] ^= 1
      #expect(SingleNoteTuning(.systemExclusive(other)) == nil)
    }
    for index in payload.indices {
      var other = payload
      other[index] |= 0x80
      #expect(SingleNoteTuning(.systemExclusive(other)) == nil)
      #expect(SingleNoteTuning(.systemExclusive(Array(payload[..<index]))) == nil)
    }
    #expect(SingleNoteTuning(.systemExclusive(payload + [0])) == nil)
    #expect(SingleNoteTuning(.clock) == nil)
  }

  @Test("Keys are put back to equal temperament, sixty to a message")
  func reset() {
    let keys = (0...127).map { UInt7(clamping: $0) }
    let messages = SingleNoteTuning.reset(keys)
    #expect(messages.map(\.bytes.count) == [248, 248, 40])
    #expect(messages.last?.bytes.suffix(5) == [127, 127, 0, 0, 0xF7])
    #expect(SingleNoteTuning.reset([]).isEmpty)
    #expect(SingleNoteTuning.reset([69]) == [SingleNoteTuning(key: 69, pitch: TuningPitch(note: 69, cents: 0)).message])
  }
}

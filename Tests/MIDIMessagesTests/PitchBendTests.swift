import MIDIMessages
import Testing

struct PitchBendTests {
  private static let samples = [1, 2, 12, 24, 48, 96].map(BendRange.init(clamping:))

  /// Room for rounding of the sums themselves, in cents: far below a thousandth of the finest step.
  private static let arithmeticCents = 1e-9

  @Test("Every value decodes and encodes to itself", arguments: samples)
  func everyValue(range: BendRange) {
    for value in 0...16383 {
      let bend = UInt14(clamping: value)
      let cents = PitchBend.cents(bend, range: range)
      #expect(PitchBend.value(cents: cents, range: range) == bend)
    }
    #expect(PitchBend.cents(8192, range: range) == 0)
    #expect(PitchBend.cents(0, range: range) == -range.cents)
    #expect(PitchBend.stepCents(range: range) == Double(range.semitones) * 100 / 8192)
  }

  @Test("Within reach the error is at most half a step", arguments: samples)
  func error(range: BendRange) {
    let step = PitchBend.stepCents(range: range)
    var previous = UInt14.min
    var count = 0
    // Eight places within each step, up to half a step over the highest value.
    for eighth in (-8 * 8192)...(8 * 8191 + 4) {
      let cents = Double(eighth) / 8 * step
      let value = PitchBend.value(cents: cents, range: range)
      let error = abs(PitchBend.cents(value, range: range) - cents)
      if error > step / 2 + Self.arithmeticCents { Issue.record("\(cents) cents are off by \(error)") }
      if value < previous { Issue.record("the wheel runs backwards at \(cents) cents") }
      previous = value
      count += 1
    }
    #expect(count == 131_069)
  }

  @Test("Beyond the range the wheel stays at its end and never wraps", arguments: samples)
  func ends(range: BendRange) {
    // midimech#13, Xen-MIDI-Retuner#6
    let beyond = [
      range.cents, range.cents + 0.001, range.cents * 1.5, 1e6, 1e18, 1e300, .greatestFiniteMagnitude
    ]
    for cents in beyond + [.infinity] {
      #expect(PitchBend.value(cents: cents, range: range) == 16383)
      #expect(PitchBend.value(cents: -cents, range: range) == 0)
    }
    #expect(PitchBend.value(cents: .nan, range: range) == PitchBend.centre)
    #expect(PitchBend.value(cents: .leastNonzeroMagnitude, range: range) == PitchBend.centre)
    #expect(PitchBend.value(cents: -0.0, range: range) == PitchBend.centre)
  }

  @Test("Full up at two semitones is 199.976 cents, a step 0.0244 cent")
  func standardRange() {
    #expect(abs(PitchBend.cents(16383, range: .standard) - 199.976) < 0.0005)
    #expect(abs(PitchBend.stepCents(range: .standard) - 0.0244) < 0.00005)
    #expect(PitchBend.value(cents: 100, range: .standard) == 12288)
    #expect(PitchBend.value(cents: -31.77, range: .standard).value == 8192 - 1301)
  }

  @Test("Ranges are whole semitones from 1 to 96")
  func ranges() {
    for semitones in -5...120 {
      let isRange = (1...96).contains(semitones)
      #expect(BendRange(exactly: semitones)?.semitones == (isRange ? semitones : nil))
      #expect(BendRange(clamping: semitones).semitones == min(max(semitones, 1), 96))
    }
    #expect(BendRange(clamping: .min).semitones == 1)
    #expect(BendRange(clamping: .max).semitones == 96)
    #expect(BendRange.standard.semitones == 2)
    #expect(BendRange.polyphonicExpression.semitones == 48)
  }

  @Test("The bend range is sent as RPN 0 with a null after it")
  func bendRangeMessages() {
    let messages = RegisteredParameter.bendRange(BendRange(clamping: 12), channel: Channel(clamping: 3))
    #expect(
      messages.map(\.bytes) == [
        [0xB3, 101, 0], [0xB3, 100, 0], [0xB3, 6, 12], [0xB3, 38, 0], [0xB3, 101, 127], [0xB3, 100, 127]
      ])
  }

  @Test("An MPE zone is announced as RPN 6 without a fine value")
  func zoneMessages() {
    // JUCE#1331
    let messages = RegisteredParameter.polyphonicExpression.messages(
      channel: Channel(clamping: 0), coarse: 15)
    #expect(
      messages.map(\.bytes) == [
        [0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 15], [0xB0, 101, 127], [0xB0, 100, 127]
      ])
  }

  @Test("A parameter's number is sent in its two halves")
  func parameterNumber() {
    let messages = RegisteredParameter(number: 0x0181).messages(
      channel: Channel(clamping: 0), coarse: 1, fine: 2)
    #expect(messages.prefix(2).map(\.bytes) == [[0xB0, 101, 3], [0xB0, 100, 1]])
    #expect(RegisteredParameter.tuningProgram.number == 3)
    #expect(RegisteredParameter.tuningBank.number == 4)
  }
}

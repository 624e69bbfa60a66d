import DSP
internal import Glibc
import TestSupport
import Testing

struct GainTests {
  @Test(
    "The mix is turned down by the sum of the envelopes, with 20 ms down and 200 ms up", arguments: [44_100, 192_000])
  func automaticGain(rate: Int) {
    var gain = AutomaticGain(sampleRate: rate)
    for sum in [0, 0.5, 1] as [Float] {
      for _ in 0..<1000 { #expect(gain.next(envelopeSum: sum) == 1) }
    }
    for _ in 0..<rate / 50 { _ = gain.next(envelopeSum: 3) }
    let third = Float(1) / 3
    // Single precision creeps: a thousandth is 0.01 dB.
    let tolerance: Float = 0.001
    #expect(abs(gain.gain - third - (1 - third) * exp(-1)) < tolerance)
    for _ in 0..<rate { _ = gain.next(envelopeSum: 3) }
    #expect(abs(gain.gain - third) < tolerance)
    let low = gain.gain
    for _ in 0..<rate / 5 { _ = gain.next(envelopeSum: 1) }
    #expect(abs(1 - gain.gain - (1 - low) * exp(-1)) < tolerance * 2)
  }

  @Test("Whatever the envelopes do, the gain stays between its target's extremes")
  func bounds() {
    var random = SplitMix64(seed: 9)
    var gain = AutomaticGain(sampleRate: 48_000)
    var faults = 0
    for _ in 0..<100_000 {
      let next = gain.next(envelopeSum: abs(random.sample()) * 3)
      if !(Float(1) / 3...1).contains(next) { faults += 1 }
    }
    #expect(faults == 0)
    #expect(gain.gain < 0.9)
  }

  @Test("A mean square of 1 is 0 dB, a tenth -10 dB, and silence, what is less, and what is no number -120 dB")
  func levels() {
    #expect(abs(Decibels.level(meanSquare: 1)) < 1e-6)
    #expect(abs(Decibels.level(meanSquare: 0.1) + 10) < 1e-5)
    #expect(abs(Decibels.level(meanSquare: 0.5) + 3.0103) < 1e-4)
    for nothing in [0, -1, 1e-13, .nan, -.infinity] { #expect(Decibels.level(meanSquare: nothing) == -120) }
    #expect(Decibels.level(meanSquare: 1.1e-12) >= -120)
  }
}

internal import Glibc
import TestSupport
import Testing

@testable import DroneSynth

struct VoiceTests {
  @Test("A glide ends on the very number it was sent to, wherever it came from")
  func glideEnds() {
    var random = SplitMix64(seed: 14)
    var mix = [Float](repeating: 0, count: 16)
    var envelopes = mix
    var voice = Voice(sampleRate: 44_100)
    voice.start(VoiceID(1), frequency: 440)
    var frame: Int64 = 0
    for _ in 0..<200 {
      let target = 27.5 * exp2(7 * Double.random(in: 0...1, using: &random))
      voice.glide(to: target)
      // 30 ms are 82 updates and a part.
      for update in 0..<83 {
        if update == 40 { #expect(voice.frequency != target) }
        voice.render(into: &mix, envelopes: &envelopes, frame: frame, count: 16)
        frame += 16
      }
      #expect(voice.frequency == target)
    }
  }
}

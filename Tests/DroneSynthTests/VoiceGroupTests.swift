internal import Glibc
import TestSupport
import Testing

@testable import DroneSynth

struct VoiceGroupTests {
  @Test("A glide ends on the very number it was sent to, wherever it came from, in every lane")
  func glideEnds() {
    var random = SplitMix64(seed: 14)
    var first = [Float](repeating: 0, count: 16)
    var (second, envelopes) = (first, first)
    var group = VoiceGroup(sampleRate: 44_100)
    for lane in 0..<4 { group.start(lane, VoiceID(UInt64(lane)), frequency: 440, gain: 1, waveform: .drone) }
    var frame: Int64 = 0
    for _ in 0..<100 {
      let targets = (0..<4).map { _ in 27.5 * exp2(7 * Double.random(in: 0...1, using: &random)) }
      for lane in 0..<4 { group.glide(lane, to: targets[lane]) }
      // 30 ms are 82 updates and a part.
      for update in 0..<83 {
        if update == 40 { for lane in 0..<4 { #expect(group.frequency(lane) != targets[lane]) } }
        group.render(first: &first, second: &second, envelopeSums: &envelopes, frame: frame, count: 16)
        frame += 16
      }
      for lane in 0..<4 { #expect(group.frequency(lane) == targets[lane]) }
    }
  }
}

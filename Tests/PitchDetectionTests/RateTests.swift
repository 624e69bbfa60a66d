import PitchDetection
import TestSupport
import Testing

struct RateTests {
  @Test("Any rate and hop gives a tracker that works, or none")
  func anyRate() {
    let signal = Signal.noise(amplitude: 0.5, count: 20_000, seed: 1)
    var made = 0
    for rate in [Int.min, -1, 0, 1, 400, 999, 1000, 1001, 3000, 5512, 8000, 11_025, 22_050, 352_800, 768_000] {
      for hop in [-1, 0, 64, 1000] {
        guard let tracker = PitchTracker(sampleRate: rate, hop: hop) else {
          #expect(rate < 1000 || hop < 1)
          continue
        }
        made += 1
        signal.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          for start in 0..<20 { #expect(tracker.process(base + start * hop).frequency.isFinite) }
        }
      }
    }
    #expect(made > 15)
  }
}

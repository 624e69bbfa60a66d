import DSP
internal import Glibc
import TestSupport
import Testing

struct LookaheadLimiterTests {
  private static let rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]

  private enum Sound: CaseIterable { case noise, bursts, steps, sine, hostile }

  private static func sample(_ sound: Sound, _ i: Int, _ random: inout SplitMix64) -> Float {
    switch sound {
    case .noise: return random.sample() * 8
    case .bursts: return i / 3000 % 2 == 0 ? random.sample() * 0.5 : random.sample() * 100
    case .steps: return i / 777 % 2 == 0 ? 1 : -1
    case .sine: return 3 * sin(Float(i) * 0.05)
    case .hostile:
      let values: [Float] = [
        .nan, .infinity, -.infinity, .signalingNaN, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, -0.0, 0.95, 0.950_000_1, 1e30, -1e-30, 0
      ]
      return Int.random(in: 0..<10, using: &random) == 0
        ? values[Int.random(in: 0..<values.count, using: &random)] : random.sample()
    }
  }

  @Test("Nothing passes the ceiling, and by the ramp alone, not by cutting peaks off", arguments: rates)
  func ceiling(rate: Int) {
    for sound in Sound.allCases {
      var random = SplitMix64(seed: UInt64(rate))
      var limiter = LookaheadLimiter(sampleRate: rate)
      var delayed = [Float](repeating: 0, count: limiter.delay)
      var loudest: Float = 0
      var faults = 0
      var silenced: UInt64 = 0
      var gain: Float = 1
      for i in 0..<30_000 {
        let input = Self.sample(sound, i, &random)
        if !input.isFinite { silenced += 1 }
        let output = limiter.next(input)
        if !(abs(output) <= LookaheadLimiter.ceiling) { faults += 1 }
        if output != delayed[i % limiter.delay] * limiter.gain { faults += 1 }
        // A ramp that is `delay` + 1 samples long moves by one part of that at the most, and by a rounding.
        if abs(limiter.gain - gain) > 1 / Float(limiter.delay + 1) + 1e-6 { faults += 1 }
        gain = limiter.gain
        delayed[i % limiter.delay] = input.isFinite ? input : 0
        loudest = max(loudest, abs(output))
      }
      #expect(faults == 0)
      #expect(limiter.silencedSamples == silenced)
      #expect((silenced > 0) == (sound == .hostile))
      // It limits to the ceiling, not far below it; but where peaks are a million times too high, all else is lost.
      #expect(loudest > 0.949 || sound == .hostile)
    }
  }

  @Test("The delay is 64 samples at 48 kHz, in proportion elsewhere, and exact; under the ceiling nothing changes")
  func transparency() {
    let delays = [(44_100, 59), (48_000, 64), (88_200, 118), (96_000, 128), (176_400, 235), (192_000, 256)]
    for (rate, delay) in delays {
      var random = SplitMix64(seed: 8)
      var limiter = LookaheadLimiter(sampleRate: rate)
      #expect(limiter.delay == delay)
      let input = [1, -1].map { $0 * LookaheadLimiter.ceiling } + (0..<5000).map { _ in random.sample() * 0.95 }
      let output = input.map { limiter.next($0) }
      #expect(Array(output[0..<delay]) == [Float](repeating: 0, count: delay))
      #expect(Array(output[delay...]) == Array(input[..<(input.count - delay)]))
      #expect(limiter.gain == 1)
    }
  }

  @Test("A peak is ramped to, held, and let go within 80 ms to 1/e; then the gain is exactly 1 again", arguments: rates)
  func release(rate: Int) {
    var limiter = LookaheadLimiter(sampleRate: rate)
    _ = limiter.next(2)
    var gains = [limiter.gain]
    for _ in 0..<2 * rate {
      _ = limiter.next(0)
      gains.append(limiter.gain)
    }
    let low: Float = 0.95 / 2
    for i in limiter.delay...2 * limiter.delay { #expect(abs(gains[i] - low) < 1e-5) }
    for i in 1...limiter.delay where gains[i] > gains[i - 1] { Issue.record("the ramp turns back at \(i)") }
    let released = 3 * limiter.delay + rate * 80 / 1000
    #expect(abs((1 - gains[released]) / (1 - low) - exp(-1)) < 0.02)
    #expect(gains.last == 1)
  }
}

import Glibc
import PitchDetection
import TestSupport
import Testing

struct StreamTests {
  static let rate = 48_000

  @Test("What was read does not depend on what follows")
  func causality() throws {
    let beginning = Signal.harmonicTone(146.8, rate: Self.rate, seconds: 0.4)
    let endings = [
      Signal.noise(amplitude: 0.5, count: 9600, seed: 3), Signal.harmonicTone(220, rate: Self.rate, seconds: 0.2),
      Array(repeating: Float.nan, count: 9600)
    ]
    let alone = try #require(Tracking(rate: Self.rate)).estimates(beginning)
    #expect(alone.contains { $0.frequency > 0 })
    for ending in endings {
      let whole = try #require(Tracking(rate: Self.rate)).estimates(beginning + ending)
      #expect(whole.prefix(alone.count).elementsEqual(alone))
      #expect(whole.count > alone.count)
    }
  }

  @Test("After a reset the tracker hears what a new one hears")
  func reset() throws {
    let used = try #require(Tracking(rate: Self.rate))
    _ = used.estimates(Signal.harmonicTone(82.4, rate: Self.rate, seconds: 0.5))
    used.tracker.reset()
    let signal = Signal.harmonicTone(123.5, rate: Self.rate, seconds: 0.5, seed: 9)
    let reset = used.estimates(signal)
    let fresh = try #require(Tracking(rate: Self.rate)).estimates(signal)
    #expect(fresh.contains { $0.frequency > 0 })
    #expect(reset.map(\.frequency).elementsEqual(fresh.map(\.frequency)))
    #expect(reset.map(\.clarity).elementsEqual(fresh.map(\.clarity)))
  }

  @Test("A slow swell is no attack, and neither is a steady tone, however low or rich in partials")
  func swells() throws {
    var swell = Signal.harmonicTone(220, rate: Self.rate, seconds: 2)
    // 60 dB in two seconds.
    for i in swell.indices { swell[i] *= Float(exp2(10 * (Double(i) / Double(swell.count) - 1))) }
    let start = Array(repeating: Float(0.000_01), count: Self.rate / 10)
    let estimates = try #require(Tracking(rate: Self.rate)).estimates(start + swell)
    #expect(estimates.dropFirst(25).allSatisfy { !$0.attack })
    for note in [23, 28, 40, 52, 64] {
      let pulses = Signal.tone(
        Signal.hertz(ofNote: note), rate: Self.rate, seconds: 1, partials: Array(repeating: 0.02, count: 40),
        seed: UInt64(note))
      let steady = try #require(Tracking(rate: Self.rate)).estimates(pulses)
      #expect(steady.count > 180)
      #expect(steady.dropFirst().allSatisfy { !$0.attack }, "note \(note)")
    }
  }

  /// White noise asks every window; that costs no more than this much of what a clean low tone, which does too, costs.
  static let worstCase = 2.0

  @Test("The cost of a hop is bounded: noise takes at most twice the time of a clean low tone")
  func cost() throws {
    let tone = Signal.harmonicTone(41.2, rate: Self.rate, seconds: 1)
    let noise = Signal.noise(amplitude: 0.5, count: tone.count, seed: 1)
    var cheapest = (tone: Double.infinity, noise: Double.infinity)
    // The least of several, each of this thread's own time: other work on the machine only ever adds.
    for _ in 0..<5 {
      let tracking = try #require(Tracking(rate: Self.rate))
      cheapest.tone = min(cheapest.tone, threadSeconds { _ = tracking.estimates(tone) })
      cheapest.noise = min(cheapest.noise, threadSeconds { _ = tracking.estimates(noise) })
    }
    #expect(cheapest.noise <= Self.worstCase * cheapest.tone)
  }

  private func threadSeconds(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    body()
    return now() - start
  }
}

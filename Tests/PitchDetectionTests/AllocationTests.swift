import DroneSynth
import PitchDetection
import TestSupport
import Testing

struct AllocationTests {
  static let rates = [44_100, 48_000, 192_000]

  /// Everything that sends a tracker down another path: tones, noise, onsets, glides, silence, and what is no number.
  private static func sounds(rate: Int) -> [Float] {
    let pieces: [[Float]] = [
      Signal.harmonicTone(110, rate: rate, seconds: 1), Signal.noise(amplitude: 0.5, count: rate / 2, seed: 1),
      Array(repeating: 0, count: rate / 4), Signal.harmonicTone(30.87, rate: rate, seconds: 0.4),
      Signal.tone(2637, rate: rate, seconds: 0.3), plucks(rate: rate), Array(repeating: .nan, count: rate / 20),
      Signal.harmonicTone(82.4, rate: rate, seconds: 0.3).map { $0 * 3 },
      Signal.tone(250, rate: rate, seconds: 0.3, partials: [0.005]),
      Signal.noise(amplitude: 0.001, count: rate / 4, seed: 2)
    ]
    return pieces.flatMap { $0 }
  }

  private static func plucks(rate: Int) -> [Float] {
    var signal = Array(repeating: Float(0), count: rate)
    for (number, note) in [28, 40, 64, 45].enumerated() {
      var string = PluckedString(
        frequency: Signal.hertz(ofNote: note), amplitude: 0.4, sampleRate: rate, seed: UInt64(number + 1))
      signal.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        string.add(to: base + number * rate / 4, count: rate / 4 - rate / 50)
      }
    }
    return signal
  }

  @Test(
    "Tracker, strobe and clipping leave the heap alone from the first hop on, whatever they hear",
    .enabled(if: AllocationGuard.isActive), arguments: rates)
  func perHop(rate: Int) throws {
    let signal = Self.sounds(rate: rate)
    let tracker = try #require(Tracking(rate: rate)).tracker
    var strobe = Strobe(sampleRate: Double(rate))
    var clipping = ClippingDetector(sampleRate: Double(rate))
    var (pitched, clipped, attacks, turning) = (0, 0, 0, 0)
    let calls = signal.withUnsafeBufferPointer { buffer -> UInt64 in
      guard let base = buffer.baseAddress else { return .max }
      return AllocationGuard.heapCalls {
        var start = 0
        while start + tracker.hop <= buffer.count {
          let estimate = tracker.process(base + start)
          pitched += estimate.frequency > 0 ? 1 : 0
          attacks += estimate.attack ? 1 : 0
          strobe.compare(with: estimate.frequency > 100 ? 110 : 82.4)
          strobe.process(base + start, count: tracker.hop)
          turning += strobe.harmonics.0.turn != 0 ? 1 : 0
          clipping.process(base + start, count: tracker.hop)
          clipped += clipping.isClipping ? 1 : 0
          start += tracker.hop
        }
        tracker.reset()
        strobe.reset()
        clipping.reset()
      }
    }
    #expect(calls == 0)
    #expect(pitched > 300 && clipped > 50 && attacks > 4 && turning > 300)
  }
}

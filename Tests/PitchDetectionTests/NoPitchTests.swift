import PitchDetection
import TestSupport
import Testing

struct NoPitchTests {
  static let rates = [44_100, 48_000, 192_000]
  /// Hops in which chance may make noise look periodic.
  static let chance = 0.001

  @Test("Silence has no pitch, no clarity and no attack", arguments: rates)
  func silence(rate: Int) throws {
    let estimates = try #require(Tracking(rate: rate)).estimates(Array(repeating: 0, count: rate))
    #expect(estimates.count > 150)
    #expect(
      estimates.allSatisfy { $0 == PitchEstimate(frequency: 0, clarity: 0, level: -120, attack: false) })
  }

  @Test("White noise has no pitch, loud or soft", arguments: rates)
  func noise(rate: Int) throws {
    for (number, amplitude) in [Float(1), 0.1, 0.001].enumerated() {
      let signal = Signal.noise(amplitude: amplitude, count: 3 * rate, seed: UInt64(rate + number))
      let estimates = try #require(Tracking(rate: rate)).estimates(signal)
      #expect(estimates.count > 500)
      let pitched = estimates.count { $0.frequency > 0 }
      #expect(Double(pitched) <= Self.chance * Double(estimates.count), "\(pitched) of \(estimates.count)")
    }
  }

  @Test("Clicks further apart than the longest window have no pitch", arguments: rates)
  func clicks(rate: Int) throws {
    var random = SplitMix64(seed: UInt64(rate))
    var signal = Array(repeating: Float(0), count: 4 * rate)
    for start in stride(from: 0, to: signal.count, by: rate / 2) {
      signal[start + Int.random(in: 0..<(rate / 4), using: &random)] = random.sample()
    }
    let estimates = try #require(Tracking(rate: rate)).estimates(signal)
    #expect(estimates.count > 600)
    #expect(estimates.allSatisfy { $0.frequency == 0 })
  }

  /// Two like clicks in one window are a period to it; that most often they are not alike is what this says.
  static let likeClicks = 0.02

  @Test("A crackle of clicks has nearly no pitch", arguments: rates)
  func crackle(rate: Int) throws {
    var random = SplitMix64(seed: UInt64(rate))
    var signal = Array(repeating: Float(0), count: 4 * rate)
    for _ in 0..<200 { signal[Int.random(in: 0..<signal.count, using: &random)] = random.sample() }
    let estimates = try #require(Tracking(rate: rate)).estimates(signal)
    #expect(estimates.count > 600)
    let pitched = estimates.count { $0.frequency > 0 }
    #expect(Double(pitched) <= Self.likeClicks * Double(estimates.count), "\(pitched) of \(estimates.count)")
  }

  @Test("A hop that holds what is no number is silence, and the tone is read again after it")
  func notANumber() throws {
    let rate = 48_000
    let tone = Signal.harmonicTone(196, rate: rate, seconds: 0.5)
    for bad in [Float.nan, .infinity, -.infinity, .signalingNaN] {
      var signal = tone + tone
      signal[tone.count + 100] = bad
      let tracking = try #require(Tracking(rate: rate))
      let estimates = tracking.estimates(signal)
      let badHop = (tone.count + 100) / tracking.tracker.hop
      #expect(estimates[badHop] == PitchEstimate(frequency: 0, clarity: 0, level: -120, attack: false))
      #expect(estimates.allSatisfy(isSane))
      #expect(estimates[badHop - 1].frequency > 0)
      #expect(estimates[(badHop + 20)...].allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: 196)) < 1 })
    }
  }

  @Test("Signals of any size and any bits are read without harm, and a tone is read after them")
  func anyBits() throws {
    let rate = 48_000
    var random = SplitMix64(seed: 12)
    let tone = Signal.harmonicTone(110, rate: rate, seconds: 0.4)
    let tracking = try #require(Tracking(rate: rate))
    for round in 0..<40 {
      var piece: [Float]
      switch round % 4 {
      case 0: piece = (0..<4096).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
      case 1:
        let scale = Float(bitPattern: UInt32.random(in: 1..<0x7F80_0000, using: &random))
        piece = tone[0..<8192].map { $0 * scale }
      case 2: piece = Array(repeating: .greatestFiniteMagnitude, count: 4096)
      default: piece = (0..<4096).map { _ in Float.leastNonzeroMagnitude * random.sample() * 1000 }
      }
      piece += tone
      let estimates = tracking.estimates(piece)
      #expect(estimates.allSatisfy(isSane))
      #expect(
        estimates.suffix(20).allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: 110)) < 1 }, "round \(round)")
    }
  }

  private func isSane(_ estimate: PitchEstimate) -> Bool {
    estimate.frequency.isFinite && estimate.frequency >= 0 && (0...1).contains(estimate.clarity)
      && estimate.level >= -120 && !estimate.level.isNaN && (estimate.frequency > 0 || estimate.clarity == 0)
  }
}

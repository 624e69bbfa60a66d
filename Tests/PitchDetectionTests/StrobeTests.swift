import Glibc
import PitchDetection
import TestSupport
import Testing

struct StrobeTests {
  static let rates = [44_100, 48_000, 96_000, 192_000]
  /// What is left of a sine's mirror image, 63 dB down, at both ends of a second: turns a second.
  static let turnsPerSecond = 0.001
  /// What neighbouring harmonics add, 51 dB down, to one that is 50 cents off and so 15 dB down itself.
  static let turnsPerSecondBesideOthers = 0.02
  /// Three periods twice, and the hop.
  static let settledPeriods = 40.0

  private static func hop(_ rate: Int) -> Int { 256 * ((rate + 24_000) / 48_000) }

  /// Runs a strobe over a signal and tells of each hop.
  private static func run(_ strobe: inout Strobe, _ signal: [Float], hop: Int, _ each: (Strobe) -> Void = { _ in }) {
    signal.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for start in stride(from: 0, through: buffer.count - hop, by: hop) {
        strobe.process(base + start, count: hop)
        each(strobe)
      }
    }
  }

  private static func all(_ strobe: Strobe) -> [Strobe.Harmonic] {
    [strobe.harmonics.0, strobe.harmonics.1, strobe.harmonics.2, strobe.harmonics.3]
  }

  @Test(
    "Harmonic h of a tone d cents above f turns by f·h·(2^(d/1200) - 1) turns a second, low and high, flat and sharp",
    arguments: rates)
  func turning(rate: Int) {
    var compared = 0
    for (target, cents) in [(30.868, 12.0), (30.868, -3), (82.407, -35), (110, 0), (440, 0.1), (440, 50), (2093, -7)] {
      let ratio = exp2(cents / 1200)
      let seconds = Self.settledPeriods / target + 1.1
      let together = Self.turnsPerSecond(
        of: Signal.harmonicTone(target * ratio, rate: rate, seconds: seconds, seed: 3), target: target, rate: rate)
      for h in 1...4 {
        let alone = Self.turnsPerSecond(
          of: Signal.tone(target * ratio * Double(h), rate: rate, seconds: seconds), target: target, rate: rate)
        let wanted = target * Double(h) * (ratio - 1)
        #expect(abs(alone[h - 1] - wanted) < Self.turnsPerSecond, "\(target) Hz, \(cents) cents, harmonic \(h)")
        #expect(
          abs(together[h - 1] - wanted) < Self.turnsPerSecondBesideOthers,
          "\(target) Hz, \(cents) cents, harmonic \(h)")
        compared += 1
      }
    }
    #expect(compared == 28)
  }

  /// What each harmonic turns by in a second, once the filters have settled.
  private static func turnsPerSecond(of signal: [Float], target: Double, rate: Int) -> [Double] {
    let hop = Self.hop(rate)
    var strobe = Strobe(sampleRate: Double(rate))
    strobe.compare(with: target)
    let first = Int(Self.settledPeriods / target * Double(rate)) / hop
    let last = first + rate / hop
    var turned = [0.0, 0, 0, 0]
    var hops = 0
    run(&strobe, signal, hop: hop) { strobe in
      if hops > first, hops <= last {
        for (i, harmonic) in all(strobe).enumerated() { turned[i] += harmonic.turn }
      }
      hops += 1
    }
    return turned.map { $0 * Double(rate) / Double((last - first) * hop) }
  }

  @Test("In tune, amplitudes and phases are those of the partials, and stand still", arguments: rates)
  func standing(rate: Int) {
    let (target, partials, phases) = (196.0, [0.3, 0.1, 0.05, 0.02], [0.1, 0.35, 0.6, 0.85])
    let signal = (0..<rate).map { i in
      var sum = 0.0
      for h in 0..<4 {
        sum += partials[h] * cos(2 * .pi * (target * Double(h + 1) * Double(i) / Double(rate) + phases[h]))
      }
      return Float(sum)
    }
    var strobe = Strobe(sampleRate: Double(rate))
    strobe.compare(with: target)
    Self.run(&strobe, signal, hop: Self.hop(rate))
    for (h, harmonic) in Self.all(strobe).enumerated() {
      // The strongest neighbour, 51 dB down, and the fall of the sum over a block.
      #expect(abs(Double(harmonic.amplitude) - partials[h]) < 0.004 * partials[0], "harmonic \(h + 1)")
      #expect(abs(harmonic.phase - phases[h]) < 0.003 * partials[0] / partials[h], "harmonic \(h + 1)")
      #expect(abs(harmonic.turn) < 0.002 * partials[0] / partials[h], "harmonic \(h + 1)")
    }
  }

  @Test("The target's phase is exact for an hour: nothing creeps in")
  func hour() {
    let (rate, hop) = (48_000, 256)
    // The tone repeats every 256 samples, so that one hop of it does for all.
    let target = 3 * Double(rate) / Double(hop)
    let signal = (0..<hop).map { Float(0.3 * cos(6 * .pi * Double($0) / Double(hop))) }
    var strobe = Strobe(sampleRate: Double(rate))
    strobe.compare(with: target)
    for _ in 0..<500 { Self.run(&strobe, signal, hop: hop) }
    let early = strobe.harmonics.0.phase
    for _ in 0..<675_000 { Self.run(&strobe, signal, hop: hop) }
    let drift = strobe.harmonics.0.phase - early
    #expect(abs(drift - drift.rounded()) < 1e-5)
  }

  @Test("Another target begins anew, the same one changes nothing")
  func targetChange() {
    let (rate, hop) = (48_000, 256)
    let tone = Signal.harmonicTone(147.2, rate: rate, seconds: 0.5)
    var used = Strobe(sampleRate: Double(rate))
    used.compare(with: 110)
    Self.run(&used, tone, hop: hop)
    used.compare(with: 146.8)
    #expect(Self.all(used).allSatisfy { $0 == Strobe.Harmonic() })
    var fresh = Strobe(sampleRate: Double(rate))
    fresh.compare(with: 146.8)
    Self.run(&used, tone, hop: hop) { _ in }
    Self.run(&fresh, tone, hop: hop)
    #expect(Self.all(used) == Self.all(fresh))
    used.compare(with: 146.8)
    #expect(Self.all(used) == Self.all(fresh))
    used.reset()
    Self.run(&used, tone, hop: hop)
    #expect(Self.all(used) == Self.all(fresh))
  }

  @Test("Silence has no amplitude, and the pattern stays where it stood")
  func silence() {
    let rate = 48_000
    var strobe = Strobe(sampleRate: Double(rate))
    strobe.compare(with: 220)
    Self.run(&strobe, [Float](repeating: 0, count: 4800), hop: 256)
    #expect(Self.all(strobe).allSatisfy { $0 == Strobe.Harmonic() })
    Self.run(&strobe, Signal.harmonicTone(221, rate: rate, seconds: 0.5), hop: 256)
    #expect(Self.all(strobe).allSatisfy { $0.amplitude > 0.01 && $0.turn > 0 })
    Self.run(&strobe, [Float](repeating: 0, count: 24_000), hop: 256)
    let stopped = Self.all(strobe)
    #expect(stopped.allSatisfy { $0.amplitude == 0 && $0.turn == 0 })
    Self.run(&strobe, [Float](repeating: 0, count: 24_000), hop: 256)
    #expect(Self.all(strobe) == stopped)
  }

  @Test("Any bits are borne, and a tone is compared after them; any target is taken or refused")
  func anyBits() {
    let rate = 48_000
    let tone = Signal.harmonicTone(330, rate: rate, seconds: 0.3)
    var strobe = Strobe(sampleRate: Double(rate))
    for target in [0, -1, Double.nan, .infinity, 21_700, 1e300] {
      strobe.compare(with: target)
      #expect(strobe.target == 0)
      Self.run(&strobe, tone, hop: 256)
      #expect(Self.all(strobe).allSatisfy { $0 == Strobe.Harmonic() })
    }
    strobe.compare(with: 330)
    for bad in [Float.nan, .infinity, -.greatestFiniteMagnitude, 1e20, .signalingNaN] {
      var hop = [Float](repeating: 0.1, count: 256)
      hop[77] = bad
      Self.run(&strobe, hop, hop: 256)
      #expect(Self.all(strobe).allSatisfy { $0.amplitude.isFinite && $0.phase.isFinite && $0.turn.isFinite })
      Self.run(&strobe, tone, hop: 256)
      #expect(abs(strobe.harmonics.0.amplitude - 0.25) < 0.002)
      #expect(abs(strobe.harmonics.0.turn) < 0.001)
    }
    // The third and fourth lie above what is looked for.
    strobe.compare(with: 10_000)
    Self.run(&strobe, Signal.noise(amplitude: 0.5, count: 48_000, seed: 1), hop: 256)
    #expect(Self.all(strobe).map { $0.amplitude > 0 } == [true, true, false, false])
  }
}

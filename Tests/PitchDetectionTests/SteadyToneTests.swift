import DroneSynth
import Glibc
import PitchDetection
import TestSupport
import Testing

struct SteadyToneTests {
  /// What a refined period is good for, as long as a period has a dozen samples for every partial that counts.
  static let hopCents = 0.1
  /// At the top a bright tone's peaks are a sample or two wide, and the curve through three of them is worth less.
  static let hopCentsAtTop = 0.4
  /// The highest note, E5, to which the first limit is given.
  static let top = 76
  /// The longest window, and its fill.
  static let settledSeconds = 0.25
  static let rates = [44_100, 48_000, 96_000, 192_000]

  @Test("A bright tone from B0 to C7 is read in every hop, within 0.1 cent to E5 and 0.4 above", arguments: rates)
  func harmonicTones(rate: Int) throws {
    var hops = 0
    // The high rates take four times the work and differ in the first decimations alone.
    for note in stride(from: 23, through: 96, by: rate > 48_000 ? 7 : 3) {
      // Not quite in tune, so that periods are no round number of samples.
      let frequency = Signal.hertz(ofNote: note) * 1.0123
      let signal = Signal.harmonicTone(frequency, rate: rate, seconds: 0.35, seed: UInt64(note))
      hops += try expect(signal, rate: rate, note: note, frequency)
    }
    #expect(hops > 100)
  }

  /// A period of six samples, of which two partials are left.
  static let highestCents = 5.0

  @Test("Above C7 a bright tone is read in every hop too, wherever its period falls between samples", arguments: rates)
  func highest(rate: Int) throws {
    var hops = 0
    for tenth in stride(from: 960, through: 1080, by: rate > 48_000 ? 24 : 4) {
      let frequency = 440 * exp2(Double(tenth - 690) / 120)
      let signal = Signal.harmonicTone(frequency, rate: rate, seconds: 0.1, seed: UInt64(tenth))
      for estimate in try #require(Tracking(rate: rate)).estimates(signal, after: 0.04) {
        #expect(abs(Signal.cents(max(1, estimate.frequency), above: frequency)) < Self.highestCents, "\(frequency) Hz")
        hops += 1
      }
    }
    #expect(hops > 50)
  }

  @Test("A sine from B0 to C8 is read in every hop within 0.1 cent", arguments: rates)
  func sines(rate: Int) throws {
    var hops = 0
    for note in stride(from: 23, through: 108, by: rate > 48_000 ? 7 : 1) {
      let frequency = Signal.hertz(ofNote: note) * 1.0123
      hops += try expect(
        Signal.tone(frequency, rate: rate, seconds: 0.3), rate: rate, note: min(note, Self.top), frequency)
    }
    #expect(hops > 100)
  }

  private func expect(_ signal: [Float], rate: Int, note: Int, _ frequency: Double) throws -> Int {
    let estimates = try #require(Tracking(rate: rate)).estimates(signal, after: Self.settledSeconds)
    let limit = note > Self.top ? Self.hopCentsAtTop : Self.hopCents
    for estimate in estimates {
      let cents = Signal.cents(max(estimate.frequency, 1), above: frequency)
      if abs(cents) > limit { Issue.record("\(rate) Hz, note \(note): \(cents) cents at clarity \(estimate.clarity)") }
    }
    return estimates.count
  }

  @Test("A note whose 2nd or 3rd partial stands 20 dB over the first is still itself, not an octave or twelfth above")
  func strongPartials() throws {
    let shapes = [[0.02, 0.2, 0.02, 0.1, 0.01, 0.05], [0.02, 0.02, 0.2, 0.02, 0.02, 0.1]]
    for partials in shapes {
      for note in stride(from: 28, through: 76, by: 12) {
        let frequency = Signal.hertz(ofNote: note)
        let signal = Signal.tone(frequency, rate: 48_000, seconds: 0.4, partials: partials)
        let estimates = try #require(Tracking(rate: 48_000)).estimates(signal, after: Self.settledSeconds)
        #expect(estimates.allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: frequency)) < 50 }, "note \(note)")
      }
    }
  }

  /// Partials wander from the harmonic series with B·k²/2, and the period is that of all together: 0.2 cent for a
  /// guitar's B.
  static let stringCents = 0.5

  @Test("A plucked string is read from E1 to E5 as it dies away, and begins once")
  func pluckedStrings() throws {
    let rate = 48_000
    for note in [28, 33, 40, 45, 50, 55, 59, 64, 76] {
      let frequency = Signal.hertz(ofNote: note)
      let signal = pluck([frequency], secondsApart: 1, quietSeconds: 0, rate: rate)
      let tracking = try #require(Tracking(rate: rate))
      let estimates = tracking.estimates(signal)
      #expect(estimates.indices.filter { estimates[$0].attack } == [0], "note \(note)")
      for estimate in estimates.dropFirst(Int(0.2 / tracking.hopSeconds)) {
        let cents = Signal.cents(max(estimate.frequency, 1), above: frequency)
        if abs(cents) > Self.stringCents { Issue.record("note \(note): \(cents) cents") }
      }
    }
  }

  @Test("A string that is damped and plucked again is an attack each time, and nothing between is")
  func repeatedPlucks() throws {
    let rate = 48_000
    // The longer the period, the longer must the hand lie on the string for the level to tell.
    for (note, quiet) in [(23, 0.045), (28, 0.045), (40, 0.02), (45, 0.02), (55, 0.01), (76, 0.01)] {
      let signal = pluck(
        Array(repeating: Signal.hertz(ofNote: note), count: 4), secondsApart: 0.3, quietSeconds: quiet, rate: rate)
      let tracking = try #require(Tracking(rate: rate))
      let estimates = tracking.estimates(signal)
      let attacks = estimates.indices.filter { estimates[$0].attack }.map { Double($0) * tracking.hopSeconds }
      #expect(attacks.count == 4, "note \(note): \(attacks)")
      for (attack, wanted) in zip(attacks, [0, 0.3, 0.6, 0.9]) {
        #expect(attack > wanted - tracking.hopSeconds && attack <= wanted + tracking.hopSeconds, "note \(note)")
      }
    }
  }

  private func pluck(_ frequencies: [Double], secondsApart: Double, quietSeconds: Double, rate: Int) -> [Float] {
    let step = Int(secondsApart * Double(rate))
    let length = Int((secondsApart - quietSeconds) * Double(rate))
    var signal = Array(repeating: Float(0), count: step * frequencies.count)
    for (number, frequency) in frequencies.enumerated() {
      var string = PluckedString(
        frequency: frequency, amplitude: 0.4, sampleRate: rate, seed: UInt64(number + 1))
      signal.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        string.add(to: base + number * step, count: length)
      }
    }
    return signal
  }

  /// Periods of a note that its first reading may take, with the two hops in which it gathers strength.
  static let periodsToRead = 6.0
  /// What the shortest window takes to fill far enough, in seconds.
  static let shortestSeconds = 0.016

  @Test("A note is read within six periods, or 16 ms, and two hops of its beginning: the higher, the sooner")
  func latency() throws {
    let rate = 48_000
    for note in stride(from: 23, through: 96, by: 1) {
      let frequency = Signal.hertz(ofNote: note)
      let signal =
        Array(repeating: Float(0), count: rate / 4) + Signal.harmonicTone(frequency, rate: rate, seconds: 0.25)
      let tracking = try #require(Tracking(rate: rate))
      let first = tracking.estimates(signal).firstIndex {
        $0.frequency > 0 && abs(Signal.cents($0.frequency, above: frequency)) < 20
      }
      let seconds = Double(try #require(first) + 1) * tracking.hopSeconds - 0.25
      let limit = max(Self.shortestSeconds, Self.periodsToRead / frequency) + 2 * tracking.hopSeconds
      #expect(seconds <= limit, "note \(note)")
    }
  }

  @Test("The level of a hop is that of its mean square, -120 dB at the least")
  func levels() throws {
    let rate = 48_000
    for amplitude in [1, 0.5, 0.1, 0.001] {
      // Whole periods in a hop.
      let signal = Signal.tone(750, rate: rate, seconds: 0.1, partials: [amplitude])
      let estimates = try #require(Tracking(rate: rate)).estimates(signal)
      #expect(!estimates.isEmpty)
      for estimate in estimates {
        let wanted = 20 * log10(amplitude / 2.squareRoot())
        #expect(abs(Double(estimate.level) - wanted) < 0.01)
      }
    }
    let silence = try #require(Tracking(rate: rate)).estimates(Array(repeating: 0, count: rate))
    #expect(silence.allSatisfy { $0.level == -120 })
  }
}

import DroneSynth
import Glibc
import PitchDetection
import TestSupport
import Testing

/// What may begin a note, and what may not end one: levels and hum.
struct BeginningTests {
  static let rate = 48_000

  private func estimates(_ signal: [Float], _ sensitivity: Float? = nil) throws -> [PitchEstimate] {
    let tracking = try #require(Tracking(rate: Self.rate))
    if let sensitivity { tracking.tracker.settings.sensitivity = sensitivity }
    return tracking.estimates(signal)
  }

  /// A string that dies away by so many dB a second.
  private func string(_ hertz: Double, peak: Double, fall: Double, seconds: Double, seed: UInt64 = 1) -> [Float] {
    Signal.harmonicTone(hertz, rate: Self.rate, seconds: seconds, seed: seed).enumerated().map {
      $1 * Float(2 * peak * pow(10, -fall / 20 * Double($0) / Double(Self.rate)))
    }
  }

  @Test("Under the sensitivity no note begins; over it, one does")
  func threshold() throws {
    let tone = string(196, peak: 0.1, fall: 0, seconds: 0.5)
    let level = try #require(estimates(tone).last).level
    #expect(level > -30 && level < -20)
    #expect(try estimates(tone, level + 3).allSatisfy { $0.frequency == 0 })
    #expect(try estimates(tone, level - 3).contains { $0.frequency > 0 })
  }

  @Test("A note that sounds is followed on below the sensitivity, and no other takes its place there")
  func followed() throws {
    let dying = string(196, peak: 0.3, fall: 20, seconds: 2)
    let quiet = string(262, peak: 0.003, fall: 0, seconds: 0.5)
    let readings = try estimates(dying + quiet, -30)
    let second = Self.rate / 256
    #expect(readings[second..<2 * second].allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: 196)) < 5 })
    #expect(readings[2 * second - 1].level < -50)
    #expect(readings[(2 * second)...].allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: 262)) > 100 })
    // The same is heard where the sensitivity is left alone.
    #expect(try estimates(dying + quiet).suffix(40).allSatisfy { abs(Signal.cents($0.frequency, above: 262)) < 5 })
  }

  @Test("The default sensitivity, and one that is no number, change nothing")
  func defaultSensitivity() throws {
    let signal = string(110, peak: 0.01, fall: 60, seconds: 1) + Signal.noise(amplitude: 0.3, count: 9600, seed: 1)
    let plain = try estimates(signal)
    #expect(PitchTracker.Settings().sensitivity == -120)
    #expect(plain.contains { $0.frequency > 0 })
    #expect(try estimates(signal, -120).elementsEqual(plain))
    #expect(try estimates(signal, .nan).elementsEqual(plain))
  }

  @Test("A string that is tuned to a multiple of the mains is followed down to its last breath")
  func stringOnMains() throws {
    for hertz in [100.0, 249.8, 240.3] {
      let silence = [Float](repeating: 0, count: Self.rate / 4)
      let readings = try estimates(silence + string(hertz, peak: 0.1, fall: 15, seconds: 3.2))
      let hops = readings.count
      #expect(readings[hops - 1].level < -60)
      let missed = readings[(hops / 5)...].count { abs(Signal.cents(max(1, $0.frequency), above: hertz)) > 5 }
      #expect(missed == 0, "\(hertz) Hz")
    }
  }

  @Test("Hum that is left when a string is gone is let go, and after a short note never taken up")
  func humAfterString() throws {
    let hum = Signal.tone(100, rate: Self.rate, seconds: 6, partials: [0.004, 0.002, 0.002])
    for (hertz, seconds) in [(99.5, 2.0), (196.0, 1.0), (196.0, 0.15)] {
      var signal = hum
      for (i, x) in string(hertz, peak: 0.2, fall: 25, seconds: seconds).enumerated() {
        signal[i + Self.rate / 2] += x
      }
      let readings = try estimates(signal)
      #expect(readings.contains { abs(Signal.cents(max(1, $0.frequency), above: hertz)) < 20 }, "\(hertz) Hz")
      #expect(readings.suffix(Self.rate / 256).allSatisfy { $0.frequency == 0 }, "\(hertz) Hz for \(seconds) s")
    }
  }

  /// Cents by which a reading may be off while a window begins to hold another note, and is still clear.
  static let beginningToMix = 3.0

  @Test("A string that is plucked as the one before is damped: each reading is of one of them, or there is none")
  func pluckedOver() throws {
    let notes = [40, 45, 50, 55, 59, 64, 40, 52, 57, 28, 35]
    var signal = [Float](repeating: 0, count: notes.count * Self.rate)
    for (number, note) in notes.enumerated() {
      var string = PluckedString(
        frequency: Signal.hertz(ofNote: note), amplitude: 0.5, sampleRate: Self.rate, seed: UInt64(number + 1))
      signal.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        string.add(to: base + number * Self.rate, count: Self.rate)
      }
    }
    let readings = try estimates(signal)
    var silent = 0
    for (hop, reading) in readings.enumerated() {
      let number = min(notes.count - 1, hop * 256 / Self.rate)
      guard reading.frequency > 0 else {
        silent += 1
        continue
      }
      let near = [notes[number], notes[max(0, number - 1)]].map {
        abs(Signal.cents(reading.frequency, above: Signal.hertz(ofNote: $0)))
      }
      #expect(min(near[0], near[1]) < Self.beginningToMix, "hop \(hop): \(reading.frequency)")
    }
    // A tenth of a second after each pluck at the most.
    #expect(silent < notes.count * Self.rate / 10 / 256)
  }

  /// Seconds in which a plucked B0 is read: three periods and a little.
  static let lowB = 0.12

  @Test("A plucked low B is read within 120 ms, wherever it is plucked")
  func pluckedLowB() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let hertz = Signal.hertz(ofNote: 23) * (1 + 0.01 * (Double(seed) - 3.5))
      var signal = [Float](repeating: 0, count: Self.rate)
      var string = PluckedString(frequency: hertz, amplitude: 0.4, sampleRate: Self.rate, seed: seed)
      signal.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        string.add(to: base + Self.rate / 4, count: 3 * Self.rate / 4)
      }
      let readings = try estimates(signal)
      let first = try #require(readings.firstIndex { $0.frequency > 0 })
      #expect(Double((first + 1) * 256) / Double(Self.rate) - 0.25 < Self.lowB, "seed \(seed)")
      #expect(readings[first...].allSatisfy { abs(Signal.cents(max(1, $0.frequency), above: hertz)) < 20 })
    }
  }
}

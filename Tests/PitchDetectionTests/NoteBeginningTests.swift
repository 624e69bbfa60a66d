import DroneSynth
import Glibc
import PitchDetection
import TestSupport
import Testing

/// The pitch of notes that have just begun.
struct NoteBeginningTests {
  private static let rate = 48_000
  /// Seconds of silence, or of what sounds before.
  private static let rest = 0.5
  /// What two periods of a pluck's own noise leave uncertain: it names a note, and bends none.
  private static let toleranceCents = 40.0
  /// Beside its first two periods: two hops, the readings that must agree, the decimators' delay.
  private static let latencySeconds = 0.02
  /// A string out of silence has no other hop than the next to be found in.
  private static let hopSeconds = 256.0 / 48_000

  private struct Beginning {
    var seconds: Double
    var hertz: Double
  }

  /// The first hop of each run of hops that tell of a beginning.
  private func beginnings(_ signal: [Float]) throws -> [Beginning] {
    let tracking = try #require(Tracking(rate: Self.rate))
    var found: [Beginning] = []
    var last = -10
    for (hop, estimate) in tracking.estimates(signal).enumerated() where estimate.begun > 0 {
      if hop - last > 3 {
        found.append(Beginning(seconds: Double(hop + 1) * tracking.hopSeconds, hertz: estimate.begun))
      }
      last = hop
    }
    return found
  }

  /// Strings that are plucked one after another, every half second from the first on, and ring on together.
  private func plucked(_ notes: [Int], amplitudes: [Double]) -> [Float] {
    let step = Int(Self.rest * Double(Self.rate))
    var signal = Array(repeating: Float(0), count: step * (notes.count + 1))
    for (number, note) in notes.enumerated() {
      var string = PluckedString(
        frequency: Signal.hertz(ofNote: note), amplitude: amplitudes[number], sampleRate: Self.rate,
        seed: UInt64(number + 1))
      signal.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        string.add(to: base + (number + 1) * step, count: (notes.count - number) * step)
      }
    }
    return signal
  }

  @Test("A string plucked out of silence is known after two periods and 20 ms", arguments: [28, 33, 40, 45, 52, 64, 76])
  func silence(note: Int) throws {
    let hertz = Signal.hertz(ofNote: note)
    let found = try beginnings(plucked([note], amplitudes: [0.3]))
    let first = try #require(found.first)
    // A low string's attack is longer than the first sight of it: it may be told twice, as the same.
    #expect(found.count == 1 || note < 33)
    #expect(found.allSatisfy { abs(Signal.cents($0.hertz, above: hertz)) < Self.toleranceCents })
    #expect(abs(Signal.cents(first.hertz, above: hertz)) < Self.toleranceCents)
    #expect(first.seconds > Self.rest && first.seconds < Self.rest + 2 / hertz + Self.latencySeconds + Self.hopSeconds)
  }

  @Test("A string plucked anew while it rings is known anew", arguments: [40, 45, 52, 64])
  func again(note: Int) throws {
    let found = try beginnings(plucked([note, note, note], amplitudes: [0.2, 0.3, 0.4]))
    #expect(found.count == 3)
    for (number, beginning) in found.enumerated() {
      let start = Self.rest * Double(number + 1)
      #expect(abs(Signal.cents(beginning.hertz, above: Signal.hertz(ofNote: note))) < Self.toleranceCents)
      #expect(beginning.seconds > start && beginning.seconds < start + 0.06)
    }
  }

  @Test("Another string is known beside one that rings on", arguments: [(40, 47), (45, 52), (52, 57), (64, 60)])
  func another(first: Int, second: Int) throws {
    let found = try beginnings(plucked([first, second], amplitudes: [0.15, 0.4]))
    #expect(found.map { Int((69 + 12 * log2($0.hertz / 440)).rounded()) } == [first, second])
    let last = try #require(found.last)
    #expect(last.seconds > 2 * Self.rest && last.seconds < 2 * Self.rest + 0.08)
  }

  @Test("A string is known beside a louder one that rings on", arguments: [(45, 52), (45, 64), (52, 59)])
  func softer(first: Int, second: Int) throws {
    let found = try beginnings(plucked([first, second], amplitudes: [0.4, 0.3]))
    #expect(found.map { Int((69 + 12 * log2($0.hertz / 440)).rounded()) } == [first, second])
    let last = try #require(found.last)
    #expect(last.seconds > 2 * Self.rest && last.seconds < 2 * Self.rest + 0.08)
  }

  @Test("A bow that turns on the string, and swells on the next semitone, begins a note; a slide there does not")
  func swelling() throws {
    let turn = Self.rate / 2
    let lower = Signal.harmonicTone(220, rate: Self.rate, seconds: 1.5)
    let upper = Signal.harmonicTone(220 * exp2(1.0 / 12), rate: Self.rate, seconds: 1.5, seed: 2)
    func joined(swell: Float) -> [Float] {
      let silence = [Float](repeating: 0, count: turn)
      let joined = (0..<3 * turn).map { i -> Float in
        // One gives way to the other over 10 ms; what comes grows for 60.
        let share = min(1, max(0, Float(i - turn) / Float(Self.rate / 100)))
        let growth = 1 + (swell - 1) * min(1, max(0, Float(i - turn) / Float(Self.rate) / 0.06))
        return 0.3 * (lower[i] * (1 - share) + upper[i] * share * growth)
      }
      return silence + joined
    }
    let notes = try beginnings(joined(swell: 2.5)).map { Int((69 + 12 * log2($0.hertz / 440)).rounded()) }
    #expect(notes == [57, 58])
    #expect(try beginnings(joined(swell: 1)).count == 1)
  }

  @Test("A low tone without partials is rumble, and begins nothing", arguments: [37.0, 45.0, 55.0, 70.0])
  func rumble(hertz: Double) throws {
    let silence = [Float](repeating: 0, count: Self.rate / 2)
    let pure = (0..<Self.rate).map { Float(0.4 * sin(2 * .pi * hertz * Double($0) / Double(Self.rate))) }
    #expect(try beginnings(silence + pure).isEmpty)
  }

  @Test("A steady tone, a vibrato, a swell and a slide begin once")
  func once() throws {
    let silence = [Float](repeating: 0, count: Self.rate / 2)
    let vibrato = Signal.glide(seconds: 2, rate: Self.rate) { 220 * exp2(40.0 / 1200 * sin(2 * .pi * 6 * $0)) }
    let slide = Signal.glide(seconds: 2, rate: Self.rate) { 196 * exp2($0 / 12) }
    let steady = Signal.harmonicTone(110, rate: Self.rate, seconds: 2)
    let swell = steady.enumerated().map { $1 * Float(1 + 0.4 * sin(2 * .pi * 5 * Double($0) / Double(Self.rate))) }
    for sound in [steady, vibrato, swell, slide] {
      let found = try beginnings(silence + sound)
      #expect(found.count == 1)
      #expect(try #require(found.first).seconds < Self.rest + 0.05)
    }
  }

  @Test("White noise and rumble begin nothing")
  func noise() throws {
    let white = Signal.noise(amplitude: 0.3, count: 10 * Self.rate, seed: 1)
    #expect(try beginnings(white).isEmpty)
    // Two poles at 25 Hz leave of it what lies about there.
    var (first, second): (Float, Float) = (0, 0)
    let pole: Float = 0.0033
    let rumble = white.map { sample -> Float in
      first += pole * (sample - first)
      second += pole * (first - second)
      return 30 * second
    }
    #expect(try beginnings(rumble).isEmpty)
  }
}

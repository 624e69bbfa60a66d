import DroneSynth
import Glibc
import PitchDetection
import TestSupport
import Testing

/// Readings of sounds that the product's own code makes, as they were when they were found right.
struct GoldenTests {
  /// Across processors sums may round apart: far below what is seen, far above rounding.
  static let cents = 0.01
  static let rate = 48_000
  /// Hops from one reading compared to the next: a tenth of a second.
  static let step = 19

  @Test("A plucked E1")
  func pluckedString() throws {
    var signal = Array(repeating: Float(0), count: Self.rate)
    var string = PluckedString(frequency: 41.203, amplitude: 0.4, sampleRate: Self.rate, seed: 1)
    signal.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      string.add(to: base, count: Self.rate)
    }
    try expect(
      signal,
      [
        41.2135, 41.2079, 41.2028, 41.2050, 41.2061, 41.2070, 41.2054, 41.2038, 41.2009
      ])
  }

  @Test("A G3 whose 2nd partial stands 30 dB over the first")
  func strongOctave() throws {
    try expect(
      Signal.tone(196, rate: Self.rate, seconds: 1, partials: [0.01, 0.316, 0.0056, 0.0316, 0.00316, 0.01]),
      [
        195.9987, 196.0002, 196.0007, 196.0006, 196.0002, 195.9993, 195.9999, 195.9997, 196.0006
      ])
  }

  @Test("An A4 that dies away into noise")
  func dyingAway() throws {
    let tone = Signal.harmonicTone(440, rate: Self.rate, seconds: 1.5)
    let noise = Signal.noise(amplitude: 0.02, count: tone.count, seed: 4)
    try expect(
      zip(tone, noise).enumerated().map { $1.0 * Float(exp(-5 * Double($0) / Double(Self.rate))) + $1.1 },
      [
        440.0311, 440.0359, 440.0669, 440.2290, 440.1201, 439.5301, 437.9098, 440.0336, 440.0924, 440.1491,
        440.1190, 440.0706, 440.1590, 440.1407
      ])
  }

  @Test("A D3 that steps to F3 without an attack")
  func legato() throws {
    try expect(
      Signal.harmonicTone(146.83, rate: Self.rate, seconds: 0.5)
        + Signal.harmonicTone(174.61, rate: Self.rate, seconds: 0.5),
      [
        146.8313, 146.8335, 146.8309, 146.8309, 146.8983, 174.6124, 174.6129, 174.6163, 174.6128
      ])
  }

  private func expect(_ signal: [Float], _ golden: [Double]) throws {
    let estimates = try #require(Tracking(rate: Self.rate)).estimates(signal)
    let readings = stride(from: Self.step - 1, to: estimates.count, by: Self.step).map { estimates[$0].frequency }
    try #require(readings.count == golden.count)
    for (number, (reading, wanted)) in zip(readings, golden).enumerated() {
      #expect((reading > 0) == (wanted > 0), "reading \(number)")
      guard reading > 0, wanted > 0 else { continue }
      #expect(abs(Signal.cents(reading, above: wanted)) < Self.cents, "reading \(number): \(reading)")
    }
  }
}

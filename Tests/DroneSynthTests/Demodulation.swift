internal import Glibc

/// Measures frequencies to a thousandth of a cent by the turn of a phase between two stretches of a signal.
enum Demodulation {
  /// The phase, in cycles, and the amplitude of a sine at `cycles` a sample, seen through a Hann window at `start`.
  static func phase(_ signal: [Float], from start: Int, count: Int, cycles: Double) -> (
    cycles: Double, amplitude: Double
  ) {
    var re = 0.0
    var im = 0.0
    for i in 0..<count {
      let turn = cycles * Double(start + i)
      let angle = 2 * Double.pi * (turn - turn.rounded(.down))
      let weight = 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(count))
      let sample = Double(signal[start + i]) * weight
      re += sample * cos(angle)
      im -= sample * sin(angle)
    }
    return (atan2(im, re) / (2 * .pi), 4 * (re * re + im * im).squareRoot() / Double(count))
  }

  /// How far, in cents, a signal's partial near `cycles` a sample lies above it.
  ///
  /// Compares the first and last `window` samples of the span; unambiguous while it is less than half a cycle off
  /// between the two.
  static func cents(_ signal: [Float], from start: Int, count: Int, window: Int, cycles: Double) -> Double {
    let first = phase(signal, from: start, count: window, cycles: cycles)
    let last = phase(signal, from: start + count - window, count: window, cycles: cycles)
    let turn = last.cycles - first.cycles
    let drift = (turn - turn.rounded()) / Double(count - window)
    return 1200 * log2(1 + drift / cycles)
  }
}

internal import DSP

/// How strong the first harmonics of a note are in a window.
struct HarmonicProfile {
  /// Harmonics looked at.
  static let count = 8
  /// Amplitudes of harmonics 1…8; 0 beyond the window's rate.
  private var amplitudes: (Double, Double, Double, Double, Double, Double, Double, Double) = (
    0, 0, 0, 0, 0, 0, 0, 0
  )

  /// Measures the harmonics of `frequency` (hertz) in a band's window.
  init(_ band: AnalysisBand, frequency: Double) {
    for k in 1...Self.count {
      let cycles = frequency * Double(k) / band.rate
      guard cycles < 0.42 else { break }
      let amplitude = Goertzel.amplitude(band.window, count: band.count, cycles: cycles)
      withUnsafeMutableBytes(of: &amplitudes) {
        $0.storeBytes(of: amplitude, toByteOffset: 8 * (k - 1), as: Double.self)
      }
    }
  }

  /// The amplitude of harmonic `k`, 1…8.
  subscript(k: Int) -> Double {
    withUnsafeBytes(of: amplitudes) { $0.load(fromByteOffset: 8 * (k - 1), as: Double.self) }
  }

  /// The power of the harmonics that are, or are not, multiples of `n`.
  func power(multiplesOf n: Int, _ wanted: Bool) -> Double {
    var sum = 0.0
    for k in 1...Self.count where (k % n == 0) == wanted { sum += self[k] * self[k] }
    return sum
  }
}

internal import CRealtime

/// A two-pole filter, run in double precision so that a cutoff far below the sampling rate stays where it is.
///
/// Transposed direct form II with the coefficients of R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter
/// coefficients", at Q = 1/√2: Butterworth, 3 dB down at the cutoff.
public struct Biquad: Sendable {
  private let b0: Double
  private let b1: Double
  private let b2: Double
  private let a1: Double
  private let a2: Double
  private var z1 = 0.0
  private var z2 = 0.0

  private init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
    self.b0 = b0 / a0
    self.b1 = b1 / a0
    self.b2 = b2 / a0
    self.a1 = a1 / a0
    self.a2 = a2 / a0
  }

  /// A high-pass.
  ///
  /// - Parameter cycles: the cutoff in cycles a sample, above 0 and under 0.5.
  public static func highPass(cycles: Double) -> Biquad {
    let (cosine, alpha) = terms(cycles)
    return Biquad(
      b0: (1 + cosine) / 2, b1: -(1 + cosine), b2: (1 + cosine) / 2, a0: 1 + alpha, a1: -2 * cosine, a2: 1 - alpha)
  }

  /// A low-pass.
  ///
  /// - Parameter cycles: the cutoff in cycles a sample, above 0 and under 0.5.
  public static func lowPass(cycles: Double) -> Biquad {
    let (cosine, alpha) = terms(cycles)
    return Biquad(
      b0: (1 - cosine) / 2, b1: 1 - cosine, b2: (1 - cosine) / 2, a0: 1 + alpha, a1: -2 * cosine, a2: 1 - alpha)
  }

  /// Filters one sample.
  @_noLocks
  public mutating func next(_ x: Double) -> Double {
    let y = b0 * x + z1
    z1 = b1 * x - a1 * y + z2
    z2 = b2 * x - a2 * y
    return y
  }

  /// Forgets the past.
  @_noLocks
  public mutating func reset() {
    z1 = 0
    z2 = 0
  }

  private static func terms(_ cycles: Double) -> (cosine: Double, alpha: Double) {
    let turn = 2 * Double.pi * cycles
    return (cr_sin(turn + .pi / 2), cr_sin(turn) * 0.707_106_781_186_547_5)
  }
}

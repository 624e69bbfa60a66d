/// A band-limited sawtooth: -1 rising to 1, once a cycle.
///
/// The jump is replaced by the integral of a cubic B-spline four samples wide (V. Välimäki, J. Pekonen, J. Nam,
/// "Perceptually informed synthesis of bandlimited classical waveforms using integrated polynomial
/// interpolation", JASA 131, 2012). The phase is an integer that wraps by itself, so the frequency is exact
/// however long it sounds: one unit of the step at 48 kHz is 3·10⁻¹⁵ Hz.
public struct Saw: Sendable {
  /// The phase, 2⁶⁴ to a cycle.
  public private(set) var phase: UInt64
  private var step: UInt64 = 0
  private var samplesPerCycle = Float.infinity

  /// Makes a silent oscillator that starts in the middle of its rise, at zero.
  @_noLocks
  public init() { phase = 1 << 63 }

  /// Sets the frequency without touching the phase.
  ///
  /// - Parameter cycles: cycles a sample, held within 0…0.25; NaN counts as 0, which stands still.
  @_noLocks
  public mutating func setStep(cycles: Double) {
    let held = min(0.25, max(0, cycles))
    step = UInt64(held * 18_446_744_073_709_551_616)
    samplesPerCycle = held > 0 ? Float(1 / held) : .infinity
  }

  /// The next sample.
  @_noLocks
  public mutating func next() -> Float {
    // 24 bits are what a Float holds of the cycle.
    let position = Float(UInt32(truncatingIfNeeded: phase >> 40)) * (1 / 16_777_216)
    phase &+= step
    let naive = 2 * position - 1
    let samplesSince = position * samplesPerCycle
    if samplesSince < 2 { return naive + 2 * Self.missingStep(samplesSince) }
    let samplesUntil = (1 - position) * samplesPerCycle
    if samplesUntil < 2 { return naive - 2 * Self.missingStep(samplesUntil) }
    return naive
  }

  /// How far a band-limited unit step still is from its end, `distance` samples after its middle: the integral
  /// of the spline from there on.
  @_noLocks
  private static func missingStep(_ distance: Float) -> Float {
    if distance >= 1 {
      let rest = 2 - distance
      let square = rest * rest
      return square * square * (1 / 24)
    }
    let square = distance * distance
    return 0.5 - distance * (2.0 / 3.0) + square * distance * (1.0 / 3.0) - square * square * 0.125
  }
}

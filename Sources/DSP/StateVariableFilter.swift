internal import CRealtime

/// A two-pole low-pass that stays stable and exact while its cutoff moves.
///
/// The trapezoidal state-variable filter (A. Simper, "Solving the continuous SVF equations using trapezoidal
/// integration and equivalent currents", Cytomic, 2013) at Q = 1/√2: flat to the cutoff, no resonance.
public struct StateVariableFilter: Sendable {
  private var a1: Float = 0
  private var a2: Float = 0
  private var a3: Float = 0
  private var ic1: Float = 0
  private var ic2: Float = 0

  /// Makes a filter at rest that passes nothing until its cutoff is set.
  @_noLocks
  public init() {}

  /// Sets the cutoff.
  ///
  /// - Parameter cycles: the cutoff in cycles a sample, held within 0…0.45.
  @_noLocks
  public mutating func setCutoff(cycles: Float) {
    let g = cr_tanf(.pi * min(0.45, max(0, cycles)))
    let damping: Float = 1.414_213_5
    a1 = 1 / (1 + g * (g + damping))
    a2 = g * a1
    a3 = g * a2
  }

  /// Filters one sample.
  @_noLocks
  public mutating func next(_ x: Float) -> Float {
    let v3 = x - ic2
    let v1 = a1 * ic1 + a2 * v3
    let v2 = ic2 + a2 * ic1 + a3 * v3
    ic1 = 2 * v1 - ic1
    ic2 = 2 * v2 - ic2
    return v2
  }

  /// Forgets the past.
  @_noLocks
  public mutating func reset() {
    ic1 = 0
    ic2 = 0
  }
}

internal import CRealtime

/// Four two-pole low-passes side by side that stay stable and exact while their cutoffs move.
///
/// The trapezoidal state-variable filter (A. Simper, "Solving the continuous SVF equations using trapezoidal
/// integration and equivalent currents", Cytomic, 2013) at Q = 1/√2: flat to the cutoff, no resonance.
public struct StateVariableFilterLanes: Sendable {
  @usableFromInline var a1 = Lanes.zero
  @usableFromInline var a2 = Lanes.zero
  @usableFromInline var a3 = Lanes.zero
  @usableFromInline var ic1 = Lanes.zero
  @usableFromInline var ic2 = Lanes.zero

  /// Makes filters at rest that pass nothing until their cutoffs are set.
  @_noLocks
  public init() {}

  /// Sets the cutoff of a lane.
  ///
  /// - Parameters:
  ///   - lane: 0…3.
  ///   - cycles: the cutoff in cycles a sample, held within 0…0.45.
  @_noLocks
  public mutating func setCutoff(lane: Int, cycles: Float) {
    let g = cr_tanf(.pi * min(0.45, max(0, cycles)))
    let damping: Float = 1.414_213_5
    let first = 1 / (1 + g * (g + damping))
    a1[lane] = first
    a2[lane] = g * first
    a3[lane] = g * g * first
  }

  /// Filters one sample of each.
  @inlinable @_noLocks
  public mutating func next(_ x: Lanes) -> Lanes {
    let v3 = x - ic2
    let v1 = a1 * ic1 + a2 * v3
    let v2 = ic2 + a2 * ic1 + a3 * v3
    ic1 = 2 * v1 - ic1
    ic2 = 2 * v2 - ic2
    return v2
  }

  /// Lets a lane forget the past.
  @_noLocks
  public mutating func reset(lane: Int) {
    ic1[lane] = 0
    ic2[lane] = 0
  }
}

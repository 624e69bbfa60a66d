/// Four band-limited sawtooths side by side: each -1 rising to 1, once a cycle.
///
/// The jump is replaced by the integral of a cubic B-spline four samples wide (V. Välimäki, J. Pekonen, J. Nam,
/// "Perceptually informed synthesis of bandlimited classical waveforms using integrated polynomial interpolation", JASA
/// 131, 2012), written in truncated powers so that all lanes take the same path. The phase is an integer that wraps by
/// itself, so the frequency is exact however long it sounds: one unit of the step at 48 kHz is 3·10⁻¹⁵ Hz.
public struct SawLanes: Sendable {
  @usableFromInline var phases: SIMD4<UInt64>
  @usableFromInline var step: SIMD4<UInt64> = .zero
  @usableFromInline var samplesPerCycle = Lanes(repeating: Self.never)

  /// Samples in the cycle of a lane that stands still: it never comes near its jump.
  @usableFromInline static var never: Float { @_noLocks get { 1e30 } }

  private static var start: UInt64 { @_noLocks get { 1 << 63 } }

  /// Makes silent oscillators that stand in the middle of their rise, at zero.
  @_noLocks
  public init() { phases = SIMD4(repeating: Self.start) }

  /// Puts a lane back to the middle of its rise.
  @_noLocks
  public mutating func restart(lane: Int) { phases[lane] = Self.start }

  /// Sets the frequency of a lane without touching its phase.
  ///
  /// - Parameters:
  ///   - lane: 0…3.
  ///   - cycles: cycles a sample, held within 0…0.25; what is not a number is 0.
  @_noLocks
  public mutating func setStep(lane: Int, cycles: Double) {
    let held = min(0.25, cycles > 0 ? cycles : 0)
    step[lane] = UInt64(held * 18_446_744_073_709_551_616)
    samplesPerCycle[lane] = held > 0 ? Float(1 / held) : Self.never
  }

  /// The phases, 2⁶⁴ to a cycle.
  public var phase: SIMD4<UInt64> { phases }

  /// The next sample of each.
  @inlinable @_noLocks
  public mutating func next() -> Lanes {
    let position = cyclePosition()
    phases &+= step
    let since = position * samplesPerCycle
    let until = samplesPerCycle - since
    // Most samples of most voices lie far from any jump.
    guard any((since .< 2) .| (until .< 2)) else { return 2 * position - 1 }
    return 2 * (position + Self.missingStep(since) - Self.missingStep(until)) - 1
  }

  /// Pure sines in place of the next sample, at the same phases; to be taken before it.
  ///
  /// By the Taylor series of the quarter nearest: the ninth-order one is off by 4·10⁻⁶ at the most.
  @inlinable @_noLocks
  public func sine() -> Lanes {
    let x = cyclePosition() - 0.5
    let half = Lanes(repeating: 0.5).replacing(with: Lanes(repeating: -0.5), where: x .< 0)
    let magnitude = x.replacing(with: -x, where: x .< 0)
    let y = x.replacing(with: half - x, where: magnitude .> 0.25)
    let square = y * y
    let fifth = 81.605_249 + square * (-76.705_86 + square * 42.058_693)
    return y * (6.283_185_5 + square * (-41.341_702 + square * fifth))
  }

  /// Where each stands in its cycle, 0 up to 1.
  @inlinable @_noLocks
  func cyclePosition() -> Lanes {
    // 24 bits are what a Float holds of the cycle.
    let top = SIMD4<UInt32>(truncatingIfNeeded: phases &>> 40)
    return Lanes(top) * (1 / 16_777_216)
  }

  /// How far a band-limited unit step still is from its end, `distance` samples after its middle: the integral of the
  /// spline from there on, ((2 − d)₊⁴ − 4·(1 − d)₊⁴) / 24.
  @inlinable @_noLocks
  static func missingStep(_ distance: Lanes) -> Lanes {
    let outer = positivePart(2 - distance)
    let inner = positivePart(1 - distance)
    let outerSquare = outer * outer
    let innerSquare = inner * inner
    return (outerSquare * outerSquare - 4 * innerSquare * innerSquare) * (1 / 24)
  }

  @inlinable @_noLocks
  static func positivePart(_ x: Lanes) -> Lanes { x.replacing(with: 0, where: x .< 0) }
}

/// What lies at harmonics 1–4 of the target that is shown, against a perfect one; a lane each.
public struct StrobeReading: Hashable, Sendable {
  /// The amplitudes, 1 for full scale; 0 where nothing sounds.
  public var amplitudes: SIMD4<Float>
  /// The phases in turns, 0..<1: they stand still when the note is in tune.
  public var phases: SIMD4<Double>
  /// What the phases have turned by since the reading before, in turns: above 0 when sharp.
  public var turns: SIMD4<Double>

  /// A strobe on which nothing sounds, unless told otherwise.
  public init(amplitudes: SIMD4<Float> = SIMD4(), phases: SIMD4<Double> = SIMD4(), turns: SIMD4<Double> = SIMD4()) {
    self.amplitudes = amplitudes
    self.phases = phases
    self.turns = turns
  }

  /// The fastest that a pattern may be shown to turn, in radians a second.
  public static let fastestShown = 120.0

  /// What may be shown of a turn that took some time: no faster than `fastestShown`, either way.
  ///
  /// - Parameters:
  ///   - turn: in turns.
  ///   - seconds: that it took.
  public static func shown(turn: Double, seconds: Double) -> Double {
    let most = fastestShown / (2 * .pi) * max(0, seconds)
    return min(most, max(-most, turn))
  }
}

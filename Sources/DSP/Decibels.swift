internal import CRealtime

/// Levels as people read them.
public enum Decibels {
  /// The level of silence: nothing is reported below it.
  public static let silence: Float = -120

  /// A mean square as a level: 10·log₁₀, in dB relative to a full-scale square wave, at least `silence`.
  ///
  /// - Parameter meanSquare: 0 or more; NaN counts as silence.
  public static func level(meanSquare: Double) -> Float {
    guard meanSquare > 1e-12 else { return silence }
    return Float(3.010_299_956_639_812 * cr_log2(meanSquare))
  }
}

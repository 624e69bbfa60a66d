/// Cents to and from the fourteen bits of the pitch wheel.
///
/// value = 8192 + round(8192 × cents / (100 × semitones)), so the wheel reaches the whole range downwards and lacks
/// one step of it upwards: at ±2 semitones, −200 to +199.976 cents.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Pitch Bend Change".
public enum PitchBend {
  /// The wheel at rest, 8192.
  public static let centre: UInt14 = 8192

  /// The wheel's value for a deviation in cents, rounded to the nearest step, halves away from the centre.
  ///
  /// A deviation beyond the range, infinite ones too, gives the end of the range and never wraps; NaN gives the centre.
  /// Within reach the error is at most half of ``stepCents(range:)``.
  public static func value(cents: Double, range: BendRange) -> UInt14 {
    guard !cents.isNaN else { return centre }
    let steps = (8192 * cents / range.cents).rounded()
    // Clamped before the conversion, which would trap on what an Int cannot hold.
    return UInt14(clamping: centre.value + Int(min(max(steps, -8192), 8191)))
  }

  /// The deviation in cents that a receiver of the same range makes of the wheel's value.
  public static func cents(_ value: UInt14, range: BendRange) -> Double {
    Double(value.value - centre.value) * stepCents(range: range)
  }

  /// The size of one step in cents: 100 × semitones / 8192, 0.0244 at ±2 semitones.
  public static func stepCents(range: BendRange) -> Double {
    range.cents / 8192
  }
}

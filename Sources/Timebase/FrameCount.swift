/// Conversions between seconds and frames of a given rate.
///
/// Every duration of the product is kept in seconds and becomes a count of frames, or of hops, in one place:
/// where the rate is known.
public enum FrameCount {
  /// The number of frames nearest to `seconds` at `rate` frames a second.
  public static func of(seconds: Double, rate: Int) -> Int { Int((seconds * Double(rate)).rounded()) }

  /// The tracker's step: 256 frames at 44.1 and 48 kHz, in proportion at other rates, so that a second of sound
  /// gives about as many readings at any rate.
  ///
  /// - Parameter rate: frames a second.
  public static func hop(rate: Int) -> Int {
    rate > 40_000 ? 256 * ((rate + 24_000) / 48_000) : max(16, 256 * rate / 48_000)
  }
}

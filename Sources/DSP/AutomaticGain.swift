internal import CRealtime

/// Turns the mix down as voices join, so that the limiter behind it stays idle.
///
/// The gain heads for 1 / max(1, Σ envelopes), down within 20 ms and up within 200 ms (time constants).
public struct AutomaticGain: Sendable {
  /// The gain of the last sample, 0…1.
  public private(set) var gain: Float = 1
  private let fall: Float
  private let rise: Float

  /// Makes a gain that stands at 1.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    fall = 1 - cr_expf(-1 / (0.02 * Float(sampleRate)))
    rise = 1 - cr_expf(-1 / (0.2 * Float(sampleRate)))
  }

  /// The gain for the next sample.
  ///
  /// - Parameter envelopeSum: the sum of what the voices count for at this sample, each 0…1.
  @_noLocks
  public mutating func next(envelopeSum: Float) -> Float {
    let target = 1 / max(1, envelopeSum)
    gain += (target - gain) * (target < gain ? fall : rise)
    return gain
  }
}

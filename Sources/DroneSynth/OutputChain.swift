internal import CRealtime
public import DSP

/// What the mix of voices passes on its way out: automatic gain, level and power fade, limiter.
public struct OutputChain: ~Copyable {
  /// The last stage; its delay is the chain's.
  public var limiter: LookaheadLimiter
  private var automaticGain: AutomaticGain
  private var level: Float = 1
  private var levelTarget: Float = 1
  private let levelStep: Float
  private var power: Float = 1
  private var powerTarget: Float = 1
  private let powerStep: Float

  /// Seconds of the fade when the power goes.
  public static let powerFadeSeconds = 0.3
  /// Time constant, in seconds, with which the level follows its control.
  static let levelSeconds: Float = 0.02

  /// Makes a chain at full level, powered on.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    limiter = LookaheadLimiter(sampleRate: sampleRate)
    automaticGain = AutomaticGain(sampleRate: sampleRate)
    levelStep = 1 - cr_expf(-1 / (Self.levelSeconds * Float(sampleRate)))
    powerStep = 1 / (Float(Self.powerFadeSeconds) * Float(sampleRate))
  }

  /// Sets the level that the output heads for: a linear gain, held within 0…1.
  @_noLocks
  public mutating func setLevel(_ gainLinear: Float) { levelTarget = min(1, max(0, gainLinear)) }

  /// Fades out over 300 ms, or back in.
  @_noLocks
  public mutating func setPower(_ on: Bool) { powerTarget = on ? 1 : 0 }

  /// Processes `count` samples in place.
  ///
  /// - Parameters:
  ///   - samples: the mix in, what leaves out: at most 0.95 in magnitude whatever came in.
  ///   - envelopeSums: the voices' summed envelopes at each sample.
  ///   - count: how many.
  @_noLocks
  public mutating func process(
    _ samples: UnsafeMutablePointer<Float>, envelopeSums: UnsafePointer<Float>, count: Int
  ) {
    for i in 0..<count {
      level += (levelTarget - level) * levelStep
      power = powerTarget > power ? min(powerTarget, power + powerStep) : max(powerTarget, power - powerStep)
      let fade = power * power * (3 - 2 * power)
      samples[i] = limiter.next(samples[i] * automaticGain.next(envelopeSum: envelopeSums[i]) * level * fade)
    }
  }
}

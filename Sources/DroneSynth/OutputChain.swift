internal import CRealtime
public import DSP

/// What the mix of voices passes on its way out: automatic gain, the small speaker's filters where there is one, level,
/// mute and power fade, limiter; ahead of that the input joins it, where it is let through.
public struct OutputChain: ~Copyable {
  /// The last stage; its delay is the chain's.
  public private(set) var limiter: LookaheadLimiter
  private var automaticGain: AutomaticGain
  private var speaker: SmallSpeaker
  private var speakerShare: Float = 0
  private var speakerTarget: Float = 0
  private let speakerStep: Float
  private var level: Float = 1
  private var levelSet: Float = 1
  private var isMuted = false
  private let levelStep: Float
  private var power: Float = 1
  private var powerTarget: Float = 1
  private let powerStep: Float

  private var thru: Float = 0
  private var thruTarget: Float = 0
  private let thruStep: Float

  private var resumption: Float = 1
  private let resumptionStep: Float

  /// Seconds over which the input's way to the output opens or closes.
  public static let thruFadeSeconds = 0.02
  /// Seconds over which the output comes back after frames were lost.
  public static let resumptionSeconds = 0.005
  /// Seconds of the fade when the power goes.
  public static let powerFadeSeconds = 0.3
  /// Seconds over which the small speaker's filters are faded in or out.
  public static let speakerFadeSeconds = 0.05
  /// Time constant, in seconds, with which the level follows its control.
  static let levelSeconds: Float = 0.02

  /// Makes a chain at full level, powered on, for a full-range output.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    let rate = Float(sampleRate)
    limiter = LookaheadLimiter(sampleRate: sampleRate)
    automaticGain = AutomaticGain(sampleRate: sampleRate)
    speaker = SmallSpeaker(sampleRate: sampleRate)
    speakerStep = 1 / (Float(Self.speakerFadeSeconds) * rate)
    levelStep = 1 - cr_expf(-1 / (Self.levelSeconds * rate))
    powerStep = 1 / (Float(Self.powerFadeSeconds) * rate)
    thruStep = 1 / (Float(Self.thruFadeSeconds) * rate)
    resumptionStep = 1 / (Float(Self.resumptionSeconds) * rate)
  }

  /// Sets the level that the output heads for: a linear gain, held within 0…1; what is not a number is ignored.
  @_noLocks
  public mutating func setLevel(_ gainLinear: Float) {
    if gainLinear.isNaN { return }
    levelSet = min(1, max(0, gainLinear))
  }

  /// Silences the output, or lets it back to its level, as quickly as the level moves.
  @_noLocks
  public mutating func setMuted(_ muted: Bool) { isMuted = muted }

  /// Fades out over 300 ms, or back in.
  @_noLocks
  public mutating func setPower(_ on: Bool) { powerTarget = on ? 1 : 0 }

  /// Lets the input through to the output, unprocessed, or shuts it out.
  @_noLocks
  public mutating func setThru(_ on: Bool) { thruTarget = on ? 1 : 0 }

  /// Whether the input is heard, or is about to be.
  public var hasThru: Bool { @_noLocks get { thru > 0 || thruTarget > 0 } }

  /// Lets the output come back from nothing: frames were lost, the device has played silence since, and what sounds is
  /// in the middle of its wave.
  @_noLocks
  public mutating func resume() { resumption = 0 }

  /// Puts the small speaker's filters in or takes them out, over a crossfade of 50 ms.
  @_noLocks
  public mutating func setSmallSpeaker(_ on: Bool) {
    if on, speakerShare == 0 { speaker.reset() }
    speakerTarget = on ? 1 : 0
  }

  /// Processes `count` samples in place.
  ///
  /// - Parameters:
  ///   - samples: the mix in, what leaves out: at most 0.95 in magnitude whatever came in.
  ///   - envelopeSums: the voices' summed envelopes at each sample.
  ///   - input: what may be let through.
  ///   - count: how many.
  @_noLocks
  public mutating func process(
    _ samples: UnsafeMutablePointer<Float>, envelopeSums: UnsafePointer<Float>, input: UnsafePointer<Float>,
    count: Int
  ) {
    let levelTarget = isMuted ? 0 : levelSet
    for i in 0..<count {
      level += (levelTarget - level) * levelStep
      power = Self.moved(power, to: powerTarget, by: powerStep)
      let fade = power * power * (3 - 2 * power)
      let leveled = samples[i] * automaticGain.next(envelopeSum: envelopeSums[i]) * level * fade
      thru = Self.moved(thru, to: thruTarget, by: thruStep)
      var sample = voiced(leveled)
      // Only then, since what is captured may be no number.
      if thru > 0 { sample += input[i] * thru * fade }
      resumption = Self.moved(resumption, to: 1, by: resumptionStep)
      // Behind the limiter, which still holds what was rendered before.
      samples[i] = limiter.next(sample) * resumption * resumption * (3 - 2 * resumption)
    }
  }

  /// The sample as the loudspeaker is to have it.
  @_noLocks
  private mutating func voiced(_ sample: Float) -> Float {
    speakerShare = Self.moved(speakerShare, to: speakerTarget, by: speakerStep)
    // A filter would keep what is not a number for ever; the limiter behind silences and counts it.
    guard speakerShare > 0, sample.isFinite else { return sample }
    return sample + speakerShare * (speaker.next(sample) - sample)
  }

  @_noLocks
  private static func moved(_ value: Float, to target: Float, by step: Float) -> Float {
    target > value ? min(target, value + step) : max(target, value - step)
  }
}

public import Timebase
public import Tuning

/// One result of the tracker as the player meets it: what sounds now, and what is shown.
public struct Reading: Sendable, Equatable {
  /// The newest sample that the reading used.
  public var time: StreamTime
  /// The pitch that this hop supports, in hertz; 0 where it supports none.
  public var frequency: Double
  /// How periodic the sound is, 0…1.
  public var clarity: Float
  /// The level in dB relative to full scale, at least -120.
  public var level: Float
  /// Whether a note began in this hop.
  public var attack: Bool
  /// The target that is shown: the latched one, which outlasts the sound by the hold; nil when nothing is.
  public var target: Target?
  /// The smoothed frequency that is shown, in hertz; 0 when nothing is.
  public var shownFrequency: Double

  /// What the tracker made of a note that has just begun, before it is shown; nil in most hops.
  public var beginning: Beginning?

  /// Whether the input is driven into its stops, or was within the last second.
  public var isClipping = false
  /// What lies at the harmonics of the target that is shown.
  public var strobe = StrobeReading()

  /// A note that has just begun.
  public struct Beginning: Sendable, Equatable {
    /// In hertz.
    public var frequency: Double
    /// The nearest target.
    public var target: Target

    /// Makes one.
    public init(frequency: Double, target: Target) {
      self.frequency = frequency
      self.target = target
    }
  }

  /// Makes a reading.
  public init(
    time: StreamTime, frequency: Double = 0, clarity: Float = 0, level: Float = -120, attack: Bool = false,
    target: Target? = nil, shownFrequency: Double = 0
  ) {
    self.time = time
    self.frequency = frequency
    self.clarity = clarity
    self.level = level
    self.attack = attack
    self.target = target
    self.shownFrequency = shownFrequency
  }

  /// Whether a note is latched.
  public var isLatched: Bool { target != nil }

  /// How far the shown frequency lies from the shown target; 0 when nothing is shown.
  public var cents: Cents {
    guard let target, shownFrequency > 0 else { return .zero }
    return Frequency(hertz: shownFrequency).cents(above: target.frequency)
  }
}

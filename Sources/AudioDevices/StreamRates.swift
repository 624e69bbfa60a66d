internal import Timebase

/// How fast the clocks of a running device are, against CLOCK_MONOTONIC.
///
/// Trivial: the audio thread publishes it.
public struct StreamRates: Hashable, Sendable {
  /// One clock.
  public struct Clock: Hashable, Sendable {
    /// What the card calls its rate, frames a second.
    public var nominal: Int
    /// What it was seen to be.
    public var measured: Double
    /// For how long it has been watched, in seconds; the more, the better it is known: to a few ppm after 10, to one
    /// after 30.
    public var seconds: Double

    /// Makes a description.
    public init(nominal: Int, measured: Double, seconds: Double) {
      self.nominal = nominal
      self.measured = measured
      self.seconds = seconds
    }

    init(_ clock: AudioClock) {
      self.init(nominal: clock.rate, measured: clock.measuredRate, seconds: clock.observedSeconds)
    }

    /// How much faster it is than it is called, in parts per million.
    public var partsPerMillion: Double { (measured / Double(nominal) - 1) * 1e6 }
  }

  /// The run of the device.
  public var epoch: Int32
  /// Whether there is a card at all, and not the computer's own clock alone.
  public var isCard: Bool
  /// The clock that sets the pace.
  public var pace: Clock
  /// That of an input with one of its own.
  public var input: Clock?

  /// Makes a description.
  public init(epoch: Int32, isCard: Bool, pace: Clock, input: Clock? = nil) {
    self.epoch = epoch
    self.isCard = isCard
    self.pace = pace
    self.input = input
  }

  /// Frames of the stream for each frame of an input with a clock of its own; 1 where it has none.
  public var ratio: Double { input.map { pace.measured / $0.measured } ?? 1 }
}

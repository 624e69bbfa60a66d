/// Which sound cards to open, and how.
public struct CardRequest: Hashable, Sendable {
  /// The card to capture from, by its ALSA name; nil for none.
  public var capture: String?
  /// The card to play to; nil for none.
  public var playback: String?
  /// Frames a second.
  public var rate: Int
  /// Frames of a period, 64…256 where latency matters.
  public var periodFrames: Int
  /// Periods of the buffer.
  public var periods: Int
  /// The input channel that must be there, counted from 0; nil for whichever there are, two by preference.
  public var inputChannel: Int?

  /// Makes a request.
  public init(
    capture: String? = "default", playback: String? = "default", rate: Int = 48_000,
    periodFrames: Int = 256,
    periods: Int = 3, inputChannel: Int? = nil
  ) {
    self.capture = capture
    self.playback = playback
    self.rate = rate
    self.periodFrames = periodFrames
    self.periods = periods
    self.inputChannel = inputChannel
  }

  private static let leastCapturePeriods = 8

  /// What the card that is captured from is asked for.
  var captureWish: PCMWish {
    // What has been captured may wait without being any later: a long buffer costs nothing.
    PCMWish(
      channels: inputChannel.map { $0 + 1 } ?? 2, rate: rate, periodFrames: periodFrames,
      periods: max(periods, Self.leastCapturePeriods))
  }

  /// What the card that is played to is asked for, once the other side is open: the same clock wants the same numbers.
  func playbackWish(beside capture: (any PCMStream)?) -> PCMWish {
    PCMWish(
      channels: 2, rate: capture?.rate ?? rate, periodFrames: capture?.periodFrames ?? periodFrames, periods: periods)
  }
}

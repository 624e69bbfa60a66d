/// What is listened to in one epoch.
public struct InputSource: Hashable, Sendable {
  /// The clock of an input that is not the output's.
  public struct Clock: Hashable, Sendable {
    /// Frames a second.
    public var rate: Int
    /// The most frames that come, or are asked for, at once while all goes well.
    public var pieceFrames: Int

    /// Makes a description.
    public init(rate: Int, pieceFrames: Int) {
      self.rate = rate
      self.pieceFrames = pieceFrames
    }
  }

  /// The captured channel, counted from 0, the last one where there are fewer; nil for the one that has the signal.
  public var channel: Int?
  /// The input's clock, where it is another than the output's.
  public var clock: Clock?

  /// Makes a description.
  public init(channel: Int? = nil, clock: Clock? = nil) {
    self.channel = channel
    self.clock = clock
  }
}

/// Which sound cards are used, and how: all of it that a player can set.
public struct AudioSettings: Hashable, Sendable {
  /// The card that is listened to, by its ALSA name.
  public var capture = "default"
  /// The card that is played to, by its ALSA name.
  public var playback = "default"
  /// Frames a second to ask for.
  public var rate = 48_000
  /// Frames of a block to ask for.
  public var periodFrames = 256
  /// Blocks that a card may hold.
  public var periods = 3
  /// The input channel that is listened to, counted from 0; nil for the one that has the signal.
  public var inputChannel: Int?
  /// Whether the input is let through to the output.
  public var hasThru = false
  /// The cards, by the names under which they are played to, that feed a small loudspeaker.
  public var smallSpeakers: [String] = []

  /// How much faster the card that is listened to runs than it is called, in parts per million: readings are put right
  /// by it.
  public var trim = 0.0
  /// The same of the card that is played to, for the drones; nil where it is the same.
  public var playbackTrim: Double?

  /// The limits of both trims: no crystal is that far off, but a card that runs at another rate than it says may be.
  public static let trimRange = -100_000.0...100_000.0
  /// The limits of `rate`.
  public static let rates = 8000...192_000
  /// The limits of `periodFrames`.
  public static let periodRange = 16...4096
  /// The limits of `periods`.
  public static let periodCounts = 2...16
  /// The limits of an input channel as people count it.
  public static let channelNumbers = 1...1024

  /// The defaults.
  public init() {}

  /// By what a frequency is to be multiplied that is counted in frames of the card that is listened to.
  public var inputRatio: Double { 1 + trim * 1e-6 }
  /// The same of the card that is played to.
  public var outputRatio: Double { 1 + (playbackTrim ?? trim) * 1e-6 }

  /// Whether what is played to is a small loudspeaker.
  public var hasSmallSpeaker: Bool { smallSpeakers.contains(playback) }
}

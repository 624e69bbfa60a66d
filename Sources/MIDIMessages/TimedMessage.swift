/// A message and the frame of the audio stream that it belongs to.
public struct TimedMessage: Hashable, Sendable {
  /// The frame, counted from 0.
  public var frame: Int64
  /// The message.
  public var message: Message

  /// A message at a frame.
  public init(frame: Int64, message: Message) {
    self.frame = frame
    self.message = message
  }
}

/// Messages in the order of their frames, and where their music ends.
public struct TimedSequence: Hashable, Sendable {
  /// The messages, by frame; those of one frame in the order in which they are to be played.
  public var messages: [TimedMessage]
  /// The frame of the end of the track, at or after the last message.
  public var endFrame: Int64

  /// A sequence of messages.
  public init(messages: [TimedMessage], endFrame: Int64) {
    self.messages = messages
    self.endFrame = endFrame
  }
}

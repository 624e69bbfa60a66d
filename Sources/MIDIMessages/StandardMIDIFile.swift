/// A standard MIDI file of type 0 or 1, read into tracks of events.
///
/// Kept are the messages, the tempo changes and the ends of the tracks; other meta events are checked and left out.
/// System exclusive events are joined from their packets; what an "escape" event (F7) carries is read as a MIDI
/// stream. Both follow the rules of ``StreamParser``: an unfinished system exclusive is left out.
///
/// Source: MIDI Manufacturers Association (1996), RP-001, Standard MIDI Files 1.0.
public struct StandardMIDIFile: Hashable, Sendable {
  /// How the tracks belong together.
  public enum Format: Int, Hashable, Sendable {
    /// Type 0: one track.
    case singleTrack = 0
    /// Type 1: tracks played at once.
    case simultaneousTracks = 1
  }

  /// What a tick is.
  public enum Division: Hashable, Sendable {
    /// A share of a quarter note, 1...32767 to the quarter, whose length the tempo sets.
    case ticksPerQuarter(Int)
    /// A share of a video frame, 1...255 to the frame; the tempo has no effect.
    ///
    /// There are 24, 25, 29 or 30 frames in a second, where 29 stands for 30000/1001.
    case timeCode(framesPerSecond: Int, ticksPerFrame: Int)
  }

  /// How the tracks belong together.
  public let format: Format
  /// What a tick is.
  public let division: Division
  /// Each track's events in the order of the file; the last is the end of the track.
  public let tracks: [[TrackEvent]]
}

/// An event of a track of a standard MIDI file.
public struct TrackEvent: Hashable, Sendable {
  /// What an event is.
  public enum Content: Hashable, Sendable {
    /// A message to be played.
    case message(Message)
    /// From here on a quarter note lasts this many microseconds, 1...16777215.
    case tempo(microsecondsPerQuarter: Int)
    /// The end of the track, at or after its last message.
    case endOfTrack
  }

  /// The time in ticks from the beginning of the track.
  public let tick: Int64
  /// What happens.
  public let content: Content

  /// An event at a tick.
  public init(tick: Int64, content: Content) {
    self.tick = tick
    self.content = content
  }
}

public import DroneSynth
public import Timebase

/// Something that is to change in the sound, and the frame on which it does.
///
/// Trivial: it crosses to the audio thread.
public struct RenderEvent: Sendable {
  /// What changes.
  public enum Change: Sendable {
    /// A voice starts at a frequency in hertz, at a linear gain.
    case start(VoiceID, frequency: Double, gain: Float = 1, waveform: Waveform = .drone)
    /// A voice is released.
    case stop(VoiceID)
    /// Every voice is released.
    case stopAll
    /// A playing voice glides to a frequency in hertz and answers to another identity.
    case retune(VoiceID, as: VoiceID, frequency: Double)
    /// The output heads for a linear gain, 0…1.
    case level(Float)
    /// The output is silenced, or let back to its level.
    case muted(Bool)
    /// The small speaker's filters come in, or go.
    case smallSpeaker(Bool)
    /// The input's way to the output is opened, or closed.
    case thru(Bool)
    /// The output fades out, or back in.
    case power(Bool)
    /// The analysis goes over to the table of targets of this number, which was sent to it beforehand.
    case targets(generation: Int)
  }

  /// When; a time that has passed means at once.
  public var time: StreamTime
  /// What.
  public var change: Change

  /// Makes an event.
  public init(time: StreamTime, change: Change) {
    self.time = time
    self.change = change
  }
}

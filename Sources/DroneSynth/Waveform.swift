/// What a voice sounds like.
public enum Waveform: Sendable {
  /// A drone: a saw through a low-pass that follows it, softly saturated.
  case drone
  /// A tuning fork: a pure sine.
  case sine
}

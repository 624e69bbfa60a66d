/// What a MIDI message from a controller asks for.
public enum ControlAction: Hashable, Sendable {
  /// Key `note` went down; `velocity` is 1…127.
  case keyDown(channel: Int, note: Int, velocity: Int)
  /// Key `note` came up.
  case keyUp(channel: Int, note: Int)
  /// The strum control stands at 0…127.
  case strum(Int)
  /// The sustain pedal of a channel went down or came up.
  case sustain(channel: Int, isDown: Bool)
  /// The level controls stand at this linear gain together, 0…1.
  case level(Float)
  /// A channel's controls are back to where they are at rest: its pedal is up; the level is this linear gain.
  case rest(channel: Int, level: Float)
  /// The preset of this place in the player's list, counted from 0; below 0 where the program lies before its base.
  case program(Int)
  /// An assigned action is wanted.
  case perform(AssignableAction, Switching)
  /// The device is there: it will say so again within 300 ms, or is gone.
  case alive
  /// Everything is to be silent.
  case silence
}

/// What a finger, a mouse or a computer's keyboard does to the keys that a display shows.
public enum KeyGesture: Hashable, Sendable {
  /// A finger is now on a key, whatever it was on before.
  case touch(finger: Int, Ribbon.KeyID)
  /// A finger is now on the key that a MIDI note number plays, on the ribbon or off it.
  case touchNote(finger: Int, note: Int)
  /// A finger is gone.
  case lift(finger: Int)
  /// A key is to be latched, or its latch released.
  case latch(Ribbon.KeyID)
}

/// What a key of a controller does to the ribbon.
public enum KeyMode: String, Sendable, CaseIterable {
  /// A note-on toggles the key's latch; note-offs mean nothing.
  case latch
  /// A key sounds while it is held.
  case hold
  /// A key sounds while it is held, and a second hit within 300 ms toggles its latch.
  case both
}

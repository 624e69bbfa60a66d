/// Which key of the ribbon a controller's note plays.
public enum KeyMapping: Hashable, Sendable {
  /// The key of that MIDI number.
  ///
  /// A note that is on no key sounds at the active temperament, unless `ribbonOnly` is set.
  case pitch(ribbonOnly: Bool)
  /// The keys in their order, counted from a base note: for pads.
  ///
  /// Notes beyond the last key play nothing.
  case index(base: Int)

  /// The key that a note plays on a route; nil for none.
  func key(forNote note: Int, on route: Route) -> Ribbon.Key? {
    switch self {
    case .pitch(let ribbonOnly): route.key(forNote: note, temporary: !ribbonOnly)
    case .index(let base): route.keys.indices.contains(note - base) ? route.keys[note - base] : nil
    }
  }
}

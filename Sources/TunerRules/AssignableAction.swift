/// Something that a player can assign to any note or controller.
public enum AssignableAction: String, Hashable, Sendable, CaseIterable {
  /// Power off or on.
  case power
  /// The next pair of meters.
  case mode
  /// Silence everything that sounds.
  case panic
  /// The preset after the one in force.
  case nextPreset = "next-preset"
  /// The preset before it.
  case previousPreset = "previous-preset"
  /// The reference pitch 0.1 Hz higher.
  case referenceUp = "reference-up"
  /// The reference pitch 0.1 Hz lower.
  case referenceDown = "reference-down"
  /// The reference pitch under which what is heard reads zero.
  case referenceHeard = "reference-heard"
  /// Sa one cent higher.
  case saUp = "sa-up"
  /// Sa one cent lower.
  case saDown = "sa-down"
  /// The alternate temperament on or off.
  case temperament
  /// The drones silent or heard.
  case muteDrones = "mute-drones"
  /// The input's way to the output silent or heard.
  case muteThru = "mute-thru"
  /// Port `pitch` silent or not.
  case mutePitch = "mute-pitch"

  /// Whether it is a state, on or off, rather than something that is done.
  public var isSwitch: Bool {
    switch self {
    case .power, .temperament, .muteDrones, .muteThru, .mutePitch: true
    case .mode, .panic, .nextPreset, .previousPreset, .referenceUp, .referenceDown, .referenceHeard, .saUp, .saDown:
      false
    }
  }
}

/// What is wanted of a state.
public enum Switching: Hashable, Sendable {
  /// The other of its two.
  case toggle
  /// This one.
  case set(Bool)

  /// The state that follows one.
  public func applied(to isOn: Bool) -> Bool {
    switch self {
    case .toggle: !isOn
    case .set(let wanted): wanted
    }
  }
}

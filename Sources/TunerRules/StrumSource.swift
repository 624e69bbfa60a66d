public import MIDIMessages

/// The control that sweeps over the ribbon.
public enum StrumSource: Hashable, Sendable {
  /// A controller, whose 0 is off the ribbon.
  case controller(Controller)
  /// The pitch wheel, whose middle, where it springs back to, is off the ribbon.
  case pitchBend
  /// Pressure on the keyboard as a whole.
  case pressure
  /// None.
  case none

  /// Where a message puts the finger, 0…127 with 0 for off the ribbon; nil for a message of another control.
  func value(of message: Message) -> Int? {
    switch (self, message) {
    case (.controller(let wanted), .controlChange(_, let controller, let value)) where controller == wanted: value.value
    case (.pitchBend, .pitchBend(_, let value)):
      value == PitchBend.centre ? Strum.idleValue : 1 + value.value * 126 / UInt14.max.value
    case (.pressure, .channelPressure(_, let pressure)): pressure.value
    default: nil
    }
  }
}

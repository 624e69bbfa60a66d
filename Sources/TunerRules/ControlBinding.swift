public import MIDIMessages

/// Which note or controller has an action assigned to it, and how it works.
public struct ControlBinding: Hashable, Sendable {
  /// What is pressed.
  public enum Trigger: Hashable, Sendable {
    /// A key or pad.
    case note(UInt7)
    /// A controller: pressed when it comes to 64 or over, released when it falls under.
    case controller(Controller)
  }

  /// What is pressed.
  public var trigger: Trigger
  /// The channel it must be on; nil for any.
  public var channel: Channel?
  /// Whether the action's state follows the control, on while it is pressed, as a footswitch that locks wants it;
  /// otherwise each press toggles.
  public var follows: Bool

  /// Makes a binding.
  public init(_ trigger: Trigger, channel: Channel? = nil, follows: Bool = false) {
    self.trigger = trigger
    self.channel = channel
    self.follows = follows
  }

  /// Whether both are set off by one message.
  public func overlaps(_ other: ControlBinding) -> Bool {
    trigger == other.trigger && (channel == nil || other.channel == nil || channel == other.channel)
  }

  /// Whether it is pressed or released by a message; nil for one that does neither.
  func isPressed(by message: Message) -> Bool? {
    guard channel == nil || message.channel == channel else { return nil }
    switch (trigger, message) {
    case (.note(let wanted), .noteOn(_, let note, let velocity)) where note == wanted: return velocity > 0
    case (.note(let wanted), .noteOff(_, let note, _)) where note == wanted: return false
    case (.controller(let wanted), .controlChange(_, let controller, let value)) where controller == wanted:
      return value.value >= 64
    default: return nil
    }
  }
}

extension ControlBinding {
  /// As settings write it: "cc 80", "note 36 channel 10", "cc 81 follow".
  public var text: String {
    var text =
      switch trigger {
      case .note(let note): "note \(note.value)"
      case .controller(let controller): "cc \(controller.number.value)"
      }
    if let channel { text += " channel \(channel.number)" }
    return follows ? text + " follow" : text
  }

  /// Reads what `text` writes; nil for anything else.
  public init?(text: String) {
    var words = text.split(separator: " ")[...]
    guard let kind = words.popFirst(), let number = words.popFirst().flatMap({ UInt8($0) }) else { return nil }
    switch kind {
    case "note":
      guard let note = UInt7(exactly: number) else { return nil }
      self.init(.note(note))
    // Those from 120 on are messages to the channel, not controls.
    case "cc" where number < 120: self.init(.controller(Controller(UInt7(clamping: Int(number)))))
    default: return nil
    }
    if words.first == "channel" {
      guard let channel = words.dropFirst().first.flatMap({ Int($0) }).flatMap(Channel.init(number:)) else {
        return nil
      }
      self.channel = channel
      words = words.dropFirst(2)
    }
    if words.first == "follow" {
      follows = true
      words = words.dropFirst()
    }
    guard words.isEmpty else { return nil }
  }
}

public import MIDIMessages

/// What a MIDI message from a controller asks for.
public enum ControlAction: Hashable, Sendable {
  /// Key `note` went down.
  case keyDown(device: Int32, channel: Int, note: Int)
  /// Key `note` came up.
  case keyUp(device: Int32, channel: Int, note: Int)
  /// The strum control stands at 0…127.
  case strum(Int)
  /// The sustain pedal of a channel went down or came up.
  case sustain(device: Int32, channel: Int, isDown: Bool)
  /// The level control stands at this linear gain, 0…1.
  case level(Float)
  /// The drones are to be muted, or heard again.
  case mute(Bool)
  /// The power is to go, or to come back.
  case power(Bool)
  /// Everything is to be silent.
  case silence
}

/// Reads controllers' messages as actions: a total function of message and sender.
public struct ControlMap: Hashable, Sendable {
  /// The controller that strums.
  public var strumController: Controller
  /// The controller that mutes the drones from 64 on; nil for none.
  public var muteController: Controller?
  /// The controller that is the power switch, on from 64 on; nil for none.
  public var powerController: Controller?
  /// The channel that is listened to; nil for all.
  public var channel: Channel?

  /// Makes a map.
  public init(
    strumController: Controller = .modulation, muteController: Controller? = nil, powerController: Controller? = nil,
    channel: Channel? = nil
  ) {
    self.strumController = strumController
    self.muteController = muteController
    self.powerController = powerController
    self.channel = channel
  }

  /// What a message asks for; nil where it asks for nothing.
  public func action(_ message: Message, device: Int32) -> ControlAction? {
    guard let channel = message.channel, self.channel == nil || self.channel == channel else { return nil }
    switch message {
    case .noteOn(_, let note, let velocity):
      return velocity > 0
        ? .keyDown(device: device, channel: channel.index, note: note.value)
        : .keyUp(device: device, channel: channel.index, note: note.value)
    case .noteOff(_, let note, _): return .keyUp(device: device, channel: channel.index, note: note.value)
    case .controlChange(_, let controller, let value): return action(controller, value, device, channel)
    default: return nil
    }
  }

  private func action(_ controller: Controller, _ value: UInt7, _ device: Int32, _ channel: Channel)
    -> ControlAction?
  {
    switch controller {
    case strumController: .strum(value.value)
    case muteController: .mute(value.value >= 64)
    case powerController: .power(value.value >= 64)
    case .sustain: .sustain(device: device, channel: channel.index, isDown: value.value >= 64)
    case .volume, .expression: .level(Float(value.value * value.value) / (127 * 127))
    case .allSoundOff, .allNotesOff: .silence
    default: nil
    }
  }
}

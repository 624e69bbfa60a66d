public import MIDIMessages

/// Reads controllers' messages as actions: a total function of what was sent so far.
///
/// It remembers what messages alone do not tell: which bank a channel has chosen, where the two level controls stand,
/// and which assigned controls are pressed, so that a control that rests at 70 and trembles is pressed once.
public struct ControlMap: Sendable {
  /// What controllers do.
  public private(set) var settings: ControlSettings

  private struct Source: Hashable, Sendable {
    var device: Int32
    var channel: Channel
  }

  private struct Press: Hashable, Sendable {
    var source: Source
    var action: AssignableAction
  }

  private var banks: [Source: (msb: UInt7, lsb: UInt7)] = [:]
  private var pressed: Set<Press> = []
  private var volume: UInt7 = 127
  private var expression: UInt7 = 127

  /// Makes a map of controls that are all at rest.
  public init(_ settings: ControlSettings = ControlSettings()) { self.settings = settings }

  /// Takes on other settings; the level stays where it is.
  public mutating func adopt(_ newSettings: ControlSettings) {
    settings = newSettings
    pressed = []
  }

  /// Forgets a device that is gone.
  public mutating func forget(device: Int32) {
    banks = banks.filter { $0.key.device != device }
    pressed = pressed.filter { $0.source.device != device }
  }

  /// What a message of a device asks for; nil where it asks for nothing.
  public mutating func action(_ message: Message, device: Int32) -> ControlAction? {
    if case .activeSensing = message { return .alive }
    guard let channel = message.channel, settings.channels.contains(channel) else { return nil }
    let source = Source(device: device, channel: channel)
    // In the order of the list, so that the same bytes mean the same always.
    for action in AssignableAction.allCases {
      guard let binding = settings.bindings[action], let isDown = binding.isPressed(by: message) else { continue }
      return press(Press(source: source, action: action), isDown: isDown, follows: binding.follows)
    }
    if let value = settings.strum.value(of: message) { return .strum(value) }
    switch message {
    case .noteOn(_, let note, let velocity):
      return velocity > 0
        ? .keyDown(channel: channel.index, note: note.value, velocity: velocity.value)
        : .keyUp(channel: channel.index, note: note.value)
    case .noteOff(_, let note, _): return .keyUp(channel: channel.index, note: note.value)
    case .controlChange(_, let controller, let value): return action(controller, value, source)
    case .programChange(_, let program):
      let bank = banks[source] ?? (0, 0)
      // Devices with few banks put the number into either byte.
      return .program(max(bank.msb, bank.lsb).value * 128 + program.value - settings.programBase)
    default: return nil
    }
  }

  private mutating func press(_ press: Press, isDown: Bool, follows: Bool) -> ControlAction? {
    if follows, press.action.isSwitch { return .perform(press.action, .set(isDown)) }
    guard isDown else {
      pressed.remove(press)
      return nil
    }
    return pressed.insert(press).inserted ? .perform(press.action, .toggle) : nil
  }

  private mutating func action(_ controller: Controller, _ value: UInt7, _ source: Source) -> ControlAction? {
    let channel = source.channel.index
    switch controller {
    case .sustain:
      return .sustain(channel: channel, isDown: (value.value >= 64) != settings.pedalIsInverted)
    case .volume:
      volume = value
      return .level(level)
    case .expression:
      expression = value
      return .level(level)
    case .bankSelect: banks[source, default: (0, 0)].msb = value
    case .bankSelectLSB: banks[source, default: (0, 0)].lsb = value
    case .resetControllers:
      expression = 127
      return .rest(channel: channel, level: level)
    case .allSoundOff, .allNotesOff: return .silence
    default: break
    }
    return nil
  }

  /// The two level controls' product; each counts with its square, 40 dB over its upper nine tenths.
  ///
  /// Source: MIDI Manufacturers Association, "General MIDI Level 2", section 3.3.1, of volume and expression.
  private var level: Float {
    let product = Float(volume.value * expression.value) / (127 * 127)
    return product * product
  }
}

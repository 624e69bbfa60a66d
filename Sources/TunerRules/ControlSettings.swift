public import MIDIMessages

/// What controllers do: all of it that a player can set.
public struct ControlSettings: Hashable, Sendable {
  /// What keys do.
  public var keyMode: KeyMode
  /// Which keys notes play.
  public var keyMapping = KeyMapping.pitch(ribbonOnly: false)
  /// Whether a drone is as loud as its key was struck.
  public var velocityIsLevel = false
  /// What sweeps over the ribbon.
  public var strum = StrumSource.controller(.modulation)
  /// Whether the sustain pedal sends its values upside down.
  public var pedalIsInverted = false
  /// The program number, as it is sent, that chooses the first preset: 0, or 1 for a device that shows what it sends.
  public var programBase = 0
  /// The channels that are listened to.
  public var channels = Set(Channel.allCases)
  /// What is assigned, and to which control.
  public var bindings: [AssignableAction: ControlBinding] = [:]

  /// The defaults, but for what keys do.
  public init(keyMode: KeyMode = .latch) { self.keyMode = keyMode }

  /// Two uses of one control, of which one would do nothing; nil where every control has one use.
  public var conflict: String? { clash?.text }

  /// The first conflict, and the action that comes to a control which has a use already; nil for the strum.
  private var clash: (text: String, action: AssignableAction?)? {
    var uses: [(name: String, binding: ControlBinding, action: AssignableAction?)] = [
      ("the level", ControlBinding(.controller(.volume)), nil),
      ("the level", ControlBinding(.controller(.expression)), nil),
      ("the sustain pedal", ControlBinding(.controller(.sustain)), nil),
      ("the bank", ControlBinding(.controller(.bankSelect)), nil),
      ("the bank", ControlBinding(.controller(.bankSelectLSB)), nil)
    ]
    if case .controller(let controller) = strum { uses.append(("strum", ControlBinding(.controller(controller)), nil)) }
    for action in AssignableAction.allCases {
      if let binding = bindings[action] { uses.append((action.rawValue, binding, action)) }
    }
    for (index, use) in uses.enumerated() {
      guard let other = uses[..<index].first(where: { $0.binding.overlaps(use.binding) }) else { continue }
      return (
        "\(use.binding.text) is \(other.name)'s and \(use.name)'s; choose another for one of them", use.action
      )
    }
    return nil
  }

  /// Gives up the later use of every control that has two; returns what was given up, and why.
  mutating func resolve() -> [(action: AssignableAction?, text: String)] {
    var given: [(action: AssignableAction?, text: String)] = []
    while let (text, action) = clash {
      if let action { bindings[action] = nil } else { strum = .none }
      given.append((action, text))
    }
    return given
  }
}

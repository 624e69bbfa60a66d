internal import MIDIMessages

extension SettingsKey {
  /// What controllers do.
  static let controls: [SettingsKey] = plainControls + AssignableAction.allCases.map(binding)

  private static let plainControls: [SettingsKey] = [
    .word(
      "keys", "what a key does: latches a drone, sounds it while held, or both by a double hit", \.controls.keyMode),
    .one(
      "mapping", "which key a note plays: that of its pitch, only if it is on the ribbon, or counted from a base note",
      expected: "pitch, ribbon or index NOTE", read: readMapping,
      write: { settings in
        switch settings.controls.keyMapping {
        case .pitch(ribbonOnly: false): "pitch"
        case .pitch(ribbonOnly: true): "ribbon"
        case .index(let base): "index \(base)"
        }
      }),
    .toggle("velocity", "whether a drone is as loud as its key was struck", \.controls.velocityIsLevel),
    .one(
      "strum", "the control that strums over the ribbon", expected: "cc NUMBER, bend, pressure or none",
      read: readStrum,
      write: { settings in
        switch settings.controls.strum {
        case .controller(let controller): ControlBinding(.controller(controller)).text
        case .pitchBend: "bend"
        case .pressure: "pressure"
        case .none: "none"
        }
      }),
    .one(
      "pedal", "how the sustain pedal sends its values", expected: "normal or inverted",
      read: { text, settings in
        guard text == "normal" || text == "inverted" else { return false }
        settings.controls.pedalIsInverted = text == "inverted"
        return true
      }, write: { $0.controls.pedalIsInverted ? "inverted" : "normal" }),
    .number("program-base", "the program number that chooses the first preset", \.controls.programBase, in: 0...1),
    .words(
      "programs", "the presets that program changes choose, in order; none for all", expected: "preset ids", \.programs),
    .one(
      "channels", "the MIDI channels that are listened to", expected: "all, or numbers from 1 to 16",
      read: readChannels,
      write: { settings in
        let numbers = settings.controls.channels.map(\.number).sorted()
        return numbers.count == Channel.allCases.count ? "all" : numbers.map(String.init).joined(separator: " ")
      })
  ]

  /// The name of the setting that assigns an action.
  static func name(of action: AssignableAction) -> String { "control-" + action.rawValue }

  private static func binding(of action: AssignableAction) -> SettingsKey {
    .one(
      name(of: action), "the note or controller for \(action.rawValue)",
      expected: "none, or cc NUMBER or note NUMBER, then channel N and follow where wanted",
      read: { text, settings in
        let binding = ControlBinding(text: text)
        guard binding != nil || text == "none" else { return false }
        settings.controls.bindings[action] = binding
        return true
      }, write: { $0.controls.bindings[action]?.text ?? "none" })
  }

  private static func readMapping(_ text: String, _ settings: inout Settings) -> Bool {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("pitch", 1): settings.controls.keyMapping = .pitch(ribbonOnly: false)
    case ("ribbon", 1): settings.controls.keyMapping = .pitch(ribbonOnly: true)
    case ("index", 2):
      guard let base = Int(words[1]), (0...127).contains(base) else { return false }
      settings.controls.keyMapping = .index(base: base)
    default: return false
    }
    return true
  }

  private static func readStrum(_ text: String, _ settings: inout Settings) -> Bool {
    switch text {
    case "bend": settings.controls.strum = .pitchBend
    case "pressure": settings.controls.strum = .pressure
    case "none": settings.controls.strum = .none
    default:
      guard let binding = ControlBinding(text: text), case .controller(let controller) = binding.trigger,
        binding == ControlBinding(.controller(controller))
      else { return false }
      settings.controls.strum = .controller(controller)
    }
    return true
  }

  private static func readChannels(_ text: String, _ settings: inout Settings) -> Bool {
    let words = text.split(separator: " ")
    let channels = words.compactMap { Int($0).flatMap(Channel.init(number:)) }
    guard text == "all" || (!words.isEmpty && channels.count == words.count) else { return false }
    settings.controls.channels = Set(text == "all" ? Channel.allCases : channels)
    return true
  }
}

internal import MIDIDevices
internal import TunerRules
internal import Tuning

/// Lists the settings, and changes them.
enum SettingsCommand: Command {
  static let name = "settings"
  static let summary = "list what can be set, or set it"
  static let usage = "[NAME=VALUE …]"
  static let discussion = """
    Lists every setting with what it is, what it may be, and its value; the list can be
    kept as a settings file. NAME=VALUE changes one in the player's own file; a
    dronetuner that runs follows within a second, but for sound cards, which it opens
    with what was set when it started.
    """
  static let options: [Option] = []

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    var store = SettingsStore()
    guard !arguments.operands.isEmpty else {
      for fault in store.faults { console.say(fault) }
      console.write(list(store.settings, path: store.path))
      return
    }
    var settings = store.settings
    for operand in arguments.operands {
      guard operand.contains("=") else {
        throw CommandFault("found '\(operand)'; expected NAME=VALUE", exit: .usage)
      }
      if let fault = settings.read(SettingsText(operand), file: "settings").first {
        throw CommandFault("found \(fault.found); expected \(fault.expected)", exit: .usage)
      }
    }
    for rule in settings.wiring.dropFirst(store.settings.wiring.count) {
      do throws(WiringFault) {
        _ = try WiringRule(rule)
      } catch { throw CommandFault("'\(rule)': \(error.description)", exit: .usage) }
    }
    do throws(TextFile.Fault) {
      try store.save(from: store.settings, to: settings)
    } catch { throw CommandFault(error.description) }
  }

  /// A text as comment lines of at most 100 characters.
  private static func wrapped(_ text: String) -> String {
    var lines = ["#"]
    for word in text.split(separator: " ") {
      if (lines.last?.count ?? 0) + word.count >= 100 { lines.append("#") }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// All settings as a settings file.
  private static func list(_ settings: Settings, path: String?) -> String {
    var text = "# \(path ?? "no file: neither HOME nor XDG_CONFIG_HOME is set")\n"
    for key in Settings.keys {
      text += "\n" + wrapped("\(key.summary): \(key.expected)")
      let values = key.values(in: settings)
      // A list that is empty stands there as a comment.
      text += values.isEmpty ? "# \(key.name) =\n" : values.map { "\(key.name) = \($0)\n" }.joined()
    }
    return text
  }
}

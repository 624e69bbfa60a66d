internal import TunerRules

/// Puts every setting back to its default.
enum ResetCommand: Command {
  static let name = "reset"
  static let summary = "put every setting back to its default"
  static let usage = "[--yes]"
  static let discussion = """
    Says what it will do, asks, and puts every setting back to its default. The file as
    it was stays beside the new one, with .old behind its name.
    """
  static let options = [Option(name: "--yes", value: nil, help: "do it without asking")]

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else { throw CommandFault("'reset' takes no operand", exit: .usage) }
    let store = SettingsStore()
    guard let path = store.path, TextFile.exists(path) else {
      console.say("nothing was set: there is no \(store.path ?? "settings file")")
      return
    }
    let defaults = Settings()
    let changed = Settings.keys.filter { $0.values(in: defaults) != $0.values(in: store.settings) }
    console.say("\(path): puts \(changed.count) settings back to their defaults, and keeps the file as \(path).old")
    for key in changed {
      let values = [store.settings, defaults].map { key.values(in: $0).joined(separator: ", ") }
      console.say(
        "  \(key.name): \(values[0].isEmpty ? "nothing" : values[0]) -> \(values[1].isEmpty ? "nothing" : values[1])")
    }
    if !arguments.has("--yes") {
      console.say("go on? Type yes:")
      guard readLine() == "yes" else { throw CommandFault("nothing was changed") }
    }
    do throws(TextFile.Fault) {
      try TextFile.replace(path + ".old", with: try TextFile.bytes(path))
      try TextFile.replace(path, with: [])
    } catch { throw CommandFault(error.description) }
  }
}

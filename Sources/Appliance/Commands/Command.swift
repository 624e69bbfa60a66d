/// One command of the command line: what it is called, how it explains itself, and what it does.
protocol Command {
  /// As typed after `dronetuner`.
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What follows the name, as in "FILE… [options]".
  static var usage: String { get }
  /// What it does, in full sentences, lines of at most 80 characters.
  static var discussion: String { get }
  /// Its options.
  static var options: [Option] { get }

  /// Does it.
  static func run(_ arguments: Arguments, console: Console) throws(CommandFault)
}

extension Command {
  /// The text of `--help`.
  static var help: String {
    var text = "usage: dronetuner \(name)\(usage.isEmpty ? "" : " \(usage)")\n\n\(discussion)\n"
    let rows =
      options.map { option in
        (left: option.name + (option.value.map { " \($0)" } ?? ""), help: option.help)
      } + [(left: "--help", help: "show this text")]
    let width = (rows.map { $0.left.count }.max() ?? 0) + 2
    text += "\noptions:\n"
    for row in rows {
      text += "  " + row.left + String(repeating: " ", count: width - row.left.count) + row.help + "\n"
    }
    return text
  }
}

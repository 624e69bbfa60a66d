/// The options that say how what is heard is shown.
enum DisplayOptions {
  static let options = [
    Option(
      name: "--display", value: "terminal|line|json|none",
      help: "how to show what is heard (default terminal on one, else line)"),
    Option(name: "--spoken", value: nil, help: "lines are sentences, for a screen reader")
  ]

  /// The display that the options ask for, on this standard output.
  static func display(
    _ arguments: Arguments, console: Console, isService: Bool = false
  ) throws(CommandFault) -> LiveSession.Display {
    let words = ["terminal", "line", "json", "none"]
    let word = try arguments.choice("--display", of: words)
    if arguments.has("--spoken") {
      guard word ?? "line" == "line" else {
        throw CommandFault("--spoken is for lines; leave out --display \(word ?? "")", exit: .usage)
      }
      return .spoken
    }
    if word == "terminal", !console.isTerminal {
      throw CommandFault("--display terminal: standard output is none", exit: .usage)
    }
    let otherwise: LiveSession.Display = isService ? .none : console.isTerminal ? .terminal : .line
    return word.flatMap { LiveSession.Display(rawValue: $0) } ?? otherwise
  }
}

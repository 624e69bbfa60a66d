/// The program's command line: finds the command, runs it, and turns what became of it into an exit code.
public enum CommandLineTool {
  /// The program's version.
  public static let version = "0.1.0"

  private static var commands: [any Command.Type] {
    [
      RunCommand.self, DemoCommand.self, AnalyzeCommand.self, TranscribeCommand.self, RenderCommand.self,
      ToneCommand.self, PresetsCommand.self, TemperamentsCommand.self, PortsCommand.self, SettingsCommand.self,
      LearnCommand.self,
      ResetCommand.self, BenchCommand.self
    ]
  }

  /// Runs the command that the arguments name; without one, `run`.
  ///
  /// - Parameters:
  ///   - arguments: what follows the program's name.
  ///   - console: where it speaks.
  /// - Returns: 0 done, 1 failed, 2 wrong usage.
  public static func run(_ arguments: [String], console: Console = Console()) -> Int32 {
    let code = dispatch(arguments, console)
    console.flush()
    guard code == 0, let reason = console.lostOutput else { return code }
    console.say("standard output: cannot be written: \(reason)")
    return CommandFault.Exit.failed.rawValue
  }

  private static func dispatch(_ arguments: [String], _ console: Console) -> Int32 {
    let first = arguments.first ?? RunCommand.name
    switch first {
    case "--version":
      console.write("dronetuner \(version)\n")
      return 0
    case "--help", "-h", "help":
      console.write(overview)
      return 0
    default: break
    }
    // Options alone belong to `run`.
    let isNamed = !first.hasPrefix("-")
    guard let command = commands.first(where: { $0.name == (isNamed ? first : RunCommand.name) }) else {
      console.say("unknown command '\(first)'; 'dronetuner --help' lists the commands")
      return CommandFault.Exit.usage.rawValue
    }
    let rest = isNamed ? Array(arguments.dropFirst()) : arguments
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      console.write(command.help)
      return 0
    }
    do throws(CommandFault) {
      try command.run(try Arguments(rest, options: command.options), console: console)
      return 0
    } catch {
      console.say("\(command.name): \(error.description)")
      return error.exit.rawValue
    }
  }

  private static var overview: String {
    var text =
      "dronetuner \(version): a tuner and drone appliance\n\nusage: dronetuner [COMMAND] [options]\n\ncommands:\n"
    for command in commands {
      text +=
        "  " + command.name + String(repeating: " ", count: max(1, 12 - command.name.count)) + command.summary
        + "\n"
    }
    return text + "\n'dronetuner COMMAND --help' explains each; without a command it is 'run'.\n"
  }
}

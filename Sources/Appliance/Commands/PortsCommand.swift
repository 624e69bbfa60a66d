internal import MIDIDevices
internal import TunerRules

/// Lists the ports of the ALSA sequencer.
enum PortsCommand: Command {
  static let name = "ports"
  static let summary = "list MIDI ports, who they are and how they are wired"
  static let usage = ""
  static let discussion = """
    Lists the ports of the ALSA sequencer as 'aconnect -l' does, and below each

      Identity:   what it is known by in the settings, whatever number it has
      Role:       keyboard, receiver, program, ours, through (a cable that sends on
                  what it receives), cable, gadget (this computer's own end of a USB
                  cable) or system
      Wired:      yes or no, to or from which port of 'dronetuner run', and the rule
                  that decides; nothing where no rule speaks of it
    """
  static let options: [Option] = []

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else { throw CommandFault("'ports' takes no operand", exit: .usage) }
    let wiring = Wiring(SettingsStore().settings.wiring) { console.say($0) }
    do throws(SequencerFault) {
      let survey = try SequencerSurvey()
      var client: UInt8?
      for port in survey.ports {
        if client != port.address.client { console.write(clientLine(port)) }
        client = port.address.client
        console.write(portLine(port))
        console.write(line("Connecting To", survey.links(from: port.address)) { "\($0.receiver)\($0.remark)" })
        console.write(line("Connected From", survey.links(to: port.address)) { "\($0.sender)\($0.remark)" })
        console.write("\tIdentity: \(port.identity)\n\tRole: \(port.role())\n")
        for own in SequencerClient.Port.allCases {
          let verdict = wiring.verdict(own, port)
          guard let connects = verdict.connects else { continue }
          let direction = own == .control ? "to" : "from"
          console.write("\tWired: \(connects ? "yes" : "no"), \(direction) '\(own.name)': \(verdict.reason)\n")
        }
      }
    } catch { throw CommandFault(error.description) }
  }

  private static func clientLine(_ port: SequencerPort) -> String {
    let card = port.card.map { ",card=\($0)" } ?? ""
    let process = port.process.map { ",pid=\($0)" } ?? ""
    return
      "client \(port.address.client): '\(port.clientName)' [type=\(port.isKernel ? "kernel" : "user")\(card)\(process)]\n"
  }

  private static func portLine(_ port: SequencerPort) -> String {
    let number = String(port.address.port)
    let indent = String(repeating: " ", count: max(0, 3 - number.count))
    let padding = String(repeating: " ", count: max(0, 16 - port.name.utf8.count))
    return "  \(indent)\(number) '\(port.name)\(padding)'\n"
  }

  private static func line(_ title: String, _ links: [SequencerLink], end: (SequencerLink) -> String) -> String {
    links.isEmpty ? "" : "\t\(title): \(links.map(end).joined(separator: ", "))\n"
  }
}

internal import MIDIDevices
internal import TunerRules

/// Lists the ports of the ALSA sequencer.
enum PortsCommand: Command {
  static let name = "ports"
  static let summary = "list MIDI ports and what is connected by itself"
  static let usage = ""
  static let discussion = """
    Lists the ports of the ALSA sequencer by the numbers that aconnect uses, and which
    of them 'dronetuner run' connects to its port 'control' by itself.
    """
  static let options: [Option] = []

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else { throw CommandFault("'ports' takes no operand", exit: .usage) }
    do throws(SequencerFault) {
      let sequencer = try SequencerClient()
      var client: UInt8?
      for port in sequencer.ports() where port.address.client != sequencer.number {
        if client != port.address.client {
          client = port.address.client
          let card = port.card.map { ", card \($0)" } ?? ""
          console.write("client \(port.address.client): '\(port.clientName)'\(card)\n")
        }
        let directions = [port.sends ? "sends" : nil, port.receives ? "receives" : nil].compactMap { $0 }
        let role = WiringRule.isKeyboard(port, ownClient: sequencer.number) ? "; connected to 'control'" : ""
        console.write("  \(port.address) '\(port.name)': \(directions.joined(separator: ", "))\(role)\n")
      }
    } catch { throw CommandFault(error.description) }
  }
}

internal import Glibc
internal import MIDIDevices
internal import MIDIMessages
internal import Timebase
internal import TunerRules

/// Assigns an action to the control that is moved.
enum LearnCommand: Command {
  static let name = "learn"
  static let summary = "assign an action to a control by moving it"
  static let usage = "ACTION [options]"
  static let discussion = """
    Waits for a key, pad, pedal or knob to be pressed or moved, and assigns the action
    to it in the player's settings; a dronetuner that runs follows within a second.
    Actions: \(actions(from: 0, to: 5))
      \(actions(from: 5, to: 9))
      \(actions(from: 9, to: AssignableAction.allCases.count)).
    """
  static let options = [
    Option(name: "--follow", value: nil, help: "the state follows the control, for a switch that locks"),
    Option(name: "--any-channel", value: nil, help: "on whichever channel the control sends"),
    Option(name: "--seconds", value: "N", help: "how long to wait, 1 to 3600 (default 30)")
  ]

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    let words = AssignableAction.allCases.map(\.rawValue)
    guard arguments.operands.count == 1, let action = AssignableAction(rawValue: arguments.operands[0]) else {
      throw CommandFault("expected one of \(words.joined(separator: ", "))", exit: .usage)
    }
    let seconds = try arguments.integer("--seconds", in: 1...3600) ?? 30
    var store = SettingsStore()
    for fault in store.faults { console.say(fault) }
    var settings = store.settings
    let (trigger, channel) = try press(seconds: seconds, wiring: store.settings.wiring, console: console)
    let binding = ControlBinding(
      trigger, channel: arguments.has("--any-channel") ? nil : channel, follows: arguments.has("--follow"))
    settings.controls.bindings[action] = binding
    if let conflict = settings.controls.conflict { throw CommandFault(conflict) }
    do throws(TextFile.Fault) {
      try store.save(from: store.settings, to: settings)
    } catch { throw CommandFault(error.description) }
    console.say("\(action.rawValue): \(binding.text)")
  }

  /// What is pressed or moved first.
  private static func press(
    seconds: Int, wiring rules: [String], console: Console
  ) throws(CommandFault) -> (ControlBinding.Trigger, Channel) {
    do throws(SequencerFault) {
      let sequencer = try SequencerClient()
      let wiring = Wiring(rules) { console.say($0) }
      for port in sequencer.ports()
      where wiring.verdict(.control, port, ownClient: sequencer.number).connects == true {
        try sequencer.connect(port.address, to: sequencer.address(of: .control))
      }
      console.say("press or move the control")
      let end = MonotonicClock.nanoseconds() + Int64(seconds) * 1_000_000_000
      var found: (ControlBinding.Trigger, Channel)?
      while found == nil, MonotonicClock.nanoseconds() < end {
        var polled = sequencer.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&polled, nfds_t(polled.count), 100)
        sequencer.receive { event in
          if case .message(let message, _, _) = event { found = found ?? trigger(message) }
        }
      }
      if let found { return found }
    } catch { throw CommandFault(error.description) }
    throw CommandFault("nothing was pressed or moved within \(seconds) s; nothing was changed")
  }

  /// What a message presses or moves; nil for one that does neither.
  private static func trigger(_ message: Message) -> (ControlBinding.Trigger, Channel)? {
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity > 0: (.note(note), channel)
    // Those from 120 on are messages to the channel; banks come before a program.
    case .controlChange(let channel, let controller, _)
    where controller.number.value < 120 && controller != .bankSelect && controller != .bankSelectLSB:
      (.controller(controller), channel)
    default: nil
    }
  }

  private static func actions(from start: Int, to end: Int) -> String {
    AssignableAction.allCases[start..<end].map(\.rawValue).joined(separator: ", ")
      + (end < AssignableAction.allCases.count ? "," : "")
  }
}

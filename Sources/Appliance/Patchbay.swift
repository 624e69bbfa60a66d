internal import MIDIDevices
internal import MIDIMessages
internal import Timebase

/// The sequencer and everything that is plugged into it: connected by the rules when it comes, known by who it is while
/// it is there, let go when it leaves.
///
/// The control thread's alone.
final class Patchbay {
  /// What the patchbay has to tell.
  enum Event {
    /// A sender played something.
    case message(Message, device: Int32, nanoseconds: Int64)
    /// A sender has gone, or may have let go of something unheard: what it holds ends.
    case released(device: Int32)
  }

  private var wiring = Wiring()
  private let notices: Notices
  private var introductions: [SequencerClient.Port: [Message]]
  private var sequencer: SequencerClient?
  private var keyboards = Keyboards()
  private var nextLook: Int64 = 0
  private var lastFault = ""
  private var wasBehind: Set<SequencerClient.Port> = []
  // What was refused, each said once.
  private var refused: Set<String> = []

  /// How often a missing sequencer is tried again.
  private static let retryNanoseconds: Int64 = 1_000_000_000
  /// How often the sequencer's clock is compared with ours: a suspend moves one of them.
  private static let clockNanoseconds: Int64 = 10_000_000_000
  private static let outputs: [SequencerClient.Port] = [.pitch, .drones, .lights]

  /// Makes a patchbay without a sequencer yet.
  ///
  /// - Parameters:
  ///   - rules: what is connected by itself, as the settings have it; what is no rule is said, and left out.
  ///   - introductions: what a receiver of a port is told on being connected.
  ///   - notices: where what happens is said.
  init(rules: [String], introductions: [SequencerClient.Port: [Message]], notices: Notices) {
    self.introductions = introductions
    self.notices = notices
    wiring = Wiring(rules) { notices.post($0) }
  }

  /// Takes on other rules, and connects and disconnects what they ask for.
  func rewire(_ rules: [String]) {
    wiring = Wiring(rules) { notices.post($0) }
    for port in sequencer?.ports() ?? [] { wire(port) }
  }

  /// Whether there is a sequencer, and which keyboards and programs play.
  var state: (isOpen: Bool, fault: String, players: [String]) {
    (sequencer != nil, lastFault, keyboards.all.map { $0.1.name })
  }

  /// The descriptors to wait for.
  var descriptors: [Int32] { sequencer?.descriptors ?? [] }

  /// Opens the sequencer, again and again until there is one, and keeps its clock beside ours.
  func lookAfter() {
    let now = MonotonicClock.nanoseconds()
    guard now >= nextLook else { return }
    nextLook = now + (sequencer == nil ? Self.retryNanoseconds : Self.clockNanoseconds)
    if let sequencer { sequencer.synchronize() } else { open() }
  }

  /// Takes in everything that has happened, in order.
  func receive(_ handle: (Event) -> Void) {
    guard let sequencer else { return }
    sequencer.receive { event in
      switch event {
      case .message(let message, let source, let nanoseconds):
        meet(source)
        guard let device = keyboards.device(source, message, at: nanoseconds) else { return }
        handle(.message(message, device: device, nanoseconds: nanoseconds))
      case .portChanged(let address, _): if let port = sequencer.port(at: address) { wire(port) }
      case .clientChanged(let client): for port in sequencer.ports(of: client) { wire(port) }
      case .portEnded(let address), .senderDisconnected(let address):
        if let gone = keyboards.disconnected(address) { leave(gone, handle) }
      case .clientEnded(let client): for gone in keyboards.disconnected(client: client) { leave(gone, handle) }
      case .connected(let link): connected(link)
      case .receiverDisconnected(let port, let receiver): sequencer.dismiss(port, from: receiver)
      case .overflow: rescan(handle)
      }
    }
  }

  /// Sends messages to all receivers of a port.
  func send(_ messages: [Message], from port: SequencerClient.Port) {
    guard !messages.isEmpty, let sequencer else { return }
    sequencer.send(messages, from: port)
  }

  /// Ends all notes of a port: some of what ends them was lost.
  func endNotes(on port: SequencerClient.Port) { sequencer?.endNotes(on: port) }

  /// Tells receivers something else on their being connected from now on.
  func introduce(as newIntroductions: [SequencerClient.Port: [Message]]) {
    introductions = newIntroductions
    sequencer?.introductions = newIntroductions
  }

  /// Brings receivers up to date that were too full.
  func settle() {
    guard let sequencer else { return }
    for port in sequencer.behind.subtracting(wasBehind) {
      notices.post("a receiver of port '\(port.name)' takes no more; when it does, it is told anew what sounds")
    }
    sequencer.settle()
    wasBehind = sequencer.behind
  }

  /// Closes the sequencer.
  func close() { sequencer = nil }

  private func open() {
    do throws(SequencerFault) {
      let sequencer = try SequencerClient()
      sequencer.introductions = introductions
      self.sequencer = sequencer
      for port in sequencer.ports() { wire(port) }
      if keyboards.all.isEmpty {
        notices.post(
          "no MIDI keyboard: plug one in at any time, or connect a program to port 'control' of '\(SequencerClient.name)'"
        )
      }
    } catch {
      if error.description != lastFault { notices.post("no MIDI: \(error.description)") }
      lastFault = error.description
    }
  }

  // MARK: Wiring

  /// Connects a port by the rules, or takes away what they forbid.
  private func wire(_ port: SequencerPort) {
    guard let sequencer else { return }
    for own in [SequencerClient.Port.control] + Self.outputs {
      let verdict = wiring.verdict(own, port, ownClient: sequencer.number)
      guard let connects = verdict.connects else { continue }
      let ownAddress = sequencer.address(of: own)
      let (sender, receiver) = own == .control ? (port.address, ownAddress) : (ownAddress, port.address)
      if connects {
        connect(sender, receiver, port, isControl: own == .control)
      } else if port.role(ownClient: sequencer.number) == .ours {
        if refused.insert(verdict.reason).inserted { notices.post("not connected: \(verdict.reason)") }
      } else {
        sequencer.disconnect(sender, from: receiver)
      }
    }
  }

  private func connect(
    _ sender: SequencerAddress, _ receiver: SequencerAddress, _ port: SequencerPort, isControl: Bool
  ) {
    do throws(SequencerFault) {
      try sequencer?.connect(sender, to: receiver)
      if isControl { meet(port) }
    } catch {
      notices.post(error.description)
    }
  }

  /// Takes on a sender that nobody announced.
  private func meet(_ address: SequencerAddress) {
    guard !keyboards.contains(address), let sequencer else { return }
    if let port = sequencer.port(at: address) {
      meet(port)
    } else {
      keyboards.connected(address, name: "\(address)", isHardware: false, at: MonotonicClock.nanoseconds())
    }
  }

  private func meet(_ port: SequencerPort) {
    let name = "\(port.clientName), \(port.name) (\(port.address)), \(port.identity)"
    let isNew = keyboards.connected(
      port.address, name: name, isHardware: port.isHardware, at: MonotonicClock.nanoseconds())
    if isNew, port.isHardware { notices.post("MIDI keyboard: \(name)") }
  }

  private func leave(_ gone: Keyboards.Keyboard, _ handle: (Event) -> Void) {
    if gone.isHardware { notices.post("MIDI keyboard gone: \(gone.name)") }
    handle(.released(device: gone.device))
  }

  /// Takes note of a connection, whoever made it; one that closes a loop is taken away again.
  private func connected(_ link: SequencerLink) {
    guard let sequencer else { return }
    if let path = loop(through: link, sequencer) {
      sequencer.disconnect(link.sender, from: link.receiver)
      let way = path.map(\.description).joined(separator: " -> ")
      notices.post("not connected: \(link.sender) to \(link.receiver): what we send would come back to us (\(way))")
      return
    }
    if link.sender.client == sequencer.number, let port = SequencerClient.Port(rawValue: Int(link.sender.port)) {
      sequencer.introduce(port, to: link.receiver)
    } else {
      meet(link.sender)
    }
  }

  private func loop(through link: SequencerLink, _ sequencer: SequencerClient) -> [SequencerAddress]? {
    if link.sender.client == link.receiver.client { return [link.sender, link.receiver] }
    let other = link.sender.client == sequencer.number ? link.receiver : link.sender
    guard sequencer.port(at: other)?.role(ownClient: sequencer.number) == .through else { return nil }
    let echoing = Set(sequencer.ports().filter { $0.role(ownClient: sequencer.number) == .through }.map(\.address))
    let links = (Self.outputs.map { sequencer.address(of: $0) } + echoing).flatMap { sequencer.links(from: $0) }
    return Wiring.loop(in: links, ownClient: sequencer.number, echoing: echoing)
  }

  /// Events were lost, announcements and note-offs perhaps among them: looks at everything anew.
  private func rescan(_ handle: (Event) -> Void) {
    guard let sequencer else { return }
    notices.post("MIDI input overflowed; held keys are released")
    let senders = Set(sequencer.links(to: sequencer.address(of: .control)).map(\.sender))
    for (address, keyboard) in keyboards.all {
      handle(.released(device: keyboard.device))
      if !senders.contains(address), let gone = keyboards.disconnected(address) { leave(gone, handle) }
    }
    for port in sequencer.ports() { wire(port) }
    for sender in senders { meet(sender) }
    for output in Self.outputs {
      for link in sequencer.links(from: sequencer.address(of: output)) { connected(link) }
    }
  }
}

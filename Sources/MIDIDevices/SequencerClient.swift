internal import CALSA
public import MIDIMessages
internal import Timebase

/// Our client of the ALSA sequencer, `dronetuner`, and its ports.
///
/// One thread's, the control thread's, from beginning to end.
public final class SequencerClient {
  /// The ports that others see, in the order of their numbers.
  public enum Port: Int, CaseIterable, Sendable {
    /// Keyboards, pads and pedals are connected to it.
    case control
    /// The heard pitch, as notes and bend.
    case pitch
    /// The sounding drones, as notes and bend.
    case drones
    /// What a controller's pads show.
    case lights

    /// The port's name.
    public var name: String { "\(self)" }
  }

  /// The client's number.
  public let number: UInt8
  /// What a receiver of a port is told on being connected, and again after it was too full to take something.
  public var introductions: [Port: [Message]] = [:]
  /// Ports of which a receiver was too full to take something and has not been brought up to date since.
  public internal(set) var behind: Set<Port> = []

  let sequencer: OpaquePointer
  let registry: SequencerRegistry
  var states = Port.allCases.map { _ in PortState() }
  var nextSettling: Int64 = 0
  // Of those behind, the ones that have been told once.
  var confirming: Set<Port> = []
  let encoder: OpaquePointer
  private let decoder: OpaquePointer
  private var clock: QueueClock
  private var parsers: [SequencerAddress: StreamParser] = [:]
  private var bytes: [UInt8]
  private var monitor: Int32 = -1

  /// The client's name.
  public static let name = "dronetuner"
  /// Bytes of the largest piece of a message that one event brings, and of the largest we send.
  private static let largestPiece = 1024
  /// Events that may wait for us: more than the default, since an overflow loses all of them.
  private static let inputPool = 2000

  /// Opens the sequencer and makes the ports.
  public init() throws(SequencerFault) {
    calsa_silence_messages()
    var opened: OpaquePointer?
    let code = snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, Int32(SND_SEQ_NONBLOCK))
    guard code >= 0, let opened else { throw SequencerFault(code, "open it") }
    var encoder: OpaquePointer?
    var decoder: OpaquePointer?
    guard snd_midi_event_new(Self.largestPiece, &encoder) >= 0, let encoder else {
      snd_seq_close(opened)
      throw SequencerFault(-ENOMEM, "make a coder")
    }
    guard snd_midi_event_new(Self.largestPiece, &decoder) >= 0, let decoder else {
      snd_midi_event_free(encoder)
      snd_seq_close(opened)
      throw SequencerFault(-ENOMEM, "make a coder")
    }
    sequencer = opened
    registry = SequencerRegistry(sequencer: opened)
    self.encoder = encoder
    self.decoder = decoder
    bytes = Array(repeating: 0, count: Self.largestPiece)
    // Every event is decoded whole, status byte and all.
    snd_midi_event_no_status(decoder, 1)
    snd_seq_set_client_name(opened, Self.name)
    snd_seq_set_client_pool_input(opened, Self.inputPool)
    number = UInt8(clamping: snd_seq_client_id(opened))
    let queue = snd_seq_alloc_named_queue(opened, Self.name)
    clock = QueueClock(opened, queue: queue)
    try makePorts(queue: queue)
    calsa_start_queue(opened, queue)
    clock.measure(opened)
  }

  deinit {
    snd_midi_event_free(encoder)
    snd_midi_event_free(decoder)
    snd_seq_close(sequencer)
  }

  // MARK: Receiving

  /// The descriptors to wait for: readable when `receive` has something.
  public var descriptors: [Int32] {
    let count = snd_seq_poll_descriptors_count(sequencer, Int16(POLLIN))
    var polled = Array(repeating: pollfd(), count: Int(max(0, count)))
    snd_seq_poll_descriptors(sequencer, &polled, UInt32(polled.count), Int16(POLLIN))
    return polled.map(\.fd)
  }

  /// Everything that has arrived, in order.
  public func receive(_ handle: (SequencerEvent) -> Void) {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while true {
      let code = snd_seq_event_input(sequencer, &event)
      if code == -ENOSPC {
        parsers = [:]
        handle(.overflow)
        continue
      }
      guard code >= 0, let event else { return }
      read(event, handle)
    }
  }

  /// Measures anew how the kernel's stamps lie to CLOCK_MONOTONIC; once in a while is enough.
  public func synchronize() { clock.measure(sequencer) }

  private func read(_ event: UnsafeMutablePointer<snd_seq_event_t>, _ handle: (SequencerEvent) -> Void) {
    let source = SequencerAddress(client: event.pointee.source.client, port: event.pointee.source.port)
    if source.client == UInt8(SND_SEQ_CLIENT_SYSTEM) {
      hear(event, handle)
    } else if Int(event.pointee.dest.port) == Port.control.rawValue, source.client != number {
      play(event, source, handle)
    }
  }

  private func play(
    _ event: UnsafeMutablePointer<snd_seq_event_t>, _ source: SequencerAddress, _ handle: (SequencerEvent) -> Void
  ) {
    let count = snd_midi_event_decode(decoder, &bytes, Self.largestPiece, event)
    guard count > 0 else { return }
    let stamp =
      calsa_event_has_real_time(event) != 0
      // A stamp that lies ahead is a clock that has jumped: it must not hold a key back.
      ? min(calsa_event_nanoseconds(event) + clock.offset, MonotonicClock.nanoseconds())
      : MonotonicClock.nanoseconds()
    for byte in bytes[0..<count] {
      if let message = parsers[source, default: StreamParser()].push(byte) {
        handle(.message(message, from: source, nanoseconds: stamp))
      }
    }
  }

  /// Hears what the sequencer says of its clients, ports and connections.
  private func hear(_ event: UnsafeMutablePointer<snd_seq_event_t>, _ handle: (SequencerEvent) -> Void) {
    let about = calsa_event_address(event)
    let address = SequencerAddress(client: about.client, port: about.port)
    switch Int(event.pointee.type) {
    case Int(SND_SEQ_EVENT_PORT_START.rawValue): handle(.portChanged(address, isNew: true))
    case Int(SND_SEQ_EVENT_PORT_CHANGE.rawValue): handle(.portChanged(address, isNew: false))
    case Int(SND_SEQ_EVENT_CLIENT_CHANGE.rawValue): handle(.clientChanged(about.client))
    case Int(SND_SEQ_EVENT_PORT_EXIT.rawValue):
      parsers[address] = nil
      handle(.portEnded(address))
    case Int(SND_SEQ_EVENT_CLIENT_EXIT.rawValue):
      parsers = parsers.filter { $0.key.client != about.client }
      handle(.clientEnded(about.client))
    case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue):
      let link = link(calsa_event_connection(event))
      if link.sender.client == number, let port = Port(rawValue: Int(link.sender.port)) {
        // Told twice, as above.
        guard Int32(event.pointee.dest.port) == monitor else { return }
        handle(.receiverDisconnected(port, link.receiver))
      } else if link.receiver == self.address(of: .control) {
        handle(.senderDisconnected(link.sender))
      }
    case Int(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue):
      // The port that is connected is told too: what everybody is told is enough.
      guard Int32(event.pointee.dest.port) == monitor else { return }
      let link = link(calsa_event_connection(event))
      if link.sender.client == number || link.receiver.client == number { handle(.connected(link)) }
    default: break
    }
  }

  private func link(_ connection: snd_seq_connect_t) -> SequencerLink {
    SequencerLink(
      sender: SequencerAddress(client: connection.sender.client, port: connection.sender.port),
      receiver: SequencerAddress(client: connection.dest.client, port: connection.dest.port))
  }

  // MARK: Wiring

  /// Where a port of ours is.
  public func address(of port: Port) -> SequencerAddress {
    SequencerAddress(client: number, port: UInt8(clamping: port.rawValue))
  }

  /// Connects two ports, one of them ours; a connection that exists is left as it is.
  public func connect(_ sender: SequencerAddress, to receiver: SequencerAddress) throws(SequencerFault) {
    let code =
      sender.client == number
      ? snd_seq_connect_to(sequencer, Int32(sender.port), Int32(receiver.client), Int32(receiver.port))
      : snd_seq_connect_from(sequencer, Int32(receiver.port), Int32(sender.client), Int32(sender.port))
    if code < 0, code != -EBUSY { throw SequencerFault(code, "connect \(sender) to \(receiver)") }
  }

  /// Takes a connection away, if it is there.
  public func disconnect(_ sender: SequencerAddress, from receiver: SequencerAddress) {
    if sender.client == number {
      snd_seq_disconnect_to(sequencer, Int32(sender.port), Int32(receiver.client), Int32(receiver.port))
    } else {
      snd_seq_disconnect_from(sequencer, Int32(receiver.port), Int32(sender.client), Int32(sender.port))
    }
  }

  /// All ports that others may see, ours among them.
  public func ports() -> [SequencerPort] { registry.ports() }

  /// The ports of one client.
  public func ports(of client: UInt8) -> [SequencerPort] { registry.ports(of: client) }

  /// The port at an address, if it is there and others may see it.
  public func port(at address: SequencerAddress) -> SequencerPort? { registry.port(at: address) }

  /// The connections from a port, in their order.
  public func links(from address: SequencerAddress) -> [SequencerLink] { registry.links(.from, address) }

  /// The connections to a port, in their order.
  public func links(to address: SequencerAddress) -> [SequencerLink] { registry.links(.to, address) }

  private func makePorts(queue: Int32) throws(SequencerFault) {
    for port in Port.allCases {
      let capability =
        port == .control
        ? SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
        : SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
      let made = try makePort(
        port.name, capability: UInt32(capability), stampedBy: port == .control ? queue : nil)
      guard made == port.rawValue else {
        throw SequencerFault(-EINVAL, "make port '\(port.name)' as number \(port.rawValue)")
      }
    }
    // The kernel announces every port that comes and goes at 0:1; a port that nobody else sees listens there.
    monitor = Int32(
      try makePort(
        "monitor", capability: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT), stampedBy: nil))
    let code = snd_seq_connect_from(
      sequencer, monitor, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
    if code < 0 { throw SequencerFault(code, "listen to its announcements") }
  }

  private func makePort(_ name: String, capability: UInt32, stampedBy queue: Int32?) throws(SequencerFault)
    -> Int
  {
    var allocated: OpaquePointer?
    guard snd_seq_port_info_malloc(&allocated) >= 0, let info = allocated else {
      throw SequencerFault(-ENOMEM, "make port '\(name)'")
    }
    defer { snd_seq_port_info_free(info) }
    snd_seq_port_info_set_name(info, name)
    snd_seq_port_info_set_capability(info, capability)
    snd_seq_port_info_set_type(info, UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    if let queue, queue >= 0 {
      snd_seq_port_info_set_timestamping(info, 1)
      snd_seq_port_info_set_timestamp_real(info, 1)
      snd_seq_port_info_set_timestamp_queue(info, queue)
    }
    let code = snd_seq_create_port(sequencer, info)
    if code < 0 { throw SequencerFault(code, "make port '\(name)'") }
    return Int(snd_seq_port_info_get_port(info))
  }
}

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
  /// Messages that could not be sent.
  public private(set) var unsent = 0

  private let sequencer: OpaquePointer
  private let encoder: OpaquePointer
  private let decoder: OpaquePointer
  private var clock: QueueClock
  private var parsers: [SequencerAddress: StreamParser] = [:]
  private var bytes: [UInt8]
  // What receivers were too full to take and must still get: note-offs.
  private var owed: [(message: Message, port: Port)] = []

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
    switch Int(event.pointee.type) {
    case Int(SND_SEQ_EVENT_PORT_START.rawValue): handle(.portStarted(address(event)))
    case Int(SND_SEQ_EVENT_PORT_EXIT.rawValue):
      parsers[address(event)] = nil
      handle(.portEnded(address(event)))
    case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue): disconnected(calsa_event_connection(event), handle)
    case Int(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue): connected(calsa_event_connection(event), handle)
    default:
      guard Int(event.pointee.dest.port) == Port.control.rawValue else { return }
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
  }

  private func address(_ event: UnsafeMutablePointer<snd_seq_event_t>) -> SequencerAddress {
    let about = calsa_event_address(event)
    return SequencerAddress(client: about.client, port: about.port)
  }

  private func disconnected(_ connection: snd_seq_connect_t, _ handle: (SequencerEvent) -> Void) {
    let sender = SequencerAddress(client: connection.sender.client, port: connection.sender.port)
    let receiver = SequencerAddress(client: connection.dest.client, port: connection.dest.port)
    if sender.client == number, let port = Port(rawValue: Int(sender.port)) {
      handle(.receiverDisconnected(port, receiver))
    } else if receiver.client == number, Int(receiver.port) == Port.control.rawValue {
      handle(.senderDisconnected(sender))
    }
  }

  private func connected(_ connection: snd_seq_connect_t, _ handle: (SequencerEvent) -> Void) {
    let sender = SequencerAddress(client: connection.sender.client, port: connection.sender.port)
    let receiver = SequencerAddress(client: connection.dest.client, port: connection.dest.port)
    if sender.client == number, let port = Port(rawValue: Int(sender.port)) {
      handle(.receiverConnected(port, receiver))
    } else if receiver.client == number, Int(receiver.port) == Port.control.rawValue {
      handle(.senderConnected(sender))
    }
  }

  // MARK: Sending

  /// Sends messages from a port to all who are connected to it, at once and in order; never waits.
  ///
  /// What a receiver is too full to take is lost, but for note-offs: those are kept, and sent again before anything
  /// else is.
  public func send(_ messages: [Message], from port: Port) {
    settle()
    for message in messages where !send(message, toSubscribersOf: port) && message.isNoteOff {
      owed.append((message, port))
    }
  }

  /// Sends the note-offs that are still owed, as far as the receivers take them.
  public func settle() {
    while let next = owed.first, send(next.message, toSubscribersOf: next.port) { owed.removeFirst() }
  }

  private func send(_ message: Message, toSubscribersOf port: Port) -> Bool {
    send(message) { calsa_event_to_subscribers($0, UInt8(port.rawValue)) }
  }

  /// Sends messages from a port to one receiver.
  public func send(_ messages: [Message], from port: Port, to receiver: SequencerAddress) {
    for message in messages {
      _ = send(message) { calsa_event_to_port($0, UInt8(port.rawValue), receiver.client, receiver.port) }
    }
  }

  private func send(_ message: Message, _ address: (UnsafeMutablePointer<snd_seq_event_t>) -> Void) -> Bool {
    let encoded = message.bytes
    var event = snd_seq_event_t()
    snd_midi_event_reset_encode(encoder)
    let count = snd_midi_event_encode(encoder, encoded, encoded.count, &event)
    guard count == encoded.count, Int(event.type) != Int(SND_SEQ_EVENT_NONE.rawValue) else {
      unsent += 1
      return false
    }
    address(&event)
    guard snd_seq_event_output_direct(sequencer, &event) < 0 else { return true }
    unsent += 1
    return false
  }

  // MARK: Wiring

  /// Connects a sender to port `control`; a connection that exists is left as it is.
  public func connect(_ sender: SequencerAddress) throws(SequencerFault) {
    let code = snd_seq_connect_from(
      sequencer, Int32(Port.control.rawValue), Int32(sender.client), Int32(sender.port))
    if code < 0, code != -EBUSY { throw SequencerFault(code, "connect \(sender) to port 'control'") }
  }

  /// All ports of the sequencer that others may connect to, ours among them.
  public func ports() -> [SequencerPort] {
    var ports: [SequencerPort] = []
    var allocatedClient: OpaquePointer?
    var allocatedPort: OpaquePointer?
    guard snd_seq_client_info_malloc(&allocatedClient) >= 0, let client = allocatedClient else { return [] }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&allocatedPort) >= 0, let port = allocatedPort else { return [] }
    defer { snd_seq_port_info_free(port) }
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(sequencer, client) >= 0 {
      snd_seq_port_info_set_client(port, snd_seq_client_info_get_client(client))
      snd_seq_port_info_set_port(port, -1)
      while snd_seq_query_next_port(sequencer, port) >= 0 {
        if let described = describe(client, port) { ports.append(described) }
      }
    }
    return ports
  }

  /// The port at an address, if it is there and may be connected to.
  public func port(at address: SequencerAddress) -> SequencerPort? { ports().first { $0.address == address } }

  private func describe(_ client: OpaquePointer, _ port: OpaquePointer) -> SequencerPort? {
    let capability = snd_seq_port_info_get_capability(port)
    let readable = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let writable = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    guard capability & UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) == 0 else { return nil }
    let sends = capability & readable == readable
    let receives = capability & writable == writable
    guard sends || receives else { return nil }
    let card = snd_seq_client_info_get_card(client)
    return SequencerPort(
      address: SequencerAddress(
        client: UInt8(clamping: snd_seq_port_info_get_client(port)),
        port: UInt8(clamping: snd_seq_port_info_get_port(port))),
      clientName: String(cString: snd_seq_client_info_get_name(client)),
      name: String(cString: snd_seq_port_info_get_name(port)),
      card: card >= 0 ? Int(card) : nil,
      isHardware: snd_seq_port_info_get_type(port) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0, sends: sends,
      receives: receives)
  }

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
    let monitor = try makePort(
      "monitor", capability: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT), stampedBy: nil)
    let code = snd_seq_connect_from(
      sequencer, Int32(monitor), Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
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

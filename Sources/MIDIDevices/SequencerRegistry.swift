internal import CALSA

/// What the sequencer knows of its clients, ports and connections.
struct SequencerRegistry {
  let sequencer: OpaquePointer

  /// All ports that others may see, by their numbers.
  func ports() -> [SequencerPort] {
    var ports: [SequencerPort] = []
    withInfos { client, port in
      snd_seq_client_info_set_client(client, -1)
      while snd_seq_query_next_client(sequencer, client) >= 0 { ports += self.ports(of: client, port) }
    }
    return ports
  }

  /// The ports of one client.
  func ports(of client: UInt8) -> [SequencerPort] {
    var ports: [SequencerPort] = []
    withInfos { info, port in
      guard snd_seq_get_any_client_info(sequencer, Int32(client), info) >= 0 else { return }
      ports = self.ports(of: info, port)
    }
    return ports
  }

  /// The port at an address, if it is there and others may see it.
  func port(at address: SequencerAddress) -> SequencerPort? {
    var found: SequencerPort?
    withInfos { client, port in
      guard snd_seq_get_any_client_info(sequencer, Int32(address.client), client) >= 0,
        snd_seq_get_any_port_info(sequencer, Int32(address.client), Int32(address.port), port) >= 0
      else { return }
      found = describe(client, port)
    }
    return found
  }

  /// The connections from a port, or to it, in their order.
  func links(_ direction: Direction, _ address: SequencerAddress) -> [SequencerLink] {
    var allocated: OpaquePointer?
    guard snd_seq_query_subscribe_malloc(&allocated) >= 0, let query = allocated else { return [] }
    defer { snd_seq_query_subscribe_free(query) }
    var root = snd_seq_addr_t(client: address.client, port: address.port)
    snd_seq_query_subscribe_set_root(query, &root)
    snd_seq_query_subscribe_set_type(query, direction == .from ? SND_SEQ_QUERY_SUBS_READ : SND_SEQ_QUERY_SUBS_WRITE)
    var links: [SequencerLink] = []
    snd_seq_query_subscribe_set_index(query, 0)
    while snd_seq_query_port_subscribers(sequencer, query) >= 0, let end = snd_seq_query_subscribe_get_addr(query) {
      let other = SequencerAddress(client: end.pointee.client, port: end.pointee.port)
      let (sender, receiver) = direction == .from ? (address, other) : (other, address)
      links.append(SequencerLink(sender: sender, receiver: receiver, remark: remark(query)))
      snd_seq_query_subscribe_set_index(query, Int32(links.count))
    }
    return links
  }

  enum Direction { case from, to }

  private func remark(_ query: OpaquePointer) -> String {
    var remark = snd_seq_query_subscribe_get_exclusive(query) != 0 ? "[ex]" : ""
    if snd_seq_query_subscribe_get_time_update(query) != 0 {
      let kind = snd_seq_query_subscribe_get_time_real(query) != 0 ? "real" : "tick"
      remark += "[\(kind):\(snd_seq_query_subscribe_get_queue(query))]"
    }
    return remark
  }

  private func withInfos(_ body: (_ client: OpaquePointer, _ port: OpaquePointer) -> Void) {
    var allocatedClient: OpaquePointer?
    var allocatedPort: OpaquePointer?
    guard snd_seq_client_info_malloc(&allocatedClient) >= 0, let client = allocatedClient else { return }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&allocatedPort) >= 0, let port = allocatedPort else { return }
    defer { snd_seq_port_info_free(port) }
    body(client, port)
  }

  private func ports(of client: OpaquePointer, _ port: OpaquePointer) -> [SequencerPort] {
    var ports: [SequencerPort] = []
    snd_seq_port_info_set_client(port, snd_seq_client_info_get_client(client))
    snd_seq_port_info_set_port(port, -1)
    while snd_seq_query_next_port(sequencer, port) >= 0 {
      if let described = describe(client, port) { ports.append(described) }
    }
    return ports
  }

  private func describe(_ client: OpaquePointer, _ port: OpaquePointer) -> SequencerPort? {
    let capability = snd_seq_port_info_get_capability(port)
    let readable = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let writable = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    guard capability & UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) == 0 else { return nil }
    let card = snd_seq_client_info_get_card(client)
    let process = snd_seq_client_info_get_pid(client)
    return SequencerPort(
      address: SequencerAddress(
        client: UInt8(clamping: snd_seq_port_info_get_client(port)),
        port: UInt8(clamping: snd_seq_port_info_get_port(port))),
      clientName: String(cString: snd_seq_client_info_get_name(client)),
      name: String(cString: snd_seq_port_info_get_name(port)),
      card: card >= 0 ? Int(card) : nil, process: process >= 0 ? Int(process) : nil,
      origin: card >= 0 ? CardOrigin(card: Int(card)) : nil,
      isKernel: snd_seq_client_info_get_type(client) == SND_SEQ_KERNEL_CLIENT,
      isHardware: snd_seq_port_info_get_type(port) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0,
      sends: capability & readable == readable, receives: capability & writable == writable)
  }
}

/// The sequencer's ports and connections at one moment, looked at without a port of our own.
public struct SequencerSurvey: Sendable {
  /// All ports that others may see, by their numbers.
  public let ports: [SequencerPort]
  private let outgoing: [SequencerAddress: [SequencerLink]]
  private let incoming: [SequencerAddress: [SequencerLink]]

  /// Looks.
  public init() throws(SequencerFault) {
    calsa_silence_messages()
    var opened: OpaquePointer?
    let code = snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, Int32(SND_SEQ_NONBLOCK))
    guard code >= 0, let opened else { throw SequencerFault(code, "open it") }
    defer { snd_seq_close(opened) }
    let registry = SequencerRegistry(sequencer: opened)
    ports = registry.ports()
    var (outgoing, incoming): ([SequencerAddress: [SequencerLink]], [SequencerAddress: [SequencerLink]]) = ([:], [:])
    for port in ports {
      outgoing[port.address] = registry.links(.from, port.address)
      incoming[port.address] = registry.links(.to, port.address)
    }
    (self.outgoing, self.incoming) = (outgoing, incoming)
  }

  /// The connections from a port, in their order.
  public func links(from address: SequencerAddress) -> [SequencerLink] { outgoing[address] ?? [] }

  /// The connections to a port, in their order.
  public func links(to address: SequencerAddress) -> [SequencerLink] { incoming[address] ?? [] }
}

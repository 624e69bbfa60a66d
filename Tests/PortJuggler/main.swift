// A program that treats the sequencer as the rudest ones do: for the scripts that test on a real kernel.
//
//     PortJuggler CLIENTS ROUNDS SEED        opens, closes and renames clients and ports at random
//     PortJuggler leave CLIENT:PORT COUNT    plays a note to a port and is gone while it sounds, so many times

internal import CALSA
internal import Glibc

/// A client with the ports it has made.
struct Juggled {
  var sequencer: OpaquePointer
  var ports: [Int32] = []

  init?(name: String) {
    var opened: OpaquePointer?
    guard snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, 0) >= 0, let opened else { return nil }
    sequencer = opened
    snd_seq_set_client_name(sequencer, name)
  }

  mutating func addPort(_ name: String) {
    let capability =
      SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
    let port = snd_seq_create_simple_port(
      sequencer, name, UInt32(capability), UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    if port >= 0 { ports.append(port) }
  }

  mutating func removePort() {
    if let port = ports.popLast() { snd_seq_delete_simple_port(sequencer, port) }
  }

  func rename(_ name: String) {
    var allocated: OpaquePointer?
    guard let port = ports.first, snd_seq_port_info_malloc(&allocated) >= 0, let info = allocated else { return }
    defer { snd_seq_port_info_free(info) }
    guard snd_seq_get_port_info(sequencer, port, info) >= 0 else { return }
    snd_seq_port_info_set_name(info, name)
    snd_seq_set_port_info(sequencer, port, info)
  }

  func close() { snd_seq_close(sequencer) }
}

func juggle(clients limit: Int, rounds: Int, seed: UInt64) {
  srand48(Int(truncatingIfNeeded: seed))
  var clients: [Juggled] = []
  var most = 0
  for round in 0..<rounds {
    let which = clients.isEmpty ? 0 : lrand48() % clients.count
    // Mostly as many clients as are allowed.
    if clients.count < limit, lrand48() % 3 == 0 {
      guard var client = Juggled(name: "Juggler \(round)") else { continue }
      client.addPort("first")
      clients.append(client)
    } else if !clients.isEmpty {
      switch lrand48() % 6 {
      case 0: clients.remove(at: which).close()
      case 1, 2: clients[which].addPort("port \(round)")
      case 3: clients[which].removePort()
      case 4: clients[which].rename("renamed \(round)")
      default: snd_seq_set_client_name(clients[which].sequencer, "Renamed \(round)")
      }
    }
    // A client that is announced faster than its listeners read tests them, and not us.
    usleep(10_000)
    most = max(most, clients.count)
  }
  for client in clients { client.close() }
  print("\(rounds) rounds, \(most) clients at once")
}

func leave(_ client: Int32, _ port: Int32, count: Int) {
  for round in 0..<count {
    guard var juggled = Juggled(name: "Leaver") else { continue }
    juggled.addPort("out")
    snd_seq_connect_to(juggled.sequencer, juggled.ports[0], client, port)
    // Long enough to be taken for one who is there.
    usleep(100_000)
    var event = snd_seq_event_t()
    event.type = snd_seq_event_type_t(SND_SEQ_EVENT_NOTEON.rawValue)
    event.data.note = snd_seq_ev_note_t(channel: 0, note: 60, velocity: 100, off_velocity: 0, duration: 0)
    calsa_event_to_subscribers(&event, UInt8(clamping: juggled.ports[0]))
    snd_seq_event_output_direct(juggled.sequencer, &event)
    usleep(200_000)
    if round % 2 == 0 { juggled.removePort() }
    juggled.close()
    usleep(100_000)
  }
}

let arguments = CommandLine.arguments
let numbers = arguments.dropFirst().map { Int($0) }
if numbers.count == 3, let clients = numbers[0], let rounds = numbers[1], let seed = numbers[2] {
  juggle(clients: clients, rounds: rounds, seed: UInt64(clamping: seed))
} else if arguments.count == 4, arguments[1] == "leave", let count = Int(arguments[3]) {
  let address = arguments[2].split(separator: ":").compactMap { Int32($0) }
  guard address.count == 2 else { exit(2) }
  leave(address[0], address[1], count: count)
} else {
  exit(2)
}

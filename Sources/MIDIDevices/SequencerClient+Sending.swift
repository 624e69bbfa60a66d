internal import CALSA
public import MIDIMessages
internal import Timebase

extension SequencerClient {
  /// How long a receiver that was too full is left alone, in nanoseconds.
  private static let settlingNanoseconds: Int64 = 100_000_000
  /// After how long it is told once more.
  private static let confirmingNanoseconds: Int64 = 500_000_000

  /// Sends messages from a port to all who are connected to it, at once and in order; never waits.
  ///
  /// A receiver that is too full to take something has lost it, and perhaps more; the others go on. It is brought up to
  /// date by ``settle()``.
  public func send(_ messages: [Message], from port: Port) {
    for message in messages {
      states[port.rawValue].follow(message)
      if !send(message, toSubscribersOf: port) { fallBehind(port) }
    }
    if !behind.contains(port) { states[port.rawValue].everythingArrived() }
  }

  /// Brings receivers up to date that were too full, as soon as they take messages again: what must not sound is
  /// released, and the state is sent anew; and once more a little later, since the kernel may accept the first of it and
  /// then throw it away: a receiver's overflow clears its queue only when it reads the next time.
  public func settle() {
    guard !behind.isEmpty, MonotonicClock.nanoseconds() >= nextSettling else { return }
    nextSettling = MonotonicClock.nanoseconds() + Self.settlingNanoseconds
    for port in behind {
      let messages = states[port.rawValue].messages(after: introductions[port] ?? [])
      guard messages.allSatisfy({ send($0, toSubscribersOf: port) }) else {
        confirming.remove(port)
        continue
      }
      if confirming.insert(port).inserted {
        nextSettling = MonotonicClock.nanoseconds() + Self.confirmingNanoseconds
      } else {
        confirming.remove(port)
        behind.remove(port)
        states[port.rawValue].everythingArrived()
      }
    }
  }

  /// Tells a receiver what it must know on being connected: the introduction, and what sounds.
  public func introduce(_ port: Port, to receiver: SequencerAddress) {
    for message in states[port.rawValue].messages(after: introductions[port] ?? []) {
      let arrived = send(message) { calsa_event_to_port($0, UInt8(port.rawValue), receiver.client, receiver.port) }
      if !arrived { fallBehind(port) }
    }
  }

  /// Ends what sounds at a receiver that was disconnected: it may still be there, and hold what it was sent.
  public func dismiss(_ port: Port, from receiver: SequencerAddress) {
    for message in states[port.rawValue].ending {
      _ = send(message) { calsa_event_to_port($0, UInt8(port.rawValue), receiver.client, receiver.port) }
    }
  }

  /// Ends all notes of a port.
  public func endNotes(on port: Port) { send(states[port.rawValue].ending, from: port) }

  private func fallBehind(_ port: Port) {
    behind.insert(port)
    confirming.remove(port)
  }

  private func send(_ message: Message, toSubscribersOf port: Port) -> Bool {
    send(message) { calsa_event_to_subscribers($0, UInt8(port.rawValue)) }
  }

  /// False when a receiver was too full.
  private func send(_ message: Message, _ address: (UnsafeMutablePointer<snd_seq_event_t>) -> Void) -> Bool {
    let encoded = message.bytes
    var event = snd_seq_event_t()
    snd_midi_event_reset_encode(encoder)
    let count = snd_midi_event_encode(encoder, encoded, encoded.count, &event)
    // What cannot be encoded at all, a message longer than the encoder holds, is no receiver's fault.
    guard count == encoded.count, Int(event.type) != Int(SND_SEQ_EVENT_NONE.rawValue) else { return true }
    address(&event)
    let code = snd_seq_event_output_direct(sequencer, &event)
    // Any other failure is a receiver that has just gone.
    return ![-ENOMEM, -EAGAIN, -ENOSPC].contains(code)
  }
}

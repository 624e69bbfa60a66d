internal import MIDIDevices
internal import MIDIMessages

/// Who plays: gives every connected sender a number of its own, so that what it holds ends with it and a keyboard that
/// is plugged in again is another one.
struct Keyboards {
  /// A connected sender.
  struct Keyboard {
    /// The number it was given.
    var device: Int32
    /// Its name; nil for a program that was connected by hand.
    var name: String?
    fileprivate var pluggedAt: Int64?
  }

  private var known: [SequencerAddress: Keyboard] = [:]
  private var next: Int32 = 0

  /// A freshly plugged device may first deliver what it held back while it was away; for so long, in nanoseconds, its
  /// note-ons are not played.
  private static let staleNanoseconds: Int64 = 50_000_000

  /// Takes on a sender; one that is known keeps its number.
  ///
  /// - Parameters:
  ///   - address: its present address.
  ///   - name: what it is called; nil for a program that was connected by hand.
  ///   - moment: when it was plugged in, by CLOCK_MONOTONIC; nil when it was there already.
  mutating func plugged(_ address: SequencerAddress, name: String? = nil, at moment: Int64? = nil) {
    guard known[address] == nil else { return }
    known[address] = Keyboard(device: next, name: name, pluggedAt: moment)
    next &+= 1
  }

  /// Forgets a sender; returns what was known of it.
  mutating func unplugged(_ address: SequencerAddress) -> Keyboard? { known.removeValue(forKey: address) }

  /// The number of the sender of a message; nil when the message is a stale one and not to be played.
  mutating func device(_ address: SequencerAddress, _ message: Message, at moment: Int64) -> Int32? {
    plugged(address)
    guard let keyboard = known[address] else { return nil }
    if message.isNoteOn, let plugged = keyboard.pluggedAt, moment - plugged < Self.staleNanoseconds {
      return nil
    }
    return keyboard.device
  }

  /// Whether a sender is known.
  func has(_ address: SequencerAddress) -> Bool { known[address] != nil }

  /// All senders.
  var all: [(SequencerAddress, Int32)] { known.map { ($0.key, $0.value.device) } }
}

internal import MIDIDevices
internal import MIDIMessages

/// Who plays: gives every connected sender a number of its own, so that what it holds ends with it and a keyboard that
/// is plugged in again is another one.
struct Keyboards {
  private struct Keyboard {
    var device: Int32
    var pluggedAt: Int64?
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
  ///   - moment: when it was plugged in, by CLOCK_MONOTONIC; nil when it was there already.
  mutating func plugged(_ address: SequencerAddress, at moment: Int64?) {
    guard known[address] == nil else { return }
    known[address] = Keyboard(device: next, pluggedAt: moment)
    next &+= 1
  }

  /// Forgets a sender; returns the number it had.
  mutating func unplugged(_ address: SequencerAddress) -> Int32? {
    known.removeValue(forKey: address)?.device
  }

  /// The number of the sender of a message; nil when the message is a stale one and not to be played.
  mutating func device(_ address: SequencerAddress, _ message: Message, at moment: Int64) -> Int32? {
    plugged(address, at: nil)
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

public import MIDIMessages

/// Who plays: gives every connected sender a number of its own, so that what it holds ends with it and a keyboard that
/// is plugged in again is another one.
///
/// A note that is held so belongs to one plugging of one device, its channel and its key; twins are as different as any
/// two others.
public struct Keyboards: Sendable {
  /// A connected sender.
  public struct Keyboard: Hashable, Sendable {
    /// The number it was given.
    public var device: Int32
    /// Its name and identity.
    public var name: String
    /// Whether it is a piece of hardware.
    public var isHardware: Bool
    fileprivate var settlesAt: Int64
  }

  private var known: [SequencerAddress: Keyboard] = [:]
  private var next: Int32 = 0

  /// Hardware may first deliver what it held back while nobody listened; for so long, in nanoseconds, nothing that it
  /// sends begins anything.
  public static let staleNanoseconds: Int64 = 50_000_000

  /// Makes a table of nobody.
  public init() {}

  /// Takes on a sender; one that is known keeps its number.
  ///
  /// - Parameters:
  ///   - address: its present address.
  ///   - name: what it is called.
  ///   - isHardware: whether it may have held something back.
  ///   - moment: when it was connected, by CLOCK_MONOTONIC.
  /// - Returns: whether it is new.
  @discardableResult
  public mutating func connected(
    _ address: SequencerAddress, name: String, isHardware: Bool, at moment: Int64
  ) -> Bool {
    guard known[address] == nil else { return false }
    known[address] = Keyboard(
      device: next, name: name, isHardware: isHardware, settlesAt: isHardware ? moment &+ Self.staleNanoseconds : .min)
    next = next == .max ? 0 : next + 1
    return true
  }

  /// Forgets a sender; returns what was known of it.
  public mutating func disconnected(_ address: SequencerAddress) -> Keyboard? { known.removeValue(forKey: address) }

  /// Forgets all senders of a client; returns what was known of them.
  public mutating func disconnected(client: UInt8) -> [Keyboard] {
    let gone = known.filter { $0.key.client == client }
    for address in gone.keys { known[address] = nil }
    return gone.values.sorted { $0.device < $1.device }
  }

  /// The number of the sender of a message; nil when it is a stale one and not to be played, or the sender unknown.
  public func device(_ address: SequencerAddress, _ message: Message, at moment: Int64) -> Int32? {
    guard let keyboard = known[address], moment >= keyboard.settlesAt || message.letsGo else { return nil }
    return keyboard.device
  }

  /// Whether a sender is known.
  public func contains(_ address: SequencerAddress) -> Bool { known[address] != nil }

  /// All senders, in the order in which they were connected.
  public var all: [(address: SequencerAddress, keyboard: Keyboard)] {
    known.map { ($0.key, $0.value) }.sorted { $0.1.device < $1.1.device }
  }
}

extension Message {
  /// Whether this can only end something: a key or a pedal let go, all notes off.
  fileprivate var letsGo: Bool {
    switch self {
    case .controlChange(_, .allSoundOff, _), .controlChange(_, .allNotesOff, _): true
    case .controlChange(_, .sustain, let value): value.value < 64
    default: isNoteOff
    }
  }
}

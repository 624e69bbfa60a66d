/// Reads messages from the bytes of a MIDI connection, one byte at a time.
///
/// Any bytes are accepted, and how they are cut into pieces makes no difference. What cannot be understood is left
/// out and counted in ``dropped``:
/// - Real-time bytes come out at once, wherever they stand, and leave the message around them intact.
/// - Running status holds over real-time bytes and note-ons of velocity 0; F0...F7 end it.
/// - A message cut short by another status byte is dropped, an unfinished system exclusive likewise.
/// - Data bytes without a status, the undefined F4, F5, F9 and FD, and an F7 that ends nothing are ignored.
/// - A system exclusive longer than the limit is dropped whole.
///
/// A value type for one connection, used by one thread at a time. Only a system exclusive allocates.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Running Status" and
/// appendix A-1, "Receiving MIDI data".
public struct StreamParser: Sendable {
  /// What was left out since the parser was made.
  public struct Dropped: Hashable, Sendable {
    /// Messages cut short after their first data byte.
    public internal(set) var interruptedMessages = 0
    /// System exclusives ended by another status than F7.
    public internal(set) var truncatedSystemExclusives = 0
    /// System exclusives over the limit.
    public internal(set) var oversizedSystemExclusives = 0
    /// Data bytes that no status byte announced.
    public internal(set) var strayDataBytes = 0
    /// The undefined F4, F5, F9 and FD, and each F7 outside a system exclusive.
    public internal(set) var strayStatusBytes = 0

    /// Nothing left out.
    public init() {}
  }

  /// The longest system exclusive payload accepted, in bytes.
  public let systemExclusiveLimit: Int

  /// What was left out since the parser was made; ``reset()`` keeps it.
  public private(set) var dropped = Dropped()

  /// The status that the next data byte belongs to; 0 for none, F0 inside a system exclusive.
  private var status: UInt8 = 0
  private var firstData: UInt7?
  private var payload: [UInt8] = []
  private var isOversized = false

  /// A parser at the beginning of a connection.
  ///
  /// `systemExclusiveLimit` is the longest payload accepted in bytes; a negative one counts as 0.
  public init(systemExclusiveLimit: Int = 65_536) {
    self.systemExclusiveLimit = max(systemExclusiveLimit, 0)
  }

  /// Takes the next byte, and gives the message that it completes, if any.
  public mutating func push(_ byte: UInt8) -> Message? {
    switch byte {
    case 0x00...0x7F: pushData(UInt7(lowBitsOf: byte))
    case 0x80...0xF6: pushStatus(byte)
    case 0xF7: endSystemExclusive()
    default: pushRealTime(byte)
    }
  }

  /// Takes the next bytes, and gives the messages that they complete, in order.
  public mutating func push(contentsOf bytes: some Sequence<UInt8>) -> [Message] {
    bytes.compactMap { push($0) }
  }

  /// Forgets running status and any unfinished message, as after a reconnection.
  public mutating func reset() {
    status = 0
    firstData = nil
    payload = []
    isOversized = false
  }

  private mutating func pushData(_ data: UInt7) -> Message? {
    switch status {
    case 0:
      dropped.strayDataBytes += 1
      return nil
    case 0xF0:
      collect(data)
      return nil
    default:
      if firstData == nil, Message.dataByteCount(status: status) == 2 {
        firstData = data
        return nil
      }
      let message = Message(status: status, first: firstData ?? data, second: data)
      firstData = nil
      if status >= 0xF0 { status = 0 }
      return message
    }
  }

  private mutating func collect(_ data: UInt7) {
    guard !isOversized else { return }
    guard payload.count < systemExclusiveLimit else {
      dropped.oversizedSystemExclusives += 1
      isOversized = true
      payload = []
      return
    }
    payload.append(data.byte)
  }

  private mutating func pushStatus(_ byte: UInt8) -> Message? {
    abandon()
    switch byte {
    case 0xF4, 0xF5:
      dropped.strayStatusBytes += 1
      return nil
    case 0xF6:
      return .tuneRequest
    default:
      status = byte
      return nil
    }
  }

  private mutating func endSystemExclusive() -> Message? {
    guard status == 0xF0 else {
      dropped.strayStatusBytes += 1
      abandon()
      return nil
    }
    let message = isOversized ? nil : Message.systemExclusive(payload)
    reset()
    return message
  }

  private mutating func pushRealTime(_ byte: UInt8) -> Message? {
    guard let message = Message(realTime: byte) else {
      dropped.strayStatusBytes += 1
      return nil
    }
    return message
  }

  /// Counts what another status byte cuts short, and forgets it.
  private mutating func abandon() {
    if firstData != nil {
      dropped.interruptedMessages += 1
    } else if status == 0xF0, !isOversized {
      dropped.truncatedSystemExclusives += 1
    }
    reset()
  }
}

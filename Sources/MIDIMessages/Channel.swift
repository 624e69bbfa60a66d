/// One of the sixteen channels of a MIDI connection.
///
/// It has no literal form, because a bare 1 could mean either the first channel or the second.
public struct Channel: Hashable, Comparable, Sendable, CaseIterable {
  /// All sixteen channels in order.
  public static let allCases: [Channel] = (0...15).map(Channel.init(clamping:))

  private let nibble: UInt8

  /// The channel as it is sent, 0...15.
  public var index: Int { Int(nibble) }

  /// The channel as people count it, 1...16.
  public var number: Int { index + 1 }

  /// The channel of an index 0...15; `nil` outside.
  public init?(exactly index: some BinaryInteger) {
    guard let nibble = UInt8(exactly: index), nibble <= 0x0F else { return nil }
    self.nibble = nibble
  }

  /// The channel of a number 1...16, as people count; `nil` outside.
  public init?(number: Int) {
    guard (1...16).contains(number) else { return nil }
    nibble = UInt8(number - 1)
  }

  /// The channel whose index is nearest the one given: the first below 0, the last above 15.
  public init(clamping index: Int) {
    nibble = UInt8(min(max(index, 0), 15))
  }

  /// The channel in the low four bits of a status byte.
  init(lowBitsOf status: UInt8) {
    nibble = status & 0x0F
  }

  /// A status byte of this channel, given its upper four bits.
  func status(_ kind: UInt8) -> UInt8 {
    kind | nibble
  }

  /// Orders channels by index.
  public static func < (left: Channel, right: Channel) -> Bool {
    left.nibble < right.nibble
  }
}

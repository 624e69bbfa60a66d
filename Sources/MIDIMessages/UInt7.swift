/// A seven-bit data value, 0...127: a note number, a velocity, a controller's value.
///
/// No instance outside the range exists, so whoever is given one need not check it, and its byte is always a
/// data byte.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Data Bytes".
public struct UInt7: Hashable, Comparable, Sendable {
  /// The smallest value, 0.
  public static let min = UInt7(lowBitsOf: 0)
  /// The largest value, 127.
  public static let max = UInt7(lowBitsOf: 127)

  /// The value as it is sent, 0x00...0x7F.
  public let byte: UInt8

  /// The value, 0...127, as an `Int`, so that sums and differences of values do not overflow.
  public var value: Int { Int(byte) }

  /// A value given exactly; `nil` outside 0...127.
  public init?(exactly value: some BinaryInteger) {
    guard let byte = UInt8(exactly: value), byte <= 0x7F else { return nil }
    self.byte = byte
  }

  /// The value nearest the one given: 0 below the range, 127 above it.
  public init(clamping value: Int) {
    byte = UInt8(Swift.min(Swift.max(value, 0), 127))
  }

  /// The low seven bits of a byte.
  init(lowBitsOf byte: UInt8) {
    self.byte = byte & 0x7F
  }

  /// Orders values by size.
  public static func < (left: UInt7, right: UInt7) -> Bool {
    left.byte < right.byte
  }
}

extension UInt7: ExpressibleByIntegerLiteral {
  /// A value written in the source; a literal over 127 is a programmer's error and stops the program.
  ///
  /// For a number known only at run time use ``init(exactly:)`` or ``init(clamping:)``.
  public init(integerLiteral value: UInt8) {
    precondition(value <= 0x7F, "a UInt7 literal lies in 0...127")
    byte = value
  }
}

/// A fourteen-bit value, 0...16383: a pitch bend, a song position, a parameter number.
///
/// No instance outside the range exists. It is sent as two data bytes: ``lsb`` first in pitch bend and song
/// position, ``msb`` first in parameter changes and tunings.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Pitch Bend Change".
public struct UInt14: Hashable, Comparable, Sendable {
  /// The smallest value, 0.
  public static let min = UInt14(clamping: 0)
  /// The largest value, 16383.
  public static let max = UInt14(clamping: 16383)

  private let bits: UInt16

  /// The value, 0...16383, as an `Int`, so that sums and differences of values do not overflow.
  public var value: Int { Int(bits) }

  /// The upper seven bits.
  public var msb: UInt7 { UInt7(lowBitsOf: UInt8(bits >> 7)) }

  /// The lower seven bits.
  public var lsb: UInt7 { UInt7(lowBitsOf: UInt8(bits & 0x7F)) }

  /// A value given exactly; `nil` outside 0...16383.
  public init?(exactly value: some BinaryInteger) {
    guard let bits = UInt16(exactly: value), bits <= 0x3FFF else { return nil }
    self.bits = bits
  }

  /// The value nearest the one given: 0 below the range, 16383 above it.
  public init(clamping value: Int) {
    bits = UInt16(Swift.min(Swift.max(value, 0), 0x3FFF))
  }

  /// The value 128 × `msb` + `lsb`.
  public init(msb: UInt7, lsb: UInt7) {
    bits = UInt16(msb.byte) << 7 | UInt16(lsb.byte)
  }

  /// Orders values by size.
  public static func < (left: UInt14, right: UInt14) -> Bool {
    left.bits < right.bits
  }
}

extension UInt14: ExpressibleByIntegerLiteral {
  /// A value written in the source; a literal over 16383 is a programmer's error and stops the program.
  ///
  /// For a number known only at run time use ``init(exactly:)`` or ``init(clamping:)``.
  public init(integerLiteral value: UInt16) {
    precondition(value <= 0x3FFF, "a UInt14 literal lies in 0...16383")
    bits = value
  }
}

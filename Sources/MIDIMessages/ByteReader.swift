/// Reads the numbers of a standard MIDI file within bounds; reading past them is a fault.
struct ByteReader {
  let bytes: [UInt8]
  let file: String
  /// What ends at `end`, for faults: "the file" or "the track chunk".
  let scope: String
  private(set) var position: Int
  let end: Int

  /// A reader of a range of a file, which must lie within it.
  init(bytes: [UInt8], file: String, scope: String, range: Range<Int>) {
    self.bytes = bytes
    self.file = file
    self.scope = scope
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  /// A fault at a place, or here.
  func fault(at offset: Int? = nil, found: String, expected: String) -> MIDIFileFault {
    MIDIFileFault(file: file, byteOffset: offset ?? position, found: found, expected: expected)
  }

  /// The next byte, without passing it.
  func peek(expected: String) throws(MIDIFileFault) -> UInt8 {
    guard position < end else { throw fault(found: "the end of \(scope)", expected: expected) }
    return bytes[position]
  }

  mutating func byte(expected: String) throws(MIDIFileFault) -> UInt8 {
    let byte = try peek(expected: expected)
    position += 1
    return byte
  }

  /// A byte with its top bit clear.
  mutating func dataByte() throws(MIDIFileFault) -> UInt7 {
    let expected = "a data byte, 00 to 7F"
    let byte = try peek(expected: expected)
    guard let data = UInt7(exactly: byte) else {
      throw fault(found: "byte \(hexadecimal(byte))", expected: expected)
    }
    position += 1
    return data
  }

  /// A number of `width` bytes, at most four, the most significant first.
  mutating func number(width: Int, expected: String) throws(MIDIFileFault) -> Int {
    var value: UInt32 = 0
    for _ in 0..<width { value = value << 8 | UInt32(try byte(expected: expected)) }
    return Int(value)
  }

  /// A number in groups of seven bits, at most four, each but the last marked by its top bit: 0...268435455.
  mutating func variableLength(expected: String) throws(MIDIFileFault) -> Int {
    let start = position
    var value = 0
    for _ in 0..<4 {
      let group = try byte(expected: expected)
      value = value << 7 | Int(group & 0x7F)
      if group < 0x80 { return value }
    }
    throw fault(at: start, found: "a number longer than four bytes", expected: expected)
  }

  /// A count of bytes in the same form, and then that many bytes, of which the range is given.
  mutating func counted(_ what: String) throws(MIDIFileFault) -> Range<Int> {
    let start = position
    let count = try variableLength(expected: "the length of \(what)")
    guard count <= remaining else {
      throw fault(
        at: start, found: "a length of \(count) bytes where \(remaining) are left in \(scope)",
        expected: "\(what) that ends within \(scope)")
    }
    return take(count)
  }

  /// Passes bytes, at most as many as remain.
  mutating func take(_ count: Int) -> Range<Int> {
    let start = position
    position += min(count, remaining)
    return start..<position
  }
}

/// A byte in two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

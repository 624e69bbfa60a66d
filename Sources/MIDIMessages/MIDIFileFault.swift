/// What is wrong with a standard MIDI file, and where.
public struct MIDIFileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name as its reader was given it.
  public let file: String
  /// Where in the file, in bytes from its beginning, which is 0.
  public let byteOffset: Int
  /// What stands there.
  public let found: String
  /// What should stand there, and the remedy where there is one.
  public let expected: String

  /// A fault at a place in a file.
  public init(file: String, byteOffset: Int, found: String, expected: String) {
    self.file = file
    self.byteOffset = byteOffset
    self.found = found
    self.expected = expected
  }

  /// The fault in one line: `song.mid: byte 12: found a time division of 0, expected 1 or more ticks`.
  public var description: String {
    "\(file): byte \(byteOffset): found \(found), expected \(expected)"
  }
}

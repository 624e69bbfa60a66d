/// A place in an identity or a wiring rule where something else stands than is allowed there.
public struct WiringFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column, from 1, counted in Unicode code points.
  public let column: Int
  /// What stands there: the rest of the text, or nothing.
  public let found: String
  /// What is expected there.
  public let expected: String

  init(_ text: String, at index: String.Index, expected: String) {
    column = text.unicodeScalars.distance(from: text.startIndex, to: index) + 1
    found = index < text.endIndex ? String(text[index...]) : ""
    self.expected = expected
  }

  /// The fault in one line.
  public var description: String {
    "column \(column): found \(found.isEmpty ? "the end" : "'\(found)'"); expected \(expected)"
  }
}

/// Why a value that a player gave cannot be taken.
public struct ValueFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was given, or what it would lead to.
  public let found: String
  /// What could be taken.
  public let expected: String

  /// A fault of the given parts.
  public init(found: String, expected: String) {
    self.found = found
    self.expected = expected
  }

  /// The fault on one line: "found X; expected Y".
  public var description: String {
    "found \(found); expected \(expected)"
  }
}

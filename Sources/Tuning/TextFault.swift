/// A place in a text file where something else was found than the format allows; also used for warnings.
public struct TextFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, as the caller gave it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in Unicode code points.
  public let column: Int
  /// What was found there; text of the file stands in double quotes.
  public let found: String
  /// What the format expects there.
  public let expected: String

  /// A fault at the given place.
  public init(file: String, line: Int, column: Int, found: String, expected: String) {
    self.file = file
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// The fault on one line: "FILE:LINE:COLUMN: found X; expected Y".
  public var description: String {
    "\(file):\(line):\(column): found \(found); expected \(expected)"
  }
}

extension StringProtocol {
  /// This text between double quotes, safe to print: at most 40 characters, with invisible ones as \u{...}.
  package var quoted: String {
    let longest = 40
    var result = "\""
    for scalar in unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      case .spaceSeparator where scalar != " ":
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    if unicodeScalars.dropFirst(longest).first != nil { result += "…" }
    return result + "\""
  }
}

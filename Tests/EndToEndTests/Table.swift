import TestSupport

/// The rows that `analyze` prints.
struct Table {
  struct Row: Equatable {
    var time: Double
    var frequency: Double
    var note: String
    var cents: Double
    var clarity: Double
    var level: Double
    var isLatched: Bool
  }

  let header: String
  /// nil where a line is no row.
  let rows: [Row?]

  init(csv: String) {
    let lines = csv.split(separator: "\n", omittingEmptySubsequences: false)
    header = lines.first.map(String.init) ?? ""
    rows = lines.dropFirst().dropLast(lines.last?.isEmpty == true ? 1 : 0).map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 7, let time = Double(fields[0]), let frequency = Double(fields[1]),
        let cents = Double(fields[3]), let clarity = Double(fields[4]), let level = Double(fields[5]),
        fields[6] == "0" || fields[6] == "1"
      else { return nil }
      return Row(
        time: time, frequency: frequency, note: String(fields[2]), cents: cents, clarity: clarity, level: level,
        isLatched: fields[6] == "1")
    }
  }

  /// The last row; nil where there is none, or it is no row.
  var lastRow: Row? { rows.last.flatMap { $0 } }

  /// The rows within a span of seconds.
  func rows(from start: Double, to end: Double) -> [Row] {
    rows.compactMap { $0 }.filter { $0.time >= start && $0.time < end }
  }
}

/// A value of JSON, read strictly: the text is one value and nothing else.
///
/// Source: RFC 8259.
enum JSON: Equatable {
  case object([String: JSON])
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSON])

  init?(_ text: some StringProtocol) {
    var rest = Substring(text).unicodeScalars[...]
    guard let value = JSON.value(&rest), rest.isEmpty else { return nil }
    self = value
  }

  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  private static func value(_ rest: inout Substring.UnicodeScalarView) -> JSON? {
    switch rest.first {
    case "{":
      rest.removeFirst()
      var members: [String: JSON] = [:]
      while true {
        guard let name = string(&rest), take(":", &rest), let value = value(&rest),
          members.updateValue(value, forKey: name) == nil
        else { return nil }
        if take("}", &rest) { return .object(members) }
        guard take(",", &rest) else { return nil }
      }
    case "[":
      rest.removeFirst()
      var elements: [JSON] = []
      while let element = value(&rest) {
        elements.append(element)
        if take("]", &rest) { return .array(elements) }
        guard take(",", &rest) else { return nil }
      }
      return nil
    case "\"": return string(&rest).map { .string($0) }
    case "t", "f":
      let word = rest.prefix { ("a"..."z").contains($0) }
      rest.removeFirst(word.count)
      return String(word) == "true" ? .bool(true) : String(word) == "false" ? .bool(false) : nil
    default:
      let number = String(rest.prefix { "+-.eE0123456789".unicodeScalars.contains($0) })
      rest.removeFirst(number.unicodeScalars.count)
      guard number.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return nil }
      return Double(number).map { .number($0) }
    }
  }

  private static func take(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard take("\"", &rest) else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\":
        switch rest.popFirst() {
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        case "/": text.append("/")
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "u":
          let hex = String(rest.prefix(4))
          guard hex.unicodeScalars.count == 4, let code = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(code)
          else { return nil }
          rest.removeFirst(4)
          text.append(scalar)
        default: return nil
        }
      case "\u{0}"..."\u{1F}": return nil
      default: text.append(scalar)
      }
    }
    return nil
  }
}

/// The text of a settings file: a `name = value` on each line, comments and blank lines between them.
///
/// Whatever is not changed is kept to the byte: comments, order, line endings, names that mean nothing to this version.
public struct SettingsText: Hashable, Sendable {
  /// A setting as it stands in the file.
  public struct Entry: Hashable, Sendable {
    /// What stands left of the equals sign.
    public let name: String
    /// What stands right of it, without a comment.
    public let value: String
    /// The line, from 1.
    public let line: Int
    /// The column of the value, from 1, counted in Unicode code points.
    public let column: Int
  }

  /// Each with its ending.
  private var lines: [String]

  /// The text as it is to be written.
  public var text: String { lines.joined() }

  /// Takes a text apart; any text will do.
  public init(_ text: String = "") {
    // By scalars: to Swift, CR LF is one character that is not LF.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) + "\n" }
    if let last = lines.popLast(), last != "\n" { lines.append(String(last.unicodeScalars.dropLast())) }
  }

  /// The settings, in the order of their lines, and the lines that are neither setting, comment nor blank.
  public var content: (entries: [Entry], unread: [Entry]) {
    var entries: [Entry] = []
    var unread: [Entry] = []
    for (index, line) in lines.enumerated() {
      switch Line(line) {
      case .nothing: break
      case .other(let text, let column):
        unread.append(Entry(name: "", value: text, line: index + 1, column: column))
      case .setting(let name, let value, let column):
        entries.append(Entry(name: name, value: value, line: index + 1, column: column))
      }
    }
    return (entries, unread)
  }

  /// Gives a setting the values it is to have: in the place of its last lines, or else at the end.
  ///
  /// Earlier lines of the name go; a comment behind a value stays. No values remove the setting.
  public mutating func set(_ name: String, to values: [String]) {
    let places = lines.indices.filter { Line(lines[$0]).name == name }
    let kept = places.suffix(values.count)
    for (index, value) in zip(kept, values) {
      guard case .setting(_, let old, let column) = Line(lines[index]) else { continue }
      let scalars = Array(lines[index].unicodeScalars)
      let before = String(scalars[..<(column - 1)])
      let rest = String(scalars[(column - 1 + old.unicodeScalars.count)...])
      // A comment behind a value begins with a blank.
      lines[index] = before + value + (rest.unicodeScalars.first == "#" ? " " : "") + rest
    }
    for index in places.dropLast(kept.count).reversed() { lines.remove(at: index) }
    for value in values.dropFirst(kept.count) { append("\(name) = \(value)") }
  }

  private mutating func append(_ line: String) {
    let ending =
      lines.first.map { $0.unicodeScalars.suffix(2).elementsEqual("\r\n".unicodeScalars) } ?? false ? "\r\n" : "\n"
    if let last = lines.last, last.unicodeScalars.last != "\n" { lines[lines.count - 1] += ending }
    lines.append(line + ending)
  }

  private enum Line {
    case nothing
    case setting(name: String, value: String, column: Int)
    case other(String, column: Int)

    var name: String? {
      guard case .setting(let name, _, _) = self else { return nil }
      return name
    }

    init(_ text: String) {
      let line = text.unicodeScalars[...]
      let content = Line.withoutComment(line)
      guard let first = content.firstIndex(where: { !$0.isBlank }) else {
        self = .nothing
        return
      }
      let column = { (index: Substring.UnicodeScalarView.Index) in line.distance(from: line.startIndex, to: index) + 1 }
      guard let equals = content.firstIndex(of: "=") else {
        self = .other(String(Line.trimmed(content)), column: column(first))
        return
      }
      let value = Line.trimmed(content[content.index(after: equals)...])
      self = .setting(
        name: String(Line.trimmed(content[..<equals])), value: String(value), column: column(value.startIndex))
    }

    /// What stands before a word that begins with `#`; the `#` of `C#` begins none.
    private static func withoutComment(_ line: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
      var isStart = true
      for index in line.indices {
        if line[index] == "#", isStart { return line[..<index] }
        isStart = line[index].isBlank
      }
      return line
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
      guard let last = text.lastIndex(where: { !$0.isBlank }) else { return text[text.endIndex...] }
      return text[...last].drop(while: \.isBlank)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" || self == "\n" || self == "\u{FEFF}" }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

/// The lines of a Scala file that carry something: those that are no comments.
struct ScalaLines {
  /// The comment lines, without their exclamation mark.
  let comments: [TextWord]
  private let file: String
  private var lines: ArraySlice<TextLine>
  private let endLine: Int

  init(text: String, file: String) {
    self.file = file
    let all = TextLine.lines(of: text)
    endLine = all.count + 1
    lines = all.filter { !$0.isComment }[...]
    comments = all.filter(\.isComment).map {
      TextWord(bytes: $0.content.dropFirst(), line: $0.number, column: 2)
    }
  }

  /// The next line as it stands, perhaps empty.
  mutating func nextLine() -> TextLine? {
    lines.popFirst()
  }

  /// The value on the next line that has one: up to a blank or an exclamation mark; what follows is a remark.
  mutating func nextValue() -> TextWord? {
    while let line = lines.popFirst() {
      var scanner = LineScanner(line)
      scanner.skipBlanks()
      let word = scanner.take { !$0.isBlank && $0 != UInt8(ascii: "!") }
      if word.bytes.isEmpty { continue }
      // "5 / 4" would otherwise be read as 5/1.
      var ahead = scanner
      ahead.skipBlanks()
      guard ahead.rest.first == UInt8(ascii: "/") else { return word }
      let length = word.bytes.count + scanner.rest.count
      return TextWord(bytes: line.content.suffix(length), line: word.line, column: word.column)
    }
    return nil
  }

  /// The fault that the file ends where something is expected.
  func endFault(found: String = "the end of the file", expected: String) -> TextFault {
    TextFault(file: file, line: endLine, column: 1, found: found, expected: expected)
  }
}

extension TextLine {
  fileprivate var isComment: Bool {
    content.first == UInt8(ascii: "!")
  }
}

extension TextWord {
  /// The whole number that the word writes, perhaps with a sign; nil for anything else.
  var signedNumber: Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let isSigned = isNegative || bytes.first == UInt8(ascii: "+")
    guard let magnitude: Int = decimal(bytes.dropFirst(isSigned ? 1 : 0)) else { return nil }
    return isNegative ? -magnitude : magnitude
  }
}

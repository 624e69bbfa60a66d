/// One line of a text file.
struct TextLine {
  /// The line's number, from 1.
  let number: Int
  /// The line's bytes without its ending, and without a byte order mark.
  let content: ArraySlice<UInt8>
  /// The line's bytes with its ending, and with a byte order mark where there is one.
  let whole: ArraySlice<UInt8>

  /// The lines of a text, ended by CR LF, LF or CR; the last may lack an ending.
  ///
  /// The `whole` bytes of all lines, one after the other, are the text.
  static func lines(of text: String) -> [TextLine] {
    let bytes = Array(text.utf8)
    var lines: [TextLine] = []
    var start = 0
    while start < bytes.count {
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
      var next = min(end + 1, bytes.count)
      if bytes[end..<next].first == UInt8(ascii: "\r"), bytes[next...].first == UInt8(ascii: "\n") {
        next += 1
      }
      var content = bytes[start..<end]
      if lines.isEmpty, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
      lines.append(TextLine(number: lines.count + 1, content: content, whole: bytes[start..<next]))
      start = next
    }
    return lines
  }
}

/// A run of text within a line, and its place.
struct TextWord {
  let bytes: ArraySlice<UInt8>
  let line: Int
  let column: Int

  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The fault that this word stands where `expected` should.
  func fault(in file: String, expected: String) -> TextFault {
    TextFault(
      file: file, line: line, column: column, found: bytes.isEmpty ? "nothing" : text.quoted,
      expected: expected
    )
  }

  /// The parts between `separator` bytes, at least one, some perhaps empty.
  func split(at separator: UInt8) -> [TextWord] {
    var column = column
    return bytes.split(separator: separator, omittingEmptySubsequences: false).map { part in
      defer { column += part.codePointCount + 1 }
      return TextWord(bytes: part, line: line, column: column)
    }
  }
}

/// Reads a line from left to right.
struct LineScanner {
  private let line: Int
  private(set) var rest: ArraySlice<UInt8>
  private(set) var column: Int

  init(_ line: TextLine) {
    self.init(TextWord(bytes: line.content, line: line.number, column: 1))
  }

  init(_ word: TextWord) {
    self.line = word.line
    self.rest = word.bytes
    self.column = word.column
  }

  /// What remains of the line, as a word.
  var remainder: TextWord {
    TextWord(bytes: rest, line: line, column: column)
  }

  /// Passes over spaces and tabs.
  mutating func skipBlanks() {
    _ = take(while: \.isBlank)
  }

  /// The longest run of bytes that satisfy `condition`, perhaps empty.
  mutating func take(while condition: (UInt8) -> Bool) -> TextWord {
    let word = TextWord(bytes: rest.prefix(while: condition), line: line, column: column)
    rest = rest.dropFirst(word.bytes.count)
    column += word.bytes.codePointCount
    return word
  }
}

extension ArraySlice<UInt8> {
  /// The number of code points in UTF-8 text.
  fileprivate var codePointCount: Int {
    count { $0 & 0xC0 != 0x80 }
  }
}

internal import Glibc

extension Scale {
  /// Reads a scale in the Scala .scl format.
  ///
  /// As `read(scala:file:)`, without the warnings.
  public init(scala text: String, file: String) throws(TextFault) {
    self = try Scale.read(scala: text, file: file).scale
  }

  /// Reads a scale in the Scala .scl format, and says what it passed over.
  ///
  /// Lines beginning with `!` are comments. The first other line is the description, the second the number of notes N,
  /// then N pitches follow, one a line, blank lines aside. A pitch with a point is in cents, one without is a ratio or
  /// a whole number; a value ends at a blank or `!`, and what follows is ignored. Lines may end in CR LF, LF or CR.
  /// Ratios with terms past 64 bits are kept as cents.
  ///
  /// - Throws: the first fault: no description, N not a number or zero, a value that is neither cents nor a positive
  ///   ratio, or fewer than N pitches.
  /// - Returns: the scale, and a warning where text follows the N pitches.
  ///
  /// Source: M. Op de Coul, "Scala scale file format", huygens-fokker.org.
  public static func read(
    scala text: String, file: String
  ) throws(TextFault) -> (scale: Scale, warnings: [TextFault]) {
    var reader = ScalaReader(text: text, file: file)
    return try reader.read()
  }
}

private struct ScalaReader {
  private let file: String
  private var lines: ArraySlice<TextLine>
  private let endLine: Int

  init(text: String, file: String) {
    self.file = file
    let all = TextLine.lines(of: text)
    self.endLine = all.count + 1
    self.lines = all.filter { $0.content.first != UInt8(ascii: "!") }[...]
  }

  mutating func read() throws(TextFault) -> (scale: Scale, warnings: [TextFault]) {
    guard let title = lines.popFirst() else { throw end(expected: "a line that describes the scale") }
    guard let countWord = nextValue() else { throw end(expected: "the number of notes") }
    guard let count: Int = decimal(countWord.bytes) else {
      throw countWord.fault(in: file, expected: "the number of notes")
    }
    guard count > 0 else {
      throw countWord.fault(in: file, expected: "at least 1 note, the last of which is the period")
    }
    var degrees: [Interval] = []
    while degrees.count < count {
      guard let word = nextValue() else {
        throw TextFault(
          file: file, line: endLine, column: 1,
          found: "the end of the file after \(degrees.count) of \(count) pitches",
          expected: "as many pitches as line \(countWord.line) says"
        )
      }
      degrees.append(try interval(word))
    }
    let description = String(decoding: title.content, as: UTF8.self).trimmed
    guard let scale = Scale(description: description, degrees: degrees) else {
      throw end(expected: "at least 1 note")
    }
    let extra = nextValue().map {
      $0.fault(in: file, expected: "nothing after pitch \(count), the last; it is ignored")
    }
    return (scale, extra.map { [$0] } ?? [])
  }

  private func end(expected: String) -> TextFault {
    TextFault(file: file, line: endLine, column: 1, found: "the end of the file", expected: expected)
  }

  /// The value on the next line that has one.
  private mutating func nextValue() -> TextWord? {
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

  private func interval(_ word: TextWord) throws(TextFault) -> Interval {
    if word.bytes.contains(UInt8(ascii: ".")) { return .cents(try cents(word)) }
    let terms = word.split(at: UInt8(ascii: "/"))
    guard terms.count <= 2, terms.allSatisfy({ !$0.bytes.isEmpty && $0.bytes.allSatisfy(\.isDigit) }) else {
      throw word.fault(in: file, expected: "cents with a point (408.0) or a ratio (81/64) without blanks")
    }
    if let zero = terms.first(where: { $0.bytes.allSatisfy { $0 == UInt8(ascii: "0") } }) {
      throw zero.fault(in: file, expected: "a number above 0 in a ratio")
    }
    let denominator = terms.count == 2 ? terms[1].bytes : [UInt8(ascii: "1")]
    if let upper: UInt64 = decimal(terms[0].bytes), let lower: UInt64 = decimal(denominator),
      let ratio = Ratio(upper, lower)
    {
      return .ratio(ratio)
    }
    return .cents(centsOfLongRatio(terms[0].bytes, denominator))
  }

  private func cents(_ word: TextWord) throws(TextFault) -> Cents {
    let isNegative = word.bytes.first == UInt8(ascii: "-")
    let isSigned = isNegative || word.bytes.first == UInt8(ascii: "+")
    guard let magnitude = decimalFraction(word.bytes.dropFirst(isSigned ? 1 : 0)) else {
      throw word.fault(in: file, expected: "cents as digits with one point, such as 408.0")
    }
    return Cents(isNegative ? -magnitude : magnitude)
  }
}

/// The size of a ratio whose terms may pass 64 bits.
///
/// Each term is taken as a significand of 19 digits and a power of ten; the significands are divided before the
/// logarithm, which keeps the error of two long, nearly equal terms under 1e-11 cents.
private func centsOfLongRatio(_ numerator: ArraySlice<UInt8>, _ denominator: ArraySlice<UInt8>) -> Cents {
  func scientific(_ digits: ArraySlice<UInt8>) -> (significand: Double, exponent: Int) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let leading: UInt64 = decimal(significant.prefix(19)) ?? 1
    return (Double(leading), max(0, significant.count - 19))
  }
  let (upper, lower) = (scientific(numerator), scientific(denominator))
  let exponent = Double(upper.exponent - lower.exponent)
  return Cents(1200 * (log2(upper.significand / lower.significand) + exponent * log2(10)))
}

extension String {
  /// This text without blanks at either end.
  fileprivate var trimmed: String {
    let blanks: Set<Character> = [" ", "\t"]
    let start = drop { blanks.contains($0) }
    return String(start.prefix(start.count - start.reversed().prefix { blanks.contains($0) }.count))
  }
}

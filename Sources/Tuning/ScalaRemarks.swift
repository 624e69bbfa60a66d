/// What the comments of a scale file say beyond the scale itself.
///
/// Source: Ableton, "ASCL specification", help.ableton.com.
struct ScalaRemarks {
  private(set) var shortName: String?
  private(set) var noteNames: [String] = []
  private(set) var keyboardMap: KeyboardMap?
  private(set) var faults: [TextFault] = []

  private let file: String
  private let degreeCount: Int?
  private let scale: Scale?

  /// The octaves that a reference pitch may be in.
  private static let octaves = -99...99

  /// Reads comments.
  ///
  /// - Parameters:
  ///   - comments: without their exclamation marks.
  ///   - degreeCount: how many notes the file says it has; nil where it does not.
  ///   - scale: what they belong to; nil where that has faults.
  ///   - file: its name.
  init(_ comments: [TextWord], degreeCount: Int?, scale: Scale?, file: String) {
    self.file = file
    self.degreeCount = degreeCount
    self.scale = scale
    for comment in comments { read(comment) }
  }

  private mutating func read(_ comment: TextWord) {
    var scanner = LineScanner(comment)
    guard let mark = scanner.nextWord()?.text, let keyword = scanner.nextWord() else { return }
    switch (mark, keyword.text) {
    case ("@DRONETUNER", "SHORT_NAME"): shortName = scanner.remainder.text.trimmed
    case ("@ABL", "NOTE_NAMES"): readNames(keyword, &scanner)
    case ("@ABL", "REFERENCE_PITCH"): readReference(&scanner)
    default: break
    }
  }

  private mutating func readNames(_ keyword: TextWord, _ scanner: inout LineScanner) {
    var names: [String] = []
    while let word = scanner.nextName() { names.append(word.text) }
    guard let degreeCount else { return }
    guard names.count == degreeCount else {
      faults.append(
        TextFault(
          file: file, line: keyword.line, column: keyword.column, found: "\(names.count) note names",
          expected: "\(degreeCount), one for each degree, 1/1 first"
        )
      )
      return
    }
    noteNames = names
  }

  /// Octave, degree and hertz.
  ///
  /// Programs count octaves from different places: middle C is in octave 3 for some, 4 for others. The octave whose
  /// degree 0 sounds nearest to middle C is laid on its key.
  private mutating func readReference(_ scanner: inout LineScanner) {
    guard number(&scanner, "an octave from -99 to 99", Self.octaves) != nil, let degreeCount,
      let degree = number(&scanner, "a degree from 0 to \(degreeCount - 1)", 0...degreeCount - 1)
    else { return }
    let word = scanner.nextWord() ?? scanner.remainder
    guard let hertz = decimalFraction(word.bytes), hertz > 0 else {
      faults.append(word.fault(in: file, expected: "a frequency in Hz above 0"))
      return
    }
    guard let scale else { return }
    let frequency = Frequency(hertz: hertz)
    let middleC = NoteName.frequency(ofNote: NoteName.c4, reference: Frequency(hertz: 440))
    let first = frequency.cents(above: middleC) - scale.cents(ofDegree: degree)
    let octaves = (first.value / scale.period.value).rounded()
    keyboardMap = KeyboardMap(
      entries: [], size: 0,
      referenceKey: NoteName.c4 + degree + (abs(octaves) <= 99 ? Int(octaves) * degreeCount : 0),
      referenceFrequency: frequency, formalOctave: 0
    )
    if keyboardMap == nil {
      faults.append(word.fault(in: file, expected: "a frequency near those of a keyboard's keys"))
    }
  }

  private mutating func number(
    _ scanner: inout LineScanner, _ expected: String, _ range: ClosedRange<Int>
  ) -> Int? {
    let word = scanner.nextWord() ?? scanner.remainder
    guard let number = word.signedNumber, range.contains(number) else {
      faults.append(word.fault(in: file, expected: expected))
      return nil
    }
    return number
  }
}

extension LineScanner {
  /// The next word; nil at the end.
  fileprivate mutating func nextWord() -> TextWord? {
    skipBlanks()
    let word = take { !$0.isBlank }
    return word.bytes.isEmpty ? nil : word
  }

  /// The next name, perhaps between double quotes; nil at the end.
  fileprivate mutating func nextName() -> TextWord? {
    skipBlanks()
    let quote = UInt8(ascii: "\"")
    guard rest.first == quote else { return nextWord() }
    var isInside = false
    let quoted = take {
      if $0 == quote {
        isInside.toggle()
        return true
      }
      return isInside
    }
    return TextWord(bytes: quoted.bytes.filter { $0 != quote }[...], line: quoted.line, column: quoted.column)
  }
}

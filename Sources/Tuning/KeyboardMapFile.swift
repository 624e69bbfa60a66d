/// A keyboard map as a Scala .kbm file gives it: what it defines, and what is wrong in it.
///
/// Lines beginning with `!` are comments. Seven numbers follow, one a line: the size of the map, the first and last key
/// that play, the key of the first entry, the reference key, its frequency in Hz, and the degree at which the map
/// repeats; then the entries, a degree or `x` for a key that plays nothing. Entries at the end may be left out. A value
/// ends at a blank or `!`; blank lines are passed over.
///
/// Source: M. Op de Coul, "Scala keyboard mapping format", huygens-fokker.org.
public struct KeyboardMapFile: Hashable, Sendable {
  /// The map; nil in a file with a fault.
  public let map: KeyboardMap?
  /// Every fault, in the order of the file; none in a good file.
  public let faults: [TextFault]
  /// What was passed over: text after the last entry.
  public let warnings: [TextFault]

  /// Reads a file; never fails as a whole.
  ///
  /// Faults are: a missing or impossible number, keys whose first lies above the last, an entry that is neither degree
  /// nor `x`, and a reference key that plays nothing.
  public static func parse(_ text: String, file: String) -> KeyboardMapFile {
    var reader = KeyboardMapReader(text: text, file: file)
    let map = reader.read()
    return KeyboardMapFile(
      map: reader.faults.isEmpty ? map : nil, faults: reader.faults, warnings: reader.warnings
    )
  }
}

private struct KeyboardMapReader {
  private(set) var faults: [TextFault] = []
  private(set) var warnings: [TextFault] = []
  private var lines: ScalaLines
  private let file: String

  init(text: String, file: String) {
    self.file = file
    lines = ScalaLines(text: text, file: file)
  }

  mutating func read() -> KeyboardMap? {
    let size = number("the size of the map, 0 or more", 0...KeyboardMap.numbers.upperBound)
    let first = number("the first key")
    let last = number("the last key", atLeast: first?.value)
    let middle = number("the key of the map's first entry")
    let referenceKey = number("the reference key")
    let hertz = frequency()
    let formalOctave = number("the degree at which the map repeats")
    let entries = self.entries(count: size?.value ?? .max)
    guard let size, let first, let last, let middle, let referenceKey, let hertz, let formalOctave, faults.isEmpty
    else { return nil }
    let map = KeyboardMap(
      entries: entries, size: size.value, keys: first.value...last.value, middle: middle.value,
      referenceKey: referenceKey.value, referenceFrequency: hertz, formalOctave: formalOctave.value
    )
    if map == nil {
      faults.append(
        TextFault(
          file: file, line: referenceKey.word.line, column: referenceKey.word.column,
          found: "reference key \(referenceKey.value), which the map leaves out",
          expected: "a reference key that has a degree"
        )
      )
    }
    return map
  }

  private typealias Number = (value: Int, word: TextWord)

  private mutating func number(
    _ what: String, _ range: ClosedRange<Int> = KeyboardMap.numbers, atLeast least: Int? = nil
  ) -> Number? {
    guard let word = nextHeader(what) else { return nil }
    guard let value = word.signedNumber, range.contains(value) else {
      faults.append(word.fault(in: file, expected: what + ", a whole number"))
      return nil
    }
    if let least, value < least {
      faults.append(word.fault(in: file, expected: what + ", at least the first, \(least)"))
      return nil
    }
    return (value, word)
  }

  private mutating func frequency() -> Frequency? {
    let what = "the frequency of the reference key"
    guard let word = nextHeader(what) else { return nil }
    guard let hertz = decimalFraction(word.bytes), hertz > 0 else {
      faults.append(word.fault(in: file, expected: what + ", above 0 Hz"))
      return nil
    }
    return Frequency(hertz: hertz)
  }

  /// The next of the seven numbers; of a file that ends before, the first missing one is a fault.
  private mutating func nextHeader(_ what: String) -> TextWord? {
    if let word = lines.nextValue() { return word }
    let fault = lines.endFault(expected: what)
    if faults.last.map({ $0.line != fault.line }) ?? true { faults.append(fault) }
    return nil
  }

  private mutating func entries(count: Int) -> [Int?] {
    var entries: [Int?] = []
    while let word = lines.nextValue() {
      guard entries.count < count else {
        warnings.append(
          word.fault(in: file, expected: "nothing after entry \(count), the last; it is ignored")
        )
        break
      }
      if word.bytes.elementsEqual("x".utf8) || word.bytes.elementsEqual("X".utf8) {
        entries.append(nil)
      } else if let degree = word.signedNumber, KeyboardMap.numbers.contains(degree) {
        entries.append(degree)
      } else {
        faults.append(word.fault(in: file, expected: "a degree of the scale, or x"))
      }
    }
    return entries
  }
}

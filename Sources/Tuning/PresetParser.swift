/// Reads preset files line by line, going on after each fault.
struct PresetParser {
  private(set) var presets: [Preset] = []
  private(set) var faults: [TextFault] = []
  /// The lines of each preset by id, faulty ones too, from its first to its last that is neither blank nor a comment.
  private(set) var extents: [String: ClosedRange<Int>] = [:]

  private let file: String
  private var statedGroup: String?
  private var missesGroup = false
  private var draft: Draft?

  /// A preset whose lines are being read.
  private struct Draft {
    let head: TextWord
    let id: String
    let name: String
    var isSound: Bool
    var strings: [TextWord] = []
    var detected: [TextWord] = []
    /// The lines that may stand once in a preset, by keyword.
    var once: [String: TextWord] = [:]
    var base: PresetBase?
    var transposition = 0
    var octaveSpan = 1
    var remark = ""
  }

  init(file: String) {
    self.file = file
  }

  /// The group of the file's presets.
  var group: String {
    if let statedGroup { return statedGroup }
    let name = file.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// Takes the next line.
  mutating func read(_ line: TextLine) {
    var scanner = LineScanner(line)
    guard let keyword = scanner.nextWord() else { return }
    switch keyword.text {
    case "group": readGroup(keyword, &scanner)
    case "preset": readPreset(keyword, &scanner)
    case "strings", "detect": readPitches(keyword, &scanner)
    case "chromatic", "indian", "base", "transpose", "octaves", "remark": readOption(keyword, &scanner)
    default:
      report(keyword, "group, preset, strings, chromatic, indian, base, transpose, octaves, detect or remark")
    }
    if let draft, let extent = extents[draft.id], extent.lowerBound == draft.head.line {
      extents[draft.id] = extent.lowerBound...line.number
    }
  }

  /// Ends the file.
  mutating func finish() {
    finishPreset()
  }

  private mutating func readGroup(_ keyword: TextWord, _ scanner: inout LineScanner) {
    finishPreset()
    guard let name = readName(&scanner, expected: "the name of the group", allowsBareText: true) else {
      return
    }
    guard statedGroup == nil, !missesGroup else {
      return report(keyword, "one group line in a file, before its presets")
    }
    statedGroup = name
  }

  private mutating func readPreset(_ keyword: TextWord, _ scanner: inout LineScanner) {
    finishPreset()
    if statedGroup == nil, !missesGroup {
      missesGroup = true
      report(keyword, found: "a preset without a group", "a line: group NAME, before the first preset")
    }
    let faultCount = faults.count
    let idWord = scanner.nextWord()
    let id = idWord?.text ?? ""
    if let idWord {
      if !idWord.bytes.allSatisfy(\.isIDByte) {
        report(idWord, "an id of small letters, digits and hyphens")
      } else if let extent = extents[id] {
        report(idWord, "an id of its own; line \(extent.lowerBound) has this one")
      } else {
        extents[id] = idWord.line...idWord.line
      }
      let name = readName(&scanner, expected: "a name in double quotes, such as \"Standard EADGBE\"")
      draft = Draft(head: keyword, id: id, name: name ?? "", isSound: faults.count == faultCount)
    } else {
      reportEnd(scanner, "an id and a name, such as gtr-standard \"Standard EADGBE\"")
      draft = Draft(head: keyword, id: id, name: "", isSound: false)
    }
  }

  private mutating func readPitches(_ keyword: TextWord, _ scanner: inout LineScanner) {
    guard hasDraft(keyword) else { return }
    var words: [TextWord] = []
    while let word = scanner.nextWord() { words.append(word) }
    if words.isEmpty { return reportEnd(scanner, "one or more pitches, such as E2 A2 D3") }
    if keyword.text == "strings" { draft?.strings += words } else { draft?.detected += words }
  }

  private mutating func readOption(_ keyword: TextWord, _ scanner: inout LineScanner) {
    guard hasDraft(keyword) else { return }
    if let earlier = draft?.once.updateValue(keyword, forKey: keyword.text) {
      report(keyword, "one such line in a preset; line \(earlier.line) has it")
    }
    switch keyword.text {
    case "base": readBase(&scanner)
    case "transpose":
      if let semitones = readNumber(
        &scanner, in: Preset.transpositions, signed: true, expected: "semitones from written to sounding, -36 to 36")
      {
        draft?.transposition = semitones
      }
    case "octaves":
      if let span = readNumber(&scanner, in: Preset.octaveSpans, expected: "a number of octaves, 1 to 8") {
        draft?.octaveSpan = span
      }
    case "remark":
      let remark = readName(&scanner, expected: "a remark", allowsBareText: true)
      draft?.remark = remark ?? ""
    default: break
    }
    if let extra = scanner.nextWord() { report(extra, "the end of the line") }
  }

  /// The next word as a whole number; nil after a fault.
  private mutating func readNumber(
    _ scanner: inout LineScanner, in range: ClosedRange<Int>, signed: Bool = false, expected: String
  ) -> Int? {
    guard let word = scanner.nextWord() else {
      reportEnd(scanner, expected)
      return nil
    }
    let isNegative = signed && word.bytes.first == UInt8(ascii: "-")
    let hasSign = isNegative || (signed && word.bytes.first == UInt8(ascii: "+"))
    guard let magnitude: Int = decimal(word.bytes.dropFirst(hasSign ? 1 : 0)),
      range.contains(isNegative ? -magnitude : magnitude)
    else {
      report(word, expected)
      return nil
    }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func readBase(_ scanner: inout LineScanner) {
    guard let word = scanner.nextWord() else {
      return reportEnd(scanner, "a note, such as F2, F2-20c or Bb4 476Hz")
    }
    do throws(TextFault) {
      let pitches = try Course(word: word, from: .reference, file: file).pitches
      guard pitches.count == 1, case .note(let note, let offset) = pitches[0] else {
        throw word.fault(in: file, expected: "one note")
      }
      guard offset == nil, let frequencyWord = scanner.nextWord() else {
        draft?.base = PresetBase(note, offset: offset ?? .zero)
        return
      }
      draft?.base = PresetBase(note, at: try frequencyWord.frequency(file: file))
    } catch {
      add(error)
    }
  }

  /// The name up to the end of the line, in quotes or, where allowed, bare; nil after a fault.
  private mutating func readName(
    _ scanner: inout LineScanner, expected: String, allowsBareText: Bool = false
  ) -> String? {
    scanner.skipBlanks()
    let isQuoted = scanner.rest.first == UInt8(ascii: "\"")
    guard isQuoted || allowsBareText else {
      if let word = scanner.nextWord() { report(word, expected) } else { reportEnd(scanner, expected) }
      return nil
    }
    guard isQuoted else {
      var words: [String] = []
      while let word = scanner.nextWord() { words.append(word.text) }
      if words.isEmpty { reportEnd(scanner, expected) }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    let quoted = scanner.remainder
    _ = scanner.take { _ in true }
    return nameInQuotes(quoted, expected: expected)
  }

  private mutating func nameInQuotes(_ quoted: TextWord, expected: String) -> String? {
    let parts = quoted.split(at: UInt8(ascii: "\""))
    guard parts.count >= 3 else {
      report(quoted, "a double quote at the end of the name")
      return nil
    }
    guard parts[1].bytes.contains(where: { !$0.isBlank }) else {
      report(quoted, expected)
      return nil
    }
    let after = TextWord(
      bytes: quoted.bytes[parts[2].bytes.startIndex...], line: quoted.line, column: parts[2].column
    )
    var rest = LineScanner(after)
    if let extra = rest.nextWord() {
      report(extra, "the end of the line after the name")
      return nil
    }
    return parts[1].text
  }

  /// Whether there is a preset for this line to belong to; a fault where there is none.
  private mutating func hasDraft(_ keyword: TextWord) -> Bool {
    if draft == nil { report(keyword, "a line: preset ID \"NAME\", before it") }
    return draft != nil
  }

  private mutating func finishPreset() {
    guard let finished = draft else { return }
    let isIndian = finished.once["indian"] != nil
    let origin: PitchOrigin = isIndian ? .sa : finished.base.map { .base($0) } ?? .reference
    // A base that could not be read leaves the strings without a meaning: its own fault is enough.
    let hasMeaning = isIndian || finished.base != nil || finished.once["base"] == nil
    let strings = hasMeaning ? courses(finished.strings, from: origin) : []
    let detected = hasMeaning ? courses(finished.detected, from: origin) : []
    if let base = finished.once["base"], isIndian || finished.once["chromatic"] != nil {
      report(base, "one of chromatic, indian and base in a preset")
    }
    if let chromatic = finished.once["chromatic"] {
      if !finished.strings.isEmpty {
        report(chromatic, "either chromatic or strings in a preset, not both")
      } else if isIndian {
        report(chromatic, "strings given as ratios in an indian preset")
      }
    } else if finished.strings.isEmpty {
      report(finished.head, found: "a preset without strings", "a line: strings E2 A2, or: chromatic")
    }
    if draft?.isSound == true {
      presets.append(
        Preset(
          id: finished.id, name: finished.name, group: group, strings: strings, isIndian: isIndian,
          base: finished.base, transposition: finished.transposition, remark: finished.remark,
          octaveSpan: finished.octaveSpan, detecting: detected.isEmpty ? nil : detected.flatMap(\.pitches)
        )
      )
    }
    draft = nil
  }

  private mutating func courses(_ words: [TextWord], from origin: PitchOrigin) -> [Course] {
    var courses: [Course] = []
    for word in words {
      do throws(TextFault) {
        courses.append(try Course(word: word, from: origin, file: file))
      } catch {
        add(error)
      }
    }
    return courses
  }

  private mutating func report(_ word: TextWord, _ expected: String) {
    add(word.fault(in: file, expected: expected))
  }

  private mutating func reportEnd(_ scanner: LineScanner, _ expected: String) {
    report(scanner.remainder, found: "the end of the line", expected)
  }

  private mutating func report(_ place: TextWord, found: String, _ expected: String) {
    add(TextFault(file: file, line: place.line, column: place.column, found: found, expected: expected))
  }

  private mutating func add(_ fault: TextFault) {
    faults.append(fault)
    draft?.isSound = false
  }
}

extension LineScanner {
  /// The next word of the line; nil at its end and at a word that begins with #, which opens a comment.
  fileprivate mutating func nextWord() -> TextWord? {
    skipBlanks()
    guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
    return take { !$0.isBlank }
  }
}

extension UInt8 {
  fileprivate var isIDByte: Bool {
    isDigit || self == UInt8(ascii: "-") || (self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z"))
  }
}

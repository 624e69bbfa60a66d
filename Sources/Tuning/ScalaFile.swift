/// A scale as a Scala .scl or Ableton .ascl file gives it: what it defines, and what is wrong in it.
///
/// Lines beginning with `!` are comments. The first other line is the description, the second the number of notes N,
/// then N pitches follow, one a line, blank lines aside. A pitch with a point is in cents, one without is a ratio or a
/// whole number; a value ends at a blank or `!`, and what follows is ignored. Lines may end in CR LF, LF or CR. Ratios
/// with terms past 64 bits are kept as cents.
///
/// Source: M. Op de Coul, "Scala scale file format", huygens-fokker.org; Ableton, "ASCL specification".
public struct ScalaFile: Hashable, Sendable {
  /// The scale; nil in a file with a fault.
  public let scale: Scale?
  /// The short name that a comment `! @DRONETUNER SHORT_NAME text` gives, for narrow displays.
  public let shortName: String?
  /// What the degrees are called, 1/1 first, where a comment `! @ABL NOTE_NAMES` says so; else empty.
  public let noteNames: [String]
  /// Where the scale lies, where a comment `! @ABL REFERENCE_PITCH` says so: a degree to the key, degree 0 on C4's.
  public let keyboardMap: KeyboardMap?
  /// Every fault, in the order of the file; none in a good file.
  public let faults: [TextFault]
  /// What was passed over: text after the last pitch.
  public let warnings: [TextFault]

  /// Reads a file; never fails as a whole.
  ///
  /// Faults are: no description, N no number or zero, a value that is neither cents nor a positive ratio, fewer than N
  /// pitches, and an `@ABL` comment that is not as Ableton describes it.
  public static func parse(_ text: String, file: String) -> ScalaFile {
    var reader = ScalaReader(text: text, file: file)
    let scale = reader.readScale()
    let remarks = ScalaRemarks(
      reader.lines.comments, degreeCount: reader.degreeCount, scale: reader.faults.isEmpty ? scale : nil, file: file)
    let faults = (reader.faults + remarks.faults).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return ScalaFile(
      scale: faults.isEmpty ? scale : nil, shortName: remarks.shortName, noteNames: remarks.noteNames,
      keyboardMap: remarks.keyboardMap, faults: faults, warnings: reader.warnings
    )
  }
}

extension Scale {
  /// Reads a scale in the Scala .scl format, as `ScalaFile` describes it.
  ///
  /// - Throws: the first fault.
  public init(scala text: String, file: String) throws(TextFault) {
    let read = ScalaFile.parse(text, file: file)
    guard let scale = read.scale else {
      throw read.faults.first
        ?? TextFault(file: file, line: 1, column: 1, found: "no scale", expected: "a scale")
    }
    self = scale
  }
}

private struct ScalaReader {
  private(set) var lines: ScalaLines
  private(set) var faults: [TextFault] = []
  private(set) var warnings: [TextFault] = []
  /// How many notes the file says it has.
  private(set) var degreeCount: Int?
  private let file: String

  init(text: String, file: String) {
    self.file = file
    lines = ScalaLines(text: text, file: file)
  }

  /// The scale, as far as it could be read: degrees with faults are left out.
  mutating func readScale() -> Scale? {
    guard let title = lines.nextLine() else { return end("a line that describes the scale") }
    guard let countWord = lines.nextValue() else { return end("the number of notes") }
    guard let count: Int = decimal(countWord.bytes) else {
      return report(countWord.fault(in: file, expected: "the number of notes"))
    }
    guard count > 0 else {
      return report(countWord.fault(in: file, expected: "at least 1 note, the last of which is the period"))
    }
    degreeCount = count
    var degrees: [Interval] = []
    var found = 0
    while found < count {
      guard let word = lines.nextValue() else {
        return report(
          lines.endFault(
            found: "the end of the file after \(found) of \(count) pitches",
            expected: "as many pitches as line \(countWord.line) says"
          )
        )
      }
      found += 1
      do throws(TextFault) {
        degrees.append(try Interval(word, file: file))
      } catch { faults.append(error) }
    }
    if let extra = lines.nextValue() {
      warnings.append(
        extra.fault(in: file, expected: "nothing after pitch \(count), the last; it is ignored")
      )
    }
    return Scale(description: String(decoding: title.content, as: UTF8.self).trimmed, degrees: degrees)
  }

  private mutating func report(_ fault: TextFault) -> Scale? {
    faults.append(fault)
    return nil
  }

  private mutating func end(_ expected: String) -> Scale? {
    report(lines.endFault(expected: expected))
  }
}

extension String {
  /// This text without blanks at either end.
  var trimmed: String {
    let blanks: Set<Character> = [" ", "\t"]
    let start = drop { blanks.contains($0) }
    return String(start.prefix(start.count - start.reversed().prefix { blanks.contains($0) }.count))
  }
}

/// A text file of tuning presets, all of one group: what it defines, and what is wrong in it.
///
/// `Presets/README.md` describes the format.
public struct PresetFile: Hashable, Sendable {
  /// The name of the file, as the caller gave it.
  public let file: String
  /// The group of the presets: as the file says, else the file's name without folder and ending.
  public let group: String
  /// The presets without a fault, in the order of the file.
  public let presets: [Preset]
  /// Every fault, in the order of the file; none in a good file.
  public let faults: [TextFault]
  /// The lines of the file, each with its ending.
  public let lines: [String]

  /// The text of the file, byte for byte as it was read.
  public var text: String {
    lines.joined()
  }

  /// Reads a preset file; never fails as a whole.
  ///
  /// A preset with a fault in any of its lines is left out and the others are returned; a second preset of one id is a
  /// fault, and the first stays. Lines may end in CR LF, LF or CR.
  public static func parse(_ text: String, file: String) -> PresetFile {
    let lines = TextLine.lines(of: text)
    var parser = PresetParser(file: file)
    for line in lines { parser.read(line) }
    parser.finish()
    return PresetFile(
      file: file, group: parser.group, presets: parser.presets,
      faults: parser.faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) },
      lines: lines.map { String(decoding: $0.whole, as: UTF8.self) }
    )
  }
}

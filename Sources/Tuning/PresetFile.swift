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

  /// The lines of each preset by id, from 1.
  private let extents: [String: ClosedRange<Int>]

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
      lines: lines.map { String(decoding: $0.whole, as: UTF8.self) }, extents: parser.extents
    )
  }

  /// The file with `preset` in place of the one of its id, or else at its end; every other byte stays.
  ///
  /// A faulty preset of that id is replaced too, with the comments among its lines. The preset's group is the file's.
  /// Nil where the format cannot express it: an id of other letters, a name with a double quote or a line end.
  public func setting(_ preset: Preset) -> PresetFile? {
    let ending = lines.lazy.compactMap(\.lineEnding).first ?? "\n"
    var block = preset.lines.map { $0 + ending }
    var result = lines
    if let extent = extents[preset.id] {
      if lines[extent.upperBound - 1].lineEnding == nil {
        block[block.count - 1] = preset.lines.last ?? ""
      }
      result.replaceSubrange(extent.lowerBound - 1..<extent.upperBound, with: block)
    } else {
      if let last = result.last, last.lineEnding == nil { result.append(ending) }
      if !result.isEmpty { result.append(ending) }
      result += block
    }
    let file = PresetFile.parse(result.joined(), file: file)
    let written = file.presets.first { $0.id == preset.id }
    return written?.lines == preset.lines ? file : nil
  }
}

extension String {
  /// The line ending at the end of this text; nil where there is none.
  fileprivate var lineEnding: String? {
    ["\r\n", "\n", "\r"].first { utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}

extension Preset {
  /// The preset as preset files write it, without line endings.
  var lines: [String] {
    var lines = ["preset \(id) \"\(name)\""]
    if !remark.isEmpty { lines.append("remark " + (readsWithoutQuotes(remark) ? remark : "\"\(remark)\"")) }
    if isIndian { lines.append("indian") }
    if let base { lines.append("base \(base.text)") }
    if transposition != 0 { lines.append("transpose \(transposition)") }
    if octaveSpan != 1 { lines.append("octaves \(octaveSpan)") }
    if strings.isEmpty { lines.append("chromatic") }
    lines += Preset.lines("strings", strings.map(\.text))
    if detectionSet != keys { lines += Preset.lines("detect", detectionSet.map(\.text)) }
    return lines
  }

  /// Whether a text that stands bare is read as it is: single spaces, no word that would open a comment.
  private func readsWithoutQuotes(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      guard let first = word.first else { return false }
      return first != UInt8(ascii: "#") && !word.contains(UInt8(ascii: "\t"))
    } && text.utf8.first != UInt8(ascii: "\"")
  }

  /// Lines of a keyword and words, as many as are easy to read on one.
  private static func lines(_ keyword: String, _ words: [String]) -> [String] {
    let wordsToLine = 14
    return stride(from: 0, to: words.count, by: wordsToLine).map { start in
      keyword + " " + words[start..<min(start + wordsToLine, words.count)].joined(separator: " ")
    }
  }
}

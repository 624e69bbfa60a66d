/// All presets of several files.
///
/// A later file's preset replaces an earlier one of the same id in its place; groups and presets keep the order of
/// their first appearance.
public struct PresetCatalog: Hashable, Sendable {
  /// The presets in order.
  public let presets: [Preset]
  /// The groups that have presets, in order.
  public let groups: [String]

  private let indices: [String: Int]

  /// The presets of `files`, the later winning.
  public init(_ files: [PresetFile] = []) {
    var presets: [Preset] = []
    var indices: [String: Int] = [:]
    var groups: [String] = []
    for preset in files.flatMap(\.presets) {
      if let index = indices[preset.id] {
        presets[index] = preset
      } else {
        indices[preset.id] = presets.count
        presets.append(preset)
      }
      if !groups.contains(preset.group) { groups.append(preset.group) }
    }
    let used = Set(presets.map(\.group))
    self.presets = presets
    self.groups = groups.filter(used.contains)
    self.indices = indices
  }

  /// The preset of that id, letter for letter.
  public subscript(id: String) -> Preset? {
    indices[id].map { presets[$0] }
  }

  /// The presets of a group, in order; none for a group that does not exist.
  public func presets(inGroup group: String) -> [Preset] {
    presets.filter { $0.group == group }
  }

  /// Up to three ids that `text` may have been meant for, the nearest first.
  ///
  /// Nearest by the number of letters to insert, delete, change or swap with a neighbour, of which a third of the
  /// letters, and at least two, may be wrong.
  public func ids(near text: String) -> [String] {
    let typed = Array(text.lowercased().utf8.prefix(longestID + 1))
    guard typed.count <= longestID else { return [] }
    let allowed = max(2, typed.count / 3)
    let near = presets.map { (id: $0.id, distance: editDistance(typed, Array($0.id.utf8))) }
      .filter { $0.distance <= allowed && $0.distance < max(typed.count, 1) }
    return near.sorted { $0.distance < $1.distance }.prefix(3).map(\.id)
  }

  /// What to say of an id that is not there: "unknown preset gtr-standrad; did you mean gtr-standard?".
  public func unknownPresetText(_ id: String) -> String {
    let isPlain = !id.isEmpty && id.utf8.count <= longestID && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let unknown = "unknown preset \(isPlain ? id : id.quoted)"
    let near = ids(near: id)
    return near.isEmpty ? unknown : unknown + "; did you mean \(near.joined(separator: " or "))?"
  }
}

private let longestID = 64

/// The restricted Damerau-Levenshtein distance.
///
/// Source: P. E. Black, "Levenshtein distance" and "optimal string alignment", NIST Dictionary of Algorithms.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, byte) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var distance = min(last[column + 1] + 1, current[column] + 1, last[column] + (byte == other ? 0 : 1))
      if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}

public import Tuning

extension Settings {
  /// All settings that a file may hold, in the order in which they are listed.
  public static let keys: [SettingsKey] = keyGroups.flatMap(\.keys)

  /// All settings by what they concern.
  public static let keyGroups: [(name: String, keys: [SettingsKey])] = [
    ("Tuning", SettingsKey.tuning), ("Tuner", SettingsKey.tuner), ("Display", SettingsKey.display),
    ("Controls", SettingsKey.controls), ("Pitch out", SettingsKey.pitchOut), ("Devices", SettingsKey.devices)
  ]

  private static let keysByName = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })

  /// The setting of a name.
  public static func key(named name: String) -> SettingsKey? { keysByName[name] }

  /// Takes over what a text says, each value by itself: one that cannot be read leaves its setting as it is.
  ///
  /// Of a setting that stands there twice the later counts.
  ///
  /// - Parameters:
  ///   - text: of a settings file.
  ///   - file: its name, for the faults.
  /// - Returns: what could not be read, in the order of the lines.
  public mutating func read(_ text: SettingsText, file: String) -> [TextFault] {
    let (entries, unread) = text.content
    var faults = unread.map { $0.fault(in: file, expected: "NAME = VALUE, or a comment after #") }
    for entry in entries { if let fault = read(entry, file: file) { faults.append(fault) } }
    for (action, text) in controls.resolve() {
      let name = action.map(SettingsKey.name(of:)) ?? "strum"
      let entry = entries.last { $0.name == name } ?? entries.last { $0.name == "strum" }
      if let entry { faults.append(entry.fault(in: file, expected: "a control that has no other use: \(text)")) }
    }
    return faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// Takes over what differs between two settings, as between a file before and after it was edited: all else, such as
  /// what was set by hand meanwhile, stays.
  public mutating func adopt(changesFrom old: Settings, to new: Settings) {
    for key in Settings.keys where key.values(in: old) != key.values(in: new) { key.copy(from: new, to: &self) }
  }

  /// Gives a setting other values, all of them or none.
  ///
  /// - Parameters:
  ///   - name: of the setting.
  ///   - values: as its lines in a settings file would have them.
  /// - Throws: what was expected.
  public mutating func set(_ name: String, to values: [String]) throws(ValueFault) {
    guard let key = Settings.key(named: name) else {
      throw ValueFault(found: "a setting \(name.quoted)", expected: "one that 'dronetuner settings' lists")
    }
    var changed = self
    key.clear(&changed)
    for value in values where !key.read(value, &changed) {
      throw ValueFault(found: "\(name) = \(value)", expected: key.expected)
    }
    if let conflict = changed.controls.conflict {
      throw ValueFault(found: "\(name) = \(values.joined(separator: ", "))", expected: "a free control: \(conflict)")
    }
    self = changed
  }

  private mutating func read(_ entry: SettingsText.Entry, file: String) -> TextFault? {
    guard let key = Settings.key(named: entry.name) else {
      return TextFault(
        file: file, line: entry.line, column: 1, found: "a setting \(entry.name.quoted)",
        expected: "one that 'dronetuner settings' lists; it is kept, and means nothing")
    }
    guard !key.read(entry.value, &self) else { return nil }
    let kept = key.isList ? "" : "; \(key.values(in: self).first ?? "nothing") stays in force"
    return entry.fault(in: file, expected: key.expected + kept)
  }
}

extension SettingsText {
  /// Writes what has changed, and nothing else.
  public mutating func update(from old: Settings, to new: Settings) {
    for key in Settings.keys where key.values(in: old) != key.values(in: new) { set(key.name, to: key.values(in: new)) }
  }
}

extension SettingsText.Entry {
  func fault(in file: String, expected: String) -> TextFault {
    TextFault(
      file: file, line: line, column: column, found: value.isEmpty ? "nothing" : value.quoted, expected: expected)
  }
}

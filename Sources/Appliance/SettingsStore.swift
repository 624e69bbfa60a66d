internal import TunerRules
internal import Tuning

/// The settings on disk: the system's file below, the player's own above it, of which only the latter is ever written.
struct SettingsStore {
  /// The player's own file; nil where there is no place for one.
  let path: String?
  /// What the files say, on top of the defaults.
  private(set) var settings = Settings()
  /// What is wrong with the files, one line each.
  private(set) var faults: [String] = []

  private let systemPath: String
  private var systemText = SettingsText()
  private var text = SettingsText()
  private var hasRead = false

  /// Reads the files; one that is not there says nothing.
  init(path: String? = DataFolders.settings, systemPath: String = DataFolders.systemSettings) {
    self.path = path
    self.systemPath = systemPath
    _ = reload()
  }

  /// The folders in which the files lie, to be watched.
  var folders: [String] { [systemPath, path].compactMap { $0.map(TextFile.folder) } }

  /// Reads the files again; false where they say what they said, or cannot be read: then what was read last counts.
  mutating func reload() -> Bool {
    do {
      let (newSystemText, newText) = (try Self.read(systemPath), try path.map(Self.read) ?? SettingsText())
      guard !hasRead || newSystemText != systemText || newText != text else { return false }
      (systemText, text, hasRead) = (newSystemText, newText, true)
    } catch {
      faults = ["\(error)"]
      return false
    }
    settings = Settings()
    var faults = settings.read(systemText, file: systemPath)
    faults += settings.read(text, file: path ?? "")
    self.faults = faults.map(\.description)
    return true
  }

  /// Writes what has changed into the player's own file, whole or not at all.
  ///
  /// Into the file as it is now: what a person has written there meanwhile stays, and is found by the next `reload`.
  mutating func save(from old: Settings, to new: Settings) throws(TextFile.Fault) {
    guard let path else { throw TextFile.Fault(description: "no folder for settings: set HOME or XDG_CONFIG_HOME") }
    let present = try Self.read(path)
    var next = present
    next.update(from: old, to: new)
    guard next != present else { return }
    try TextFile.replace(path, with: Array(next.text.utf8))
    guard present == text else { return }
    text = next
    settings = Settings()
    _ = settings.read(systemText, file: systemPath)
    _ = settings.read(text, file: path)
  }

  private static func read(_ path: String) throws(TextFile.Fault) -> SettingsText {
    TextFile.exists(path) ? SettingsText(try TextFile.text(path)) : SettingsText()
  }
}

internal import Glibc
internal import TunerRules

/// What lies on disk and may change while an instrument runs: settings, presets, temperaments.
///
/// The housekeeping thread's: reading and writing may take seconds.
final class PlayerFiles {
  /// A change of what lies on disk.
  enum Change: Sendable {
    /// The settings files say something else.
    case settings(from: Settings, to: Settings)
    /// The presets and temperaments are others.
    case library(TuningLibrary)
  }

  private var store: SettingsStore
  private var library: TuningLibrary
  private let libraryFolders: [String]
  private var stamps: [String]
  private let watch: FolderWatch

  /// Watches the folders of settings that were read, and of a library.
  init(store: SettingsStore, library: TuningLibrary, libraryFolders: [String]) {
    self.store = store
    self.library = library
    self.libraryFolders = libraryFolders
    watch = FolderWatch(store.folders + libraryFolders.flatMap { [$0, $0 + "/temperaments"] })
    stamps = Self.stamps(of: libraryFolders)
  }

  /// Readable when something may have changed.
  var descriptor: Int32 { watch.descriptor }

  /// What has changed since the last time, and what is wrong with it; to be asked every tenth of a second or so.
  func changes() -> (changes: [Change], faults: [String]) {
    guard watch.hasChanged() else { return ([], []) }
    var changes: [Change] = []
    var faults: [String] = []
    let before = store.settings
    let oldFaults = store.faults
    if store.reload() { changes.append(.settings(from: before, to: store.settings)) }
    if store.faults != oldFaults { faults += store.faults }
    let newStamps = Self.stamps(of: libraryFolders)
    if newStamps != stamps {
      stamps = newStamps
      library = TuningLibrary(folders: libraryFolders, after: library)
      faults += library.faults
      changes.append(.library(library))
    }
    return (changes, faults)
  }

  /// Writes settings that a player has changed by hand; why not, where that is not possible.
  func save(from old: Settings, to new: Settings) -> String? {
    do throws(TextFile.Fault) {
      try store.save(from: old, to: new)
      return nil
    } catch { return "settings are not kept: \(error.description)" }
  }

  /// What tells one state of the folders from another: names, sizes and times.
  private static func stamps(of folders: [String]) -> [String] {
    folders.flatMap { [$0, $0 + "/temperaments"] }.flatMap { folder in
      TextFile.names(in: folder).map { name -> String in
        let path = folder + "/" + name
        var status = stat()
        stat(path, &status)
        return "\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_ino)"
      }
    }
  }
}

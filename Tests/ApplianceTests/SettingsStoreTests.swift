import TestSupport
import Testing
import TunerRules

@testable import Appliance

struct SettingsStoreTests {
  private let folder = TemporaryFolder()

  private func store() -> SettingsStore {
    SettingsStore(path: folder.file("settings"), systemPath: folder.file("system"))
  }

  private func write(_ text: String, _ name: String = "settings") { _ = folder.write(Array(text.utf8), name) }

  private var text: String { String(decoding: TemporaryFolder.read(folder.file("settings")), as: UTF8.self) }

  @Test("The player's own file wins over the system's, and alone is written")
  func layers() throws {
    write("keys = hold\nchime = on\n", "system")
    write("keys = both\n")
    var store = store()
    #expect(store.settings.controls.keyMode == .both && store.settings.chimes)
    var next = store.settings
    next.chimes = false
    try store.save(from: store.settings, to: next)
    #expect(text == "keys = both\nchime = off\n" && !store.settings.chimes)
    let hasChanged = store.reload()
    #expect(!hasChanged)
  }

  @Test("What a person wrote into the file meanwhile stays, and is found afterwards")
  func editedMeanwhile() throws {
    write("keys = both\n")
    var store = store()
    var next = store.settings
    next.chimes = true
    write("keys = hold # by hand\n")
    try store.save(from: store.settings, to: next)
    #expect(text == "keys = hold # by hand\nchime = on\n")
    #expect(store.settings.controls.keyMode == .both)
    let hasChanged = store.reload()
    #expect(hasChanged && store.settings.controls.keyMode == .hold && store.settings.chimes)
  }

  @Test("A file that cannot be read is said, and the defaults count")
  func unreadable() {
    write("keys = hold\n", "system")
    // A folder stands in the file's place.
    let store = SettingsStore(path: folder.path, systemPath: folder.file("system"))
    #expect(store.faults.count == 1 && store.faults[0].contains("directory"))
    #expect(store.settings.controls.keyMode == .latch)
  }
}

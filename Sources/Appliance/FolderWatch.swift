internal import CLinux
internal import Glibc
internal import Timebase

/// Tells when files in some folders have changed: by inotify, and where that is not to be had, not at all.
///
/// A folder that does not exist yet is watched for in the one above it. What a text editor does to save one file
/// arrives as several changes: they are told of once, when none has come for a tenth of a second.
final class FolderWatch {
  /// Readable when something happened; -1 without inotify.
  let descriptor: Int32

  private let folders: [String]
  private var changedAt: Int64?

  /// Nanoseconds of quiet after which a change is told of.
  private static let quietNanoseconds: Int64 = 100_000_000

  /// Watches folders.
  init(_ folders: [String]) {
    self.folders = folders
    descriptor = clinux_watch_descriptor()
    look()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether something has changed since this was last true; to be asked whenever the descriptor is readable, and
  /// every tenth of a second or so.
  func hasChanged() -> Bool {
    guard descriptor >= 0 else { return false }
    var bytes = Array(repeating: UInt8(0), count: 1 << 12)
    while read(descriptor, &bytes, bytes.count) > 0 { changedAt = MonotonicClock.nanoseconds() }
    guard let moment = changedAt, MonotonicClock.nanoseconds() - moment >= Self.quietNanoseconds else { return false }
    changedAt = nil
    // Folders may have come or gone.
    look()
    return true
  }

  private func look() {
    guard descriptor >= 0 else { return }
    for folder in folders {
      var place = folder
      // A watch that exists already is not made again.
      while clinux_watch(descriptor, place) < 0, errno == ENOENT, place != "/", place != "." {
        place = TextFile.folder(of: place)
      }
    }
  }
}

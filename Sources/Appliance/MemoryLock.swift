internal import CLinux

/// Keeps the program's pages in memory, so that the audio thread never waits for a disk.
enum MemoryLock {
  /// Locks what is used and what will be, where there is no limit to it; under a limit nothing is locked, since later
  /// allocations would fail on it.
  static func lock() {
    if clinux_may_lock_memory() != 0 { _ = clinux_lock_memory() }
  }
}

internal import CLinux
internal import Glibc

/// SIGINT, SIGTERM and SIGHUP as something to wait for; the second one ends the program at once.
///
/// Made on the main thread before any other is: threads made later leave these signals alone.
final class Interrupts: Sendable {
  /// The descriptor to poll for reading.
  let descriptor: Int32

  init() {
    clinux_ignore_broken_pipes()
    descriptor = clinux_signal_descriptor()
  }

  deinit { close(descriptor) }

  /// Whether a signal has arrived since the last look.
  ///
  /// From then on another one ends the program at once.
  var arrived: Bool {
    guard clinux_next_signal(descriptor) != 0 else { return false }
    clinux_release_signals()
    return true
  }
}

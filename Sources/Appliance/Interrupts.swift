internal import CLinux
internal import Glibc

/// SIGINT, SIGTERM and SIGHUP as something to wait for; the second one ends the program at once.
///
/// Made on the main thread before any other is: threads made later leave these signals alone.
final class Interrupts: Sendable {
  /// The descriptor to poll for reading.
  let descriptor: Int32

  /// Readable when a terminal that was taken over has another size, or is to be given back for a while; -1 where none is.
  let terminal: Int32

  /// Holds the signals back.
  ///
  /// - Parameter hasTerminal: whether a terminal will be taken over, whose signals then wait as well.
  init(hasTerminal: Bool = false) {
    clinux_ignore_broken_pipes()
    terminal = hasTerminal ? clinux_terminal_signal_descriptor() : -1
    descriptor = clinux_signal_descriptor()
  }

  deinit {
    close(descriptor)
    if terminal >= 0 { close(terminal) }
  }

  /// Whether a signal has arrived since the last look.
  ///
  /// From then on another one ends the program at once.
  var arrived: Bool {
    guard clinux_next_signal(descriptor) != 0 else { return false }
    clinux_release_signals()
    return true
  }
}

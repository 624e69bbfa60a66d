internal import Realtime
internal import Synchronization

/// Lines that any thread has to say, on their way to the one that prints.
///
/// Not for the render path.
final class Notices: Sendable {
  /// Rung when there is something to print.
  let posted = WakeSignal()
  private let lines = Mutex<[String]>([])

  /// Adds a line.
  func post(_ line: String) {
    lines.withLock { $0.append(line) }
    posted.ring()
  }

  /// Takes all lines, oldest first.
  func take() -> [String] {
    posted.clear()
    return lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

internal import Glibc
internal import Synchronization

/// Standard output and standard error, whole lines at a time.
///
/// Any thread but the audio thread while it renders: a terminal may be slow to take a line.
public final class Console: Sendable {
  private let pending = Mutex<[UInt8]>([])
  private let failure = Mutex<String?>(nil)

  /// Bytes that are gathered before they are written.
  private static let pieceBytes = 1 << 15

  /// Makes a console.
  public init() {}

  /// Whether standard output is a terminal.
  var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Adds text to standard output; it is written when enough has gathered, or on `flush`.
  func write(_ text: String) {
    pending.withLock {
      $0 += text.utf8
      if $0.count >= Self.pieceBytes { writeAll(&$0, to: STDOUT_FILENO) }
    }
  }

  /// Why something could not be written to standard output; nil when all was.
  var lostOutput: String? { failure.withLock { $0 } }

  /// Writes what has gathered.
  func flush() { pending.withLock { writeAll(&$0, to: STDOUT_FILENO) } }

  /// Says a line on standard error.
  func say(_ line: String) {
    flush()
    var bytes = Array("dronetuner: \(line)\n".utf8)
    writeAll(&bytes, to: STDERR_FILENO)
  }

  private func writeAll(_ bytes: inout [UInt8], to descriptor: Int32) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return -1 }
        return Glibc.write(descriptor, base + done, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        if descriptor == STDOUT_FILENO { failure.withLock { $0 = $0 ?? reason } }
        break
      }
      done += count
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

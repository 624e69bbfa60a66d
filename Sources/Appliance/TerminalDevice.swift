internal import CLinux
internal import Glibc
internal import Meters

/// The terminal that standard output is: taken over whole, and given back as it was on every way out.
///
/// A guard process gives it back even where this one is killed. One thread's alone.
final class TerminalDevice {
  /// Readable when somebody types; -1 where nobody can.
  let input: Int32
  /// Readable when the terminal has another size, or the program is to stop for a while.
  let signals: Int32

  private let output: Int32
  private let before: termios?
  private var guardDescriptor: Int32 = -1
  private var guardProcess: pid_t = 0
  private var pending: [UInt8] = []
  private var isOpen = false

  /// How long a slow terminal is given to take what is left, in milliseconds.
  private static let flushMilliseconds: Int32 = 200
  /// What is read at once, in bytes.
  private static let pieceBytes = 1 << 12

  /// Takes the terminal over; nil where standard output is none, or has no size.
  ///
  /// - Parameter signals: the descriptor of its signals.
  init?(signals: Int32) {
    self.signals = signals
    var size: (columns: Int32, rows: Int32) = (0, 0)
    guard isatty(STDOUT_FILENO) == 1, clinux_terminal_size(STDOUT_FILENO, &size.columns, &size.rows) != 0 else {
      return nil
    }
    // A description of its own: that writing to it does not wait is no business of the shell's.
    output = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard output >= 0 else { return nil }
    input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : -1
    var state = termios()
    before = tcgetattr(STDOUT_FILENO, &state) == 0 ? state : nil
    if before != nil {
      let closing = Array(TerminalScreen.closing.utf8CString)
      guardDescriptor = clinux_guard_terminal(STDOUT_FILENO, &state, closing, closing.count - 1, &guardProcess)
    }
    enter()
  }

  deinit {
    leave()
    if guardDescriptor >= 0 { clinux_dismiss_guard(guardDescriptor, guardProcess) }
    close(output)
  }

  /// Its size in cells, as it is now.
  var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard clinux_terminal_size(STDOUT_FILENO, &columns, &rows) != 0 else { return (80, 24) }
    return (Int(columns), Int(rows))
  }

  /// Whether all that was written has gone out: before that, another frame would only wait behind it.
  var isReady: Bool { pending.isEmpty }

  /// The descriptor to wait on for room, while something waits for it; else -1.
  var blocked: Int32 { pending.isEmpty ? -1 : output }

  /// Writes bytes, as many as the terminal takes; the rest waits.
  func write(_ bytes: [UInt8]) {
    pending += bytes
    flush()
  }

  /// Writes what waits, as far as the terminal takes it.
  func flush() {
    var done = 0
    while done < pending.count {
      let count = pending.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return Glibc.write(output, base + done, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A terminal that has gone takes nothing any more.
        if count == 0 || errno == EAGAIN { break }
        done = pending.count
        break
      }
      done += count
    }
    pending.removeFirst(done)
  }

  /// What was typed since the last time; nil when there will be no more.
  func read() -> [UInt8]? {
    var bytes = Array(repeating: UInt8(0), count: Self.pieceBytes)
    let count = Glibc.read(input, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }

  /// The signals that have arrived: whether the size may be another, and whether the program is to stop for a while.
  func takeSignals() -> (isResized: Bool, isToStop: Bool) {
    var taken = (isResized: false, isToStop: false)
    while true {
      switch clinux_next_signal(signals) {
      case 0: return taken
      case SIGWINCH: taken.isResized = true
      case SIGTSTP: taken.isToStop = true
      default: break
      }
    }
  }

  /// Gives the terminal back, stops the program as Ctrl-Z does, and takes the terminal over again when it goes on.
  func stop() {
    leave()
    clinux_stop_self()
    enter()
  }

  private func enter() {
    guard !isOpen else { return }
    isOpen = true
    if var raw = before {
      cfmakeraw(&raw)
      // A second Ctrl-C ends the program at once even where it hangs: signals stay.
      raw.c_lflag |= tcflag_t(ISIG)
      raw.c_oflag |= tcflag_t(OPOST)
      tcsetattr(STDOUT_FILENO, TCSADRAIN, &raw)
    }
    write(Array(TerminalScreen.opening.utf8))
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard isOpen else { return }
    isOpen = false
    drain()
    write(Array(TerminalScreen.closing.utf8))
    drain()
    if var state = before { tcsetattr(STDOUT_FILENO, TCSADRAIN, &state) }
  }

  private func drain() {
    flush()
    guard !pending.isEmpty else { return }
    var polled = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    let until = Self.flushMilliseconds
    while !pending.isEmpty, poll(&polled, 1, until) > 0 {
      let left = pending.count
      flush()
      if pending.count == left { break }
    }
    pending = []
  }
}

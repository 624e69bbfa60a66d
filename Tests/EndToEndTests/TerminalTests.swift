import Glibc
import TestSupport
import Testing

/// The program on a whole terminal, which tmux plays.
@Suite(.enabled(if: Terminal.isThere), .serialized)
struct TerminalTests {
  /// How long a start may take on a busy machine.
  private static let startSeconds = 15.0
  /// What may pass from a key or a signal to what is seen of it.
  private static let answerSeconds = 5.0

  @Test("Meters are shown, follow Mode, the ribbon's keys and the size, and leave the terminal as it was")
  func session() {
    let terminal = Terminal(columns: 80, rows: 24)
    terminal.type("\(Program.path) demo\r")
    #expect(terminal.shows("Standard", within: Self.startSeconds))
    // What is said at the start has to go first.
    #expect(terminal.shows("Tab menu", within: 2 * Self.startSeconds))
    terminal.type("m")
    #expect(terminal.shows("Hz  ", within: Self.answerSeconds) || terminal.shows(" c\n", within: 1))
    terminal.type("\t")
    #expect(terminal.shows("Mute drones", within: Self.answerSeconds))
    terminal.type("\u{1B}")
    #expect(terminal.hides("Mute drones", within: Self.answerSeconds))
    terminal.resize(columns: 50, rows: 14)
    #expect(terminal.hides("Tab menu", within: Self.answerSeconds))
    #expect(terminal.shows("? help", within: Self.answerSeconds))
    terminal.resize(columns: 20, rows: 5)
    #expect(terminal.shows("40x12", within: Self.answerSeconds))
    terminal.resize(columns: 80, rows: 24)
    terminal.type("q")
    expectPrompt(terminal)
  }

  /// Those that it waits for, one that nobody can, and one that nobody thought of.
  private static let signals = [SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGUSR1]

  @Test("Whatever ends the program, the terminal is given back", arguments: signals)
  func ends(signal: Int32) throws {
    let terminal = Terminal(columns: 80, rows: 24)
    terminal.type("\(Program.path) demo\r")
    #expect(terminal.shows("? help", within: Self.startSeconds))
    let process = try #require(terminal.process(running: "demo"))
    kill(process, signal)
    expectPrompt(terminal)
  }

  @Test("Ctrl-Z gives the terminal back for as long as the program is stopped")
  func stop() {
    let terminal = Terminal(columns: 80, rows: 24)
    terminal.type("\(Program.path) demo\r")
    #expect(terminal.shows("? help", within: Self.startSeconds))
    terminal.type("\u{1A}")
    expectPrompt(terminal)
    terminal.type("fg\r")
    #expect(terminal.shows("? help", within: Self.answerSeconds))
    terminal.type("q")
    expectPrompt(terminal)
  }

  /// For how long nothing is sent once all that is said at the start has gone again, and how often that is looked at.
  static let stillMicroseconds: UInt32 = 5_000_000
  static let looks = 10

  @Test("While nothing is heard not a byte is sent")
  func silence() {
    let terminal = Terminal(columns: 80, rows: 24)
    let configuration = terminal.folder.write(Array("pcm.card { type null }\n".utf8), "alsa.conf")
    terminal.type("ALSA_CONFIG_PATH=\(configuration) \(Program.path) run --device card\r")
    #expect(terminal.shows("play a note", within: Self.startSeconds))
    // What is said at the start, of the card and its rate, has to go first.
    let isStill = (0..<Self.looks).contains { _ in
      let before = terminal.sentBytes
      usleep(Self.stillMicroseconds)
      return before > 1000 && terminal.sentBytes == before
    }
    #expect(isStill)
    terminal.type("q")
    expectPrompt(terminal)
  }

  /// The shell has the terminal: the other screen and the mouse are gone, the cursor is there, and what is typed is seen.
  private func expectPrompt(_ terminal: Terminal) {
    let end = terminal.waits(within: Self.answerSeconds) { terminal.state == "0 0 1" }
    #expect(end, "\(terminal.state)")
    terminal.type("stty -a\r")
    #expect(terminal.shows(" icanon", within: Self.answerSeconds))
    #expect(terminal.shows(" echo ", within: Self.answerSeconds))
  }
}

/// A terminal with a shell in it, that can be typed at and read.
private final class Terminal {
  let folder = TemporaryFolder()

  static let isThere = access("/usr/bin/tmux", X_OK) == 0

  init(columns: Int, rows: Int) {
    let shell =
      "env -i PATH=/usr/bin:/bin HOME=\(folder.path) LC_ALL=C.UTF-8 TERM=tmux-256color \(libraries)bash --norc -i"
    tmux(["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell])
    tmux(["set", "-g", "status", "off"])
    tmux(["pipe-pane", "-O", "cat > \(folder.file("sent"))"])
  }

  deinit { tmux(["kill-server"]) }

  private var libraries: String {
    getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=\(String(cString: $0)) " } ?? ""
  }

  /// What stands on it.
  var text: String {
    tmux(["capture-pane", "-p"], into: "captured")
    return String(decoding: TemporaryFolder.read(folder.file("captured")), as: UTF8.self)
  }

  /// Whether the other screen is on, the mouse is reported, the cursor is seen.
  var state: String {
    tmux(["display", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"], into: "captured")
    return String(decoding: TemporaryFolder.read(folder.file("captured")).dropLast(), as: UTF8.self)
  }

  /// How many bytes were sent to it.
  var sentBytes: Int { TemporaryFolder.read(folder.file("sent")).count }

  func type(_ text: String) { tmux(["send-keys", "-l", text]) }

  func resize(columns: Int, rows: Int) { tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

  func shows(_ text: String, within seconds: Double) -> Bool {
    waits(within: seconds) { self.text.contains(text) }
  }

  func hides(_ text: String, within seconds: Double) -> Bool {
    waits(within: seconds) { !self.text.contains(text) }
  }

  func waits(within seconds: Double, until isTrue: () -> Bool) -> Bool {
    for _ in 0..<Int(seconds * 10) {
      if isTrue() { return true }
      usleep(100_000)
    }
    return isTrue()
  }

  /// The program that the shell runs with an argument; not the guard that it has made.
  func process(running word: String) -> Int32? {
    tmux(["display", "-p", "#{pane_pid}"], into: "captured")
    guard let shell = Int32(String(decoding: TemporaryFolder.read(folder.file("captured")).dropLast(), as: UTF8.self))
    else { return nil }
    let children = String(
      decoding: TemporaryFolder.read("/proc/\(shell)/task/\(shell)/children"), as: UTF8.self)
    return children.split(separator: " ").compactMap { Int32($0) }.first {
      String(decoding: TemporaryFolder.read("/proc/\($0)/cmdline"), as: UTF8.self).contains(word)
    }
  }

  private func tmux(_ words: [String], into file: String = "ignored") {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, folder.file(file), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // The threads that tests run on hold signals back, and what they start would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let all = ["/usr/bin/tmux", "-u", "-f", "/dev/null", "-S", folder.file("socket")] + words
    let pointers = all.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    guard posix_spawn(&process, all[0], &actions, &attributes, pointers + [nil], environ) == 0 else { return }
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}

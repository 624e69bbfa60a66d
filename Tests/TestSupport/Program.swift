internal import Glibc

/// The built program, run as a person would run it.
public struct Program {
  /// What became of a run.
  public struct Result: Sendable {
    /// The exit code; 128 and the signal's number where a signal ended it.
    public var exit: Int32
    /// What it wrote on standard output.
    public var output: String
    /// What it wrote on standard error.
    public var errors: String
    /// Seconds that it took; after the signal, where one was sent.
    public var seconds: Double
  }

  /// The path of `dronetuner`, beside the test bundle that was built with it, whatever the build folder and
  /// configuration are.
  public static let path: String = {
    // The image that holds this code is the bundle, whether it is a program of its own or another has loaded it.
    let place = UInt(bitPattern: #dsohandle)
    let maps = String(decoding: TemporaryFolder.read("/proc/self/maps"), as: UTF8.self)
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, let dash = fields[0].firstIndex(of: "-"),
        let start = UInt(fields[0][..<dash], radix: 16),
        let end = UInt(fields[0][fields[0].index(after: dash)...], radix: 16),
        (start..<end).contains(place), let slash = fields[5].lastIndex(of: "/"),
        let root = fields[5].firstIndex(of: "/")
      else { continue }
      return fields[5][root..<slash] + "/dronetuner"
    }
    return "/nonexistent/dronetuner"
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: what follows its name.
  ///   - environment: added to a small one of our own.
  ///   - fileBytes: the most that a file of its may hold: the byte after ends it, in the middle of whatever it writes.
  ///   - signal: sent to it, with the seconds to wait before.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], fileBytes: Int? = nil,
    signal: (number: Int32, after: Double)? = nil
  ) -> Result {
    let program = Running(arguments, environment: environment, fileBytes: fileBytes)
    guard let signal else { return program.end() }
    program.wait(seconds: signal.after)
    return program.end(signal: signal.number)
  }

  /// The program while it runs.
  public final class Running {
    /// Its process; 0 when it could not be started.
    public let process: Int32

    private let folder = TemporaryFolder()
    private let started = now()
    private var status: Int32?

    /// No run of ours takes this long: it is killed then, and exits with 137.
    private static let limitSeconds = 120.0

    /// Starts the program, with nothing to read and its own empty folder as home.
    ///
    /// - Parameters:
    ///   - arguments: what follows its name.
    ///   - environment: added to a small one of our own.
    ///   - fileBytes: the most that a file of its may hold.
    public init(_ arguments: [String], environment: [String: String] = [:], fileBytes: Int? = nil) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, folder.file("stdout"), O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, folder.file("stderr"), O_WRONLY | O_CREAT, 0o600)
      var variables = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
      if let libraries = getenv("LD_LIBRARY_PATH") { variables["LD_LIBRARY_PATH"] = String(cString: libraries) }
      variables.merge(environment) { $1 }
      var process: pid_t = 0
      var words = [Program.path] + arguments
      if let fileBytes { words = ["/usr/bin/prlimit", "--fsize=\(fileBytes)", "--core=0"] + words }
      let code = Program.withCStrings(words) { argv in
        Program.withCStrings(variables.map { "\($0)=\($1)" }) { envp in
          posix_spawn(&process, words[0], &actions, nil, argv, envp)
        }
      }
      self.process = code == 0 ? process : 0
      if code != 0 {
        status = -1
        _ = folder.write(Array("cannot start \(Program.path): \(String(cString: strerror(code)))".utf8), "stderr")
      }
    }

    deinit { if isRunning { _ = end(signal: SIGKILL) } }

    /// Whether it has not ended yet.
    public var isRunning: Bool {
      guard status == nil else { return false }
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { self.status = status }
      return self.status == nil
    }

    /// What it has written on standard output so far.
    public var output: String { text("stdout") }

    /// What it has written on standard error so far.
    public var errors: String { text("stderr") }

    /// Waits until it has ended, or for so long.
    public func wait(seconds: Double) {
      let end = now() + seconds
      while isRunning, now() < end { usleep(2000) }
    }

    /// Waits until it has written a text on standard error, at most for so long; whether it has.
    public func says(_ text: String, within seconds: Double) -> Bool {
      let end = now() + seconds
      while !errors.contains(text) {
        if !isRunning || now() > end { return errors.contains(text) }
        usleep(5000)
      }
      return true
    }

    /// Waits for its end, which a signal may bring about.
    public func end(signal: Int32? = nil) -> Result {
      var begun = started
      if let signal, isRunning {
        begun = now()
        kill(process, signal)
      }
      wait(seconds: Self.limitSeconds)
      if isRunning {
        kill(process, SIGKILL)
        wait(seconds: 10)
      }
      let status = self.status ?? -1
      let ended = status & 0x7F
      return Result(
        exit: status < 0 ? -1 : ended == 0 ? (status >> 8) & 0xFF : 128 + ended, output: output, errors: errors,
        seconds: now() - begun)
    }

    private func text(_ name: String) -> String {
      String(decoding: TemporaryFolder.read(folder.file(name)), as: UTF8.self)
    }
  }

  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

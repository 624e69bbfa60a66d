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
    /// Seconds that it took.
    public var seconds: Double
  }

  /// The path of `dronetuner`, beside the test bundle that was built with it.
  public static let path: String = {
    var name = Array(repeating: CChar(0), count: 4096)
    let length = readlink("/proc/self/exe", &name, name.count - 1)
    let executable = String(decoding: name[0..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var folder = Substring(executable)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access(folder + "/dronetuner", X_OK) == 0, !folder.hasSuffix("/main") { return folder + "/dronetuner" }
    }
    // Swift 6's test runner is the toolchain's own: the build folder is found from the checkout.
    #if DEBUG
      return Checkout.root + "/.build/debug/dronetuner"
    #else
      return Checkout.root + "/.build/release/dronetuner"
    #endif
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: what follows its name.
  ///   - environment: added to a small one of our own.
  ///   - signal: sent to it, with the seconds to wait before.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], signal: (number: Int32, after: Double)? = nil
  ) -> Result {
    let folder = TemporaryFolder()
    let outputPath = folder.file("stdout")
    let errorsPath = folder.file("stderr")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorsPath, O_WRONLY | O_CREAT, 0o600)
    var variables = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    if let libraries = getenv("LD_LIBRARY_PATH") { variables["LD_LIBRARY_PATH"] = String(cString: libraries) }
    variables.merge(environment) { $1 }
    var process: pid_t = 0
    let started = now()
    let arguments = [path] + arguments
    let code = withCStrings(arguments) { argv in
      withCStrings(variables.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&process, path, &actions, nil, argv, envp)
      }
    }
    guard code == 0 else {
      return Result(
        exit: -1, output: "", errors: "cannot start \(path): \(String(cString: strerror(code)))", seconds: 0)
    }
    if let signal {
      usleep(UInt32(signal.after * 1e6))
      kill(process, signal.number)
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let seconds = now() - started - (signal?.after ?? 0)
    let ended = status & 0x7F
    return Result(
      exit: ended == 0 ? (status >> 8) & 0xFF : 128 + ended,
      output: String(decoding: TemporaryFolder.read(outputPath), as: UTF8.self),
      errors: String(decoding: TemporaryFolder.read(errorsPath), as: UTF8.self), seconds: seconds)
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

import Glibc
import TestSupport
import Testing

/// The program as it runs, on a machine of which it is made to see no sound card.
struct LiveTests {
  /// No card, whatever this machine has: alsa-lib's configuration is empty.
  static let noCard = ["ALSA_CONFIG_PATH": "/dev/null"]
  /// What may pass from a signal to the end.
  static let endSeconds = 1.0
  /// How long a start may take on a busy machine.
  static let startSeconds = 10.0
  /// What the program may hold in memory, in KiB.
  static let memoryKiB = 20 * 1024

  static let signals = [SIGINT, SIGTERM, SIGHUP]

  @Test(
    "A signal ends the demonstration within a second, with exit code 0 and nothing but its own lines",
    arguments: signals)
  func signal(number: Int32) {
    let program = Program.Running(["demo"], environment: Self.noCard)
    #expect(program.says("audio: demonstration", within: Self.startSeconds))
    program.wait(seconds: 0.3)
    #expect(program.isRunning)
    let result = program.end(signal: number)
    #expect(result.exit == 0)
    #expect(result.seconds < Self.endSeconds)
    expectOwnLines(result.errors)
  }

  @Test("--display json writes one object on a line, and --spoken sentences that say something else each")
  func otherDisplays() {
    let program = Program.Running(["demo", "--display", "json"], environment: Self.noCard)
    for _ in 0..<200 where !program.output.contains("\"note\":\"A2\"") { program.wait(seconds: 0.1) }
    let lines = program.end(signal: SIGTERM).output.split(separator: "\n")
    #expect(lines.count > 5 && lines.count < 400)
    for line in lines {
      #expect(line.hasPrefix("{\"note\":\"") && line.hasSuffix("}") && line.split(separator: ",").count == 10)
    }
    #expect(lines.contains { $0.contains("\"note\":\"E2\"") && $0.contains("\"state\":\"flat\"") })
    let speaker = Program.Running(["demo", "--spoken"], environment: Self.noCard)
    for _ in 0..<200 where !speaker.output.contains("A octave 2") { speaker.wait(seconds: 0.1) }
    let spoken = speaker.end(signal: SIGTERM).output
    let sentences = spoken.split(separator: "\n")
    #expect(sentences.count >= 2 && sentences.count <= 12)
    #expect(sentences.contains { $0.hasPrefix("E octave 2, ") && $0.hasSuffix(" cents flat") })
    #expect(Program.run(["demo", "--display", "terminal"], environment: Self.noCard).exit == 2)
    #expect(Program.run(["demo", "--display", "json", "--spoken"], environment: Self.noCard).exit == 2)
  }

  @Test("A second signal ends it at once")
  func secondSignal() {
    let program = Program.Running(["demo", "--display", "none"], environment: Self.noCard)
    #expect(program.says("audio: demonstration", within: Self.startSeconds))
    kill(program.process, SIGTERM)
    program.wait(seconds: 0.1)
    let result = program.end(signal: SIGTERM)
    #expect(result.seconds < 0.2)
    #expect(result.output.isEmpty)
  }

  @Test(
    "Without a sound card and a terminal it says so, demonstrates the guitar's strings, and ends by itself after 20 s")
  func demonstration() throws {
    let program = Program.Running(["run"], environment: Self.noCard)
    var sockets: Set<String> = []
    for _ in 0..<100 where program.isRunning {
      sockets.formUnion(internetSockets(of: program.process))
      program.wait(seconds: 0.2)
    }
    let result = program.end()
    #expect(result.exit == 0)
    #expect(result.seconds > 19.9 && result.seconds < 30)
    expectOwnLines(result.errors)
    #expect(result.errors.contains("no sound card: sound card 'default'"))
    #expect(result.errors.contains("demonstration"))
    let lines = result.output.split(separator: "\n")
    for note in ["E2", "A2", "D3", "G3", "B3", "E4"] { #expect(lines.contains { $0.hasPrefix(note + " ") }, "\(note)") }
    #expect(sockets.isEmpty)
  }

  @Test("A service never demonstrates: it says once what is missing, waits in little memory, and ends on a signal")
  func service() throws {
    let program = Program.Running(["run", "--service"], environment: Self.noCard)
    #expect(program.says("trying again every second", within: Self.startSeconds))
    for _ in 0..<15 {
      program.wait(seconds: 0.2)
      #expect(internetSockets(of: program.process).isEmpty)
    }
    #expect(program.isRunning)
    let memory = try #require(status(of: program.process, "VmRSS"))
    #expect(memory > 1000)
    #if !DEBUG
      #expect(memory < Self.memoryKiB)
    #endif
    let threads = try #require(status(of: program.process, "Threads"))
    // Audio, analysis, control and housekeeping, and the one that looks for cards.
    #expect(threads == 5)
    let result = program.end(signal: SIGTERM)
    #expect(result.exit == 0)
    #expect(result.seconds < Self.endSeconds)
    #expect(result.output.isEmpty)
    expectOwnLines(result.errors)
    #expect(!result.errors.contains("demonstration"))
    #expect(result.errors.split(separator: "\n").count { $0.contains("sound card 'default'") } == 1)
  }

  @Test("On a card it says which, plays and listens until a signal, and ends in order")
  func card() {
    let folder = TemporaryFolder()
    let configuration = folder.write(Array("pcm.card { type null }\n".utf8), "alsa.conf")
    let program = Program.Running(
      ["run", "--device", "card", "--rate", "44100", "--period", "128"],
      environment: ["ALSA_CONFIG_PATH": configuration])
    #expect(
      program.says("audio: capture card, playback card, 44100 Hz, 128 frames a block\n", within: Self.startSeconds))
    program.wait(seconds: 0.5)
    #expect(program.isRunning)
    let result = program.end(signal: SIGINT)
    #expect(result.exit == 0)
    #expect(result.seconds < Self.endSeconds)
    #expect(result.output.isEmpty)
    expectOwnLines(result.errors)
  }

  @Test("A reference tone plays on a card for as long as asked, or until a signal")
  func tone() {
    let folder = TemporaryFolder()
    let configuration = folder.write(Array("pcm.card { type null }\n".utf8), "alsa.conf")
    let environment = ["ALSA_CONFIG_PATH": configuration]
    let timed = Program.run(["tone", "A4", "--playback", "card", "--seconds", "2"], environment: environment)
    #expect(timed.exit == 0 && timed.errors.isEmpty && timed.output.isEmpty)
    let ended = Program.run(
      ["tone", "A4", "--playback", "card"], environment: environment, signal: (SIGINT, 0.5))
    #expect(ended.exit == 0 && ended.errors.isEmpty && ended.output.isEmpty)
    #expect(ended.seconds < Self.endSeconds)
  }

  static let hasNoSequencer = access("/dev/snd/seq", F_OK) != 0

  @Test("Without a sequencer the rest goes on, and one line says what is missing", .enabled(if: hasNoSequencer))
  func noSequencer() {
    let result = Program.run(["demo"], environment: Self.noCard, signal: (SIGTERM, 1))
    #expect(result.exit == 0)
    #expect(result.errors.split(separator: "\n").count { $0.contains("no MIDI: ") && $0.contains("/dev/snd/seq") } == 1)
    #expect(result.errors.contains("audio: demonstration"))
  }

  private func expectOwnLines(_ errors: String) {
    let lines = errors.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.hasPrefix("dronetuner: "), "\(line)") }
  }

  /// A number from the kernel's status of a process.
  private func status(of process: Int32, _ name: String) -> Int? {
    let text = String(decoding: TemporaryFolder.read("/proc/\(process)/status"), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }) else { return nil }
    return Int(line.dropFirst(name.count + 1).filter(\.isNumber))
  }

  /// The descriptors of a process that are sockets of the internet protocols, by the kernel's tables.
  private func internetSockets(of process: Int32) -> [String] {
    var inodes: Set<Substring> = []
    for table in ["tcp", "tcp6", "udp", "udp6", "raw", "raw6", "udplite", "udplite6"] {
      let text = String(decoding: TemporaryFolder.read("/proc/\(process)/net/\(table)"), as: UTF8.self)
      for line in text.split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        if fields.count > 9 { inodes.insert(fields[9]) }
      }
    }
    var found: [String] = []
    for descriptor in 0..<256 {
      var target = Array(repeating: CChar(0), count: 256)
      let length = readlink("/proc/\(process)/fd/\(descriptor)", &target, target.count)
      guard length > 0 else { continue }
      let text = String(decoding: target[0..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("socket:["), inodes.contains(text.dropFirst(8).dropLast()) { found.append(text) }
    }
    return found
  }
}

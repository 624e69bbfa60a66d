internal import CLinux
internal import Glibc
internal import MIDIMessages
internal import TunerRules
internal import Tuning

/// Measures what the program costs on this machine.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary = "measure what the drones cost on this machine"
  static let usage = "[options]"
  static let discussion = """
    Prints, each on a line:

      render   CPU nanoseconds a frame of three drones at 48 kHz, and times real time
      block    the slowest block of 256 frames over the median one, each block's time
               being its shortest of 20 replays, while notes come and go
      tail     the dearest block while three notes die away, over a steady one
      process  CPU seconds of 'render' on a minute of three notes, of fluidsynth on the
               same file where it and a sound font are installed, and their ratio
               (medians of five runs, in turn)
    """
  static let options = [
    Option(
      name: "--soundfont", value: "FILE",
      help: "for fluidsynth (default /usr/share/sounds/sf2/TimGM6mb.sf2)")
  ]

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else { throw CommandFault("'bench' takes no operand", exit: .usage) }
    let route = try TuningOptions.library(arguments, console: console).route(.chromatic)
    let timings = RenderBenchmark(route: route).run()
    console.write(
      "render   \(timings.nanosecondsPerFrame.fixedText(1)) ns a frame, \((1e9 / 48_000 / timings.nanosecondsPerFrame).fixedText(0)) times real time\n"
    )
    console.write(
      "block    slowest \(timings.slowestBlock.fixedText(2)) us, median \(timings.medianBlock.fixedText(2)) us, ratio \((timings.slowestBlock / timings.medianBlock).fixedText(2))\n"
    )
    console.write(
      "tail     dearest block of three dying notes over a steady one, ratio \(timings.tailRatio.fixedText(2))\n")
    console.flush()
    try compare(arguments.text("--soundfont") ?? "/usr/share/sounds/sf2/TimGM6mb.sf2", console)
  }

  /// The whole process beside fluidsynth's, on the same minute of music.
  private static func compare(_ soundFont: String, _ console: Console) throws(CommandFault) {
    var template = Array("/tmp/dronetuner-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CommandFault("no temporary folder is to be had in /tmp") }
    let folder = String(cString: made)
    let (song, ours, theirs) = (folder + "/chord.mid", folder + "/ours.wav", folder + "/theirs.wav")
    defer {
      for file in [song, ours, theirs] { unlink(file) }
      rmdir(folder)
    }
    do throws(TextFile.Fault) { try TextFile.write(chord, to: song) } catch { throw CommandFault(error.description) }
    let render = ["/proc/self/exe", "render", song, "-o", ours]
    // Reverb and chorus off, and program 81, a sawtooth lead: the nearest to what a drone is.
    let synthesize = ["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-r", "48000", "-F", theirs, soundFont, song]
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      own.append(cpuSeconds(render))
      if TextFile.exists(soundFont) { other.append(cpuSeconds(synthesize)) }
    }
    guard own.allSatisfy({ $0 > 0 }) else { throw CommandFault("'render' could not be run on \(song)") }
    guard let fluidsynth = median(other), fluidsynth > 0, let mine = median(own) else {
      console.write("process  \((median(own) ?? 0).fixedText(3)) s; fluidsynth or its sound font is not installed\n")
      return
    }
    console.write(
      "process  \(mine.fixedText(3)) s, fluidsynth \(fluidsynth.fixedText(3)) s, ratio \((mine / fluidsynth).fixedText(2))\n"
    )
  }

  private static var chord: [UInt8] {
    let channel = Channel(clamping: 0)
    let notes: [UInt7] = [45, 52, 56]
    var messages = [TimedMessage(frame: 0, message: .programChange(channel: channel, program: 80))]
    messages += notes.map { TimedMessage(frame: 0, message: .noteOn(channel: channel, note: $0, velocity: 100)) }
    messages += notes.map {
      TimedMessage(frame: 60 * 48_000, message: .noteOff(channel: channel, note: $0, velocity: 64))
    }
    return StandardMIDIFile.encode(messages, rate: 48_000)
  }

  private static func cpuSeconds(_ command: [String]) -> Double {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    return clinux_cpu_seconds(command[0], &arguments)
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

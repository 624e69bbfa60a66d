internal import MIDIMessages
internal import TunerRules

/// Plays a standard MIDI file on the ribbon, into a WAV file.
enum RenderCommand: Command {
  static let name = "render"
  static let summary = "play a standard MIDI file with the drones, into a WAV file"
  static let usage = "MIDIFILE -o OUT.wav [options]"
  static let discussion = """
    Plays the file's notes as a keyboard at port 'control' would, with the same three
    voices, and writes one channel of 32-bit float. Keys sound while they are held;
    with --latch a note-on toggles its key, and what is latched at the end of the
    track fades there.
    """
  static let options =
    [
      Option(name: "-o", value: "OUT.wav", help: "the file to write"),
      Option(name: "--rate", value: "HZ", help: "frames a second, 8000 to 192000 (default 48000)"),
      Option(name: "--latch", value: nil, help: "keys latch instead of being held")
    ] + TuningOptions.options

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.count == 1, let output = arguments.text("-o") else {
      throw CommandFault("expected 'render MIDIFILE -o OUT.wav'", exit: .usage)
    }
    let rate = try arguments.integer("--rate", in: 8000...192_000) ?? 48_000
    let settings = try TuningOptions.settings(arguments, defaults: .chromatic)
    let route = try TuningOptions.library(arguments, console: console).route(settings.tuning)
    let controls = ControlSettings(keyMode: arguments.has("--latch") ? .latch : .hold)
    let surface = ControlSurface(route: route, settings: controls, rate: rate)
    try OfflineRender.run(
      try sequence(arguments.operands[0], rate: rate), surface: surface, rate: rate, output: output)
  }

  private static func sequence(_ path: String, rate: Int) throws(CommandFault) -> TimedSequence {
    do {
      return try StandardMIDIFile(bytes: try TextFile.bytes(path), file: path).frames(rate: rate)
    } catch { throw CommandFault("\(error)") }
  }
}

internal import MIDIMessages
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// Writes what port `pitch` would have sent of a recording as a standard MIDI file.
enum TranscribeCommand: Command {
  static let name = "transcribe"
  static let summary = "write the pitch in an audio file as a standard MIDI file"
  static let usage = "FILE -o OUT.mid [options]"
  static let discussion = """
    Writes exactly what port 'pitch' would have sent had the file been played to the
    input: unless told otherwise notes with pitch bend, absolute, A4 = 440 Hz, a range
    of two semitones. What a receiver is told before the first note is written too.
    """
  static let options =
    [
      Option(name: "-o", value: "OUT.mid", help: "the file to write"),
      Option(name: "--channel", value: "N", help: "the channel to listen to, from 1 (default the one with the signal)")
    ] + PitchOutOptions.options + TuningOptions.options

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.count == 1, let output = arguments.text("-o") else {
      throw CommandFault("expected 'transcribe FILE -o OUT.mid'", exit: .usage)
    }
    let channel = try arguments.integer("--channel", in: 1...1024).map { $0 - 1 }
    let settings = try TuningOptions.settings(arguments, defaults: .chromatic)
    let pitchOut = try PitchOutOptions.settings(arguments, defaults: settings.pitchOut)
    let route = try TuningOptions.library(arguments, console: console).route(settings.tuning)
    var timed = pitchOut.introduction.map { TimedMessage(frame: 0, message: $0) }
    let end = try OfflineAnalysis.run(
      path: arguments.operands[0], channel: channel, route: route, pitchOut: pitchOut
    ) { step, _ in
      timed += step.messages.map { TimedMessage(frame: step.reading.time.frame, message: $0) }
    }
    timed += end.lastMessages.map { TimedMessage(frame: end.frames, message: $0) }
    do throws(TextFile.Fault) {
      try TextFile.write(StandardMIDIFile.encode(timed, endFrame: end.frames, rate: end.rate), to: output)
    } catch { throw CommandFault(error.description) }
  }
}

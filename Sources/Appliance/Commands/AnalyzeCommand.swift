internal import Meters
internal import Timebase
internal import TunerEngine
internal import TunerRules
internal import Tuning

/// Reads audio files and prints a reading a hop.
enum AnalyzeCommand: Command {
  static let name = "analyze"
  static let summary = "read the pitch in audio files, as CSV or JSON"
  static let usage = "FILE… [options]"
  static let discussion = """
    Prints one reading a hop (5.3 ms at 48 kHz) of each file:

      time       seconds, of the newest sample that the reading used
      frequency  hertz, what this hop supports; 0 where it has no pitch
      note       the note shown, by its Western name; it outlasts the sound by 0.2 s
      cents      from that note, smoothed as it is shown
      clarity    0 to 1: how periodic the sound is
      level      dB relative to full scale
      latched    1 while a note is shown

    JSON is one object a line, and has two more: clipping, whether the input is driven
    into its stops, and strobe, of harmonics 1 to 4 of the note shown the amplitude and
    how far the phase has turned since the row before, in turns. With several files each row begins with its file.
    Readings are causal: the beginning of a file gives the same rows as the whole.
    """
  static let options =
    [
      Option(name: "--format", value: "csv|json", help: "what to print (default csv)"),
      Option(name: "--channel", value: "N", help: "the channel to listen to, from 1 (default the one with the signal)")
    ] + TuningOptions.options

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard !arguments.operands.isEmpty else {
      throw CommandFault("no file was named; expected 'analyze FILE…'", exit: .usage)
    }
    let isJSON = try arguments.choice("--format", of: ["csv", "json"]) == "json"
    let channel = try arguments.integer("--channel", in: 1...1024).map { $0 - 1 }
    let settings = try TuningOptions.settings(arguments, defaults: .chromatic)
    let route = try TuningOptions.library(arguments, console: console).route(settings.tuning)
    let showsFile = arguments.operands.count > 1
    if !isJSON {
      console.write("\(showsFile ? "file," : "")time,frequency,note,cents,clarity,level,latched\n")
    }
    // One bad file among many is said, and the others are still read.
    var faults: [CommandFault] = []
    for path in arguments.operands {
      do throws(CommandFault) {
        try OfflineAnalysis.run(
          path: path, channel: channel, route: route, pitchOut: settings.pitchOut, hasStrobe: isJSON
        ) { step, rate in
          let row = ReadingRow(step.reading, rate: rate)
          let file = showsFile ? path : nil
          console.write(isJSON ? row.json(file: file) : row.csv(file: file))
        }
      } catch { faults.append(error) }
    }
    for fault in faults.dropLast() { console.say("\(name): \(fault.description)") }
    if let last = faults.last { throw last }
  }
}

/// A reading as a row of text.
struct ReadingRow {
  private let time: String
  private let frequency: String
  private let note: String
  private let cents: String
  private let clarity: String
  private let level: String
  private let isLatched: Bool
  private let isClipping: Bool
  private let strobe: StrobeReading

  /// - Parameters:
  ///   - reading: what to write.
  ///   - rate: frames a second of its time.
  init(_ reading: Reading, rate: Int) {
    time = (Double(reading.time.frame) / Double(rate)).fixedText(6)
    frequency = reading.frequency > 0 ? reading.frequency.fixedText(6) : "0"
    note = reading.target?.westernName ?? ""
    cents = reading.isLatched ? reading.cents.value.fixedText(3) : "0"
    clarity = Double(reading.clarity).fixedText(3)
    level = Double(reading.level).fixedText(1)
    isLatched = reading.isLatched
    isClipping = reading.isClipping
    strobe = reading.strobe
  }

  /// The row as comma-separated values, with its line end.
  func csv(file: String?) -> String {
    let start = file.map { Self.csvField($0) + "," } ?? ""
    return "\(start)\(time),\(frequency),\(note),\(cents),\(clarity),\(level),\(isLatched ? 1 : 0)\n"
  }

  /// The row as a JSON object, with its line end.
  func json(file: String?) -> String {
    let start = file.map { "\"file\":\($0.quotedJSON)," } ?? ""
    let harmonics = (0..<4).map { harmonic in
      let amplitude = Double(strobe.amplitudes[harmonic]).fixedText(6)
      return "{\"amplitude\":\(amplitude),\"turn\":\(strobe.turns[harmonic].fixedText(6))}"
    }.joined(separator: ",")
    return
      "{\(start)\"time\":\(time),\"frequency\":\(frequency),\"note\":\(note.quotedJSON),\"cents\":\(cents),"
      + "\"clarity\":\(clarity),\"level\":\(level),\"latched\":\(isLatched),\"clipping\":\(isClipping),"
      + "\"strobe\":[\(harmonics)]}\n"
  }

  private static func csvField(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

internal import TunerRules
internal import Tuning

/// The options that several commands share: what is tuned to.
enum TuningOptions {
  /// Those that decide where notes lie.
  static let intonation = [
    Option(
      name: "--reference", value: "HZ|NOTE=HZ", help: "the frequency of A4, 300 to 600, or of any note (C4=256)"),
    Option(
      name: "--temperament", value: "ID|FILE", help: "a temperament by its id, or a .scl or .ascl file (default equal)"),
    Option(name: "--tonic", value: "NOTE", help: "the temperament's tonic, C to B (default C)"),
    Option(
      name: "--anchor", value: "reference|tonic", help: "which note a temperament leaves alone (default reference)"),
    Option(name: "--keyboard-map", value: "ID|FILE", help: "a .kbm file, or 'linear' (default: the temperament's own)"),
    Option(name: "--presets", value: "DIR", help: "read presets and temperaments from this folder alone")
  ]

  /// All of them.
  static let options =
    [Option(name: "--preset", value: "ID", help: "the tuning, as 'dronetuner presets list' names it")] + intonation + [
      Option(
        name: "--sa", value: "ROOT|HZ",
        help: "the tonic of Indian presets: C#, F3, C#+12 (cents), or hertz (default C#4)"),
      Option(
        name: "--notation", value: "WORD", help: "what swaras are called: hindustani (default), carnatic or western"),
      Option(name: "--capital-ma", value: "WORD", help: "which Ma has the capital M: shuddha (default) or tivra"),
      Option(name: "--western-override", value: nil, help: "Indian presets in the temperament, with Sa on C#"),
      Option(name: "--ribbon-base", value: "NOTE", help: "the first key of a chromatic ribbon (default C4)")
    ]

  /// The settings the options ask for, on top of `defaults`.
  static func settings(_ arguments: Arguments, defaults: Settings) throws(CommandFault) -> Settings {
    var settings = defaults
    settings.tuning = try tuning(arguments, defaults: defaults.tuning)
    return settings
  }

  /// The tuning the options ask for, on top of `defaults`.
  static func tuning(_ arguments: Arguments, defaults: TuningSettings) throws(CommandFault) -> TuningSettings {
    var tuning = defaults
    if let id = arguments.text("--preset") { tuning.presetID = id }
    if let text = arguments.text("--reference") {
      tuning.reference = try value("--reference") { () throws(ValueFault) in try ReferencePitch(text) }
    }
    if let id = arguments.text("--temperament") {
      tuning.temperamentID = id
      tuning.usesTemperament = true
    }
    if let text = arguments.text("--tonic") {
      guard let note = NoteName.note(text + "4") else {
        throw CommandFault("option '--tonic': found '\(text)'; expected a note from C to B", exit: .usage)
      }
      tuning.tonic = (note % 12 + 12) % 12
    }
    if let word = try arguments.choice("--anchor", of: TuningSettings.Anchor.allCases.map(\.rawValue)) {
      tuning.anchor = TuningSettings.Anchor(rawValue: word) ?? tuning.anchor
    }
    tuning.keyboardMapID = arguments.text("--keyboard-map") ?? tuning.keyboardMapID
    if let text = arguments.text("--sa") {
      tuning.sa = try value("--sa") { () throws(ValueFault) in try Sa(text) }
    }
    let traditions = SwaraNaming.Tradition.allCases.map(\.rawValue)
    if let word = try arguments.choice("--notation", of: traditions + ["western"]) {
      let tradition = SwaraNaming.Tradition(rawValue: word)
      tuning.showsSwaras = tradition != nil
      tuning.swaraNaming.tradition = tradition ?? tuning.swaraNaming.tradition
    }
    if let word = try arguments.choice("--capital-ma", of: SwaraNaming.CapitalMa.allCases.map(\.rawValue)) {
      tuning.swaraNaming.capitalMa = SwaraNaming.CapitalMa(rawValue: word) ?? tuning.swaraNaming.capitalMa
    }
    if arguments.has("--western-override") { tuning.overridesRatios = true }
    if let text = arguments.text("--ribbon-base") {
      guard let note = NoteName.note(text) ?? Int(text), (0...127).contains(note) else {
        throw CommandFault("option '--ribbon-base': found '\(text)'; expected a note, such as C4 or 60", exit: .usage)
      }
      tuning.ribbonBase = note
    }
    return tuning
  }

  /// The library the options ask for, with the files they name; what is wrong with its own files is said.
  static func library(_ arguments: Arguments, console: Console) throws(CommandFault) -> TuningLibrary {
    if let folder = arguments.text("--presets"), !TextFile.exists(folder) {
      throw CommandFault("option '--presets': there is no folder '\(folder)'")
    }
    var library = TuningLibrary(folders: DataFolders.presets(named: arguments.text("--presets")))
    for fault in library.faults { console.say(fault) }
    if let path = arguments.text("--temperament"), ScaleFolder.isScale(path) {
      library.add(try ScaleFolder.temperament(path, id: path))
    }
    if let path = arguments.text("--keyboard-map"), path.hasSuffix(ScaleFolder.mapEnding) {
      library.add(try ScaleFolder.keyboardMap(path), id: path)
    }
    return library
  }

  private static func value<Value>(
    _ option: String, _ body: () throws(ValueFault) -> Value
  ) throws(CommandFault) -> Value {
    do throws(ValueFault) {
      return try body()
    } catch { throw CommandFault("option '\(option)': \(error.description)", exit: .usage) }
  }
}

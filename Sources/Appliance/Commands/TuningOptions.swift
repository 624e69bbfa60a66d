internal import TunerRules
internal import Tuning

/// The options that several commands share: what is tuned to.
enum TuningOptions {
  static let options = [
    Option(name: "--preset", value: "ID", help: "the tuning, as 'dronetuner presets list' names it"),
    Option(name: "--reference", value: "HZ", help: "the frequency of A4, 300 to 600 (default 440)"),
    Option(name: "--presets", value: "DIR", help: "read presets from this folder alone")
  ]

  /// The settings the options ask for, on top of `defaults`.
  static func settings(_ arguments: Arguments, defaults: Settings) throws(CommandFault) -> Settings {
    var settings = defaults
    if let id = arguments.text("--preset") { settings.presetID = id }
    if let hertz = try arguments.number("--reference", in: Settings.referenceRange) {
      settings.reference = Frequency(hertz: hertz)
    }
    return settings
  }

  /// The library the options ask for; what is wrong with its files is said.
  static func library(_ arguments: Arguments, console: Console) throws(CommandFault) -> TuningLibrary {
    if let folder = arguments.text("--presets"), !TextFile.exists(folder) {
      throw CommandFault("option '--presets': there is no folder '\(folder)'")
    }
    let library = TuningLibrary(folders: DataFolders.presets(named: arguments.text("--presets")))
    for fault in library.faults { console.say(fault) }
    return library
  }

  /// Settings as a file knows none: every note, A4 = 440 Hz.
  static var chromatic: Settings {
    var settings = Settings()
    settings.presetID = Settings.chromaticPresetID
    return settings
  }
}

internal import AudioDevices
internal import MIDIMessages
internal import Meters
internal import TunerRules
internal import Tuning

/// Plays and listens, live.
enum RunCommand: Command {
  static let name = "run"
  static let summary = "play and listen, live (the default)"
  static let usage = "[options]"
  static let discussion = """
    Connects every MIDI keyboard to port 'control' of the ALSA client 'dronetuner', where
    a key latches its drone; reads the instrument at the sound card's input, shows it,
    and sends it from port 'pitch' as notes and pitch bend. Ctrl-C ends it.

    On a terminal it shows meters: 'm' goes to the next pair, '?' tells the keys, Tab
    opens the menu, 1 to = latch the ribbon's keys. Elsewhere it writes a line for every
    change; --display json writes an object a line instead:
      \(JSONMeter.fields)

    Without a sound card it runs on a built-in demonstration, unless --service is given.
    """
  static let options =
    [
      Option(
        name: "--capture", value: "CARD",
        help: "listen to this sound card, by its ALSA name (default 'default')"),
      Option(name: "--playback", value: "CARD", help: "play to this sound card (default 'default')"),
      Option(name: "--device", value: "CARD", help: "both of them"),
      Option(
        name: "--input-channel", value: "N",
        help: "the channel of the input to listen to, from 1 (default the one with the signal)"
      ),
      Option(name: "--keys", value: "latch|hold|both", help: "what a key does (default latch)"),
      Option(name: "--strum", value: "CC", help: "the controller that strums, 0 to 119 (default 1)"),
      Option(name: "--mute", value: "CC", help: "the controller that mutes the drones, from 64 on (default none)"),
      Option(name: "--mute-pitch", value: "CC", help: "the controller that keeps port 'pitch' silent (default none)"),
      Option(name: "--power", value: "CC", help: "the controller that is the power switch (default none)"),
      Option(name: "--speaker", value: "full|small", help: "what the output plays through (default full)"),
      Option(name: "--thru", value: "on|off", help: "whether the input is heard at the output (default off)"),
      Option(name: "--chime", value: nil, help: "play three notes at the start"),
      Option(name: "--service", value: nil, help: "wait for devices; never demonstrate, show nothing")
    ] + DisplayOptions.options + PitchOutOptions.options + CardOptions.options + TuningOptions.options

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else {
      throw CommandFault("found '\(arguments.operands[0])'; expected options only", exit: .usage)
    }
    let store = SettingsStore()
    for fault in store.faults { console.say(fault) }
    let settings = try self.settings(arguments, defaults: store.settings)
    let library = try TuningOptions.library(arguments, console: console)
    let tuning = try ActiveTuning(settings: settings, library: library)
    if let badge = tuning.route.badge { console.say("temperament: \(badge)") }
    let isService = arguments.has("--service")
    let display = try DisplayOptions.display(arguments, console: console, isService: isService)
    var session = LiveSession(console: console, display: display)

    // One that is named here must be there; one that the settings name may come later.
    let isNamed = ["--device", "--capture", "--playback"].contains { arguments.has($0) }
    let isChosen = isNamed || settings.audio.capture != "default" || settings.audio.playback != "default"
    let cards = SoundCards(CardRequest(settings.audio))
    var plan = Instrument.Plan(tuning: tuning, source: cards)
    plan.files = PlayerFiles(
      store: store, library: library, libraryFolders: DataFolders.presets(named: arguments.text("--presets")))
    do throws(AudioFault) {
      let opened = try cards.open()
      if !isService, isNamed, let missing = opened.missing { throw missing }
      plan.device = Handover(opened)
    } catch {
      if !isService, isNamed {
        throw CommandFault(error.description)
      } else if !isService, !isChosen, error.kind == .missing {
        console.say("no sound card: \(error.description)")
        console.say("running the built-in demonstration instead; name a card with --device")
        DemoCommand.demonstrate(&plan)
        session.seconds = console.isTerminal ? nil : Demonstration.seconds
      }
      // Otherwise the audio thread tries, says why it cannot, and goes on trying.
    }
    try session.run(plan)
  }

  static func settings(_ arguments: Arguments, defaults: Settings) throws(CommandFault) -> Settings {
    var settings = try TuningOptions.settings(arguments, defaults: defaults)
    if let word = try arguments.choice("--keys", of: KeyMode.allCases.map(\.rawValue)),
      let mode = KeyMode(rawValue: word)
    {
      settings.controls.keyMode = mode
    }
    if let strum = try controller("--strum", arguments) { settings.controls.strum = .controller(strum) }
    for (option, action) in [("--mute", AssignableAction.muteDrones), ("--mute-pitch", .mutePitch), ("--power", .power)]
    {
      guard let controller = try controller(option, arguments) else { continue }
      settings.controls.bindings[action] = ControlBinding(.controller(controller), follows: true)
    }
    // One of the two would do nothing, silently.
    if let conflict = settings.controls.conflict { throw CommandFault(conflict, exit: .usage) }
    settings.audio = try CardOptions.settings(arguments, defaults: settings.audio)
    if let card = arguments.text("--capture") ?? arguments.text("--device") { settings.audio.capture = card }
    if let card = arguments.text("--playback") ?? arguments.text("--device") { settings.audio.playback = card }
    if let speaker = try arguments.choice("--speaker", of: ["full", "small"]) {
      settings.audio.smallSpeakers.removeAll { $0 == settings.audio.playback }
      if speaker == "small" { settings.audio.smallSpeakers.append(settings.audio.playback) }
    }
    if let thru = try arguments.choice("--thru", of: ["on", "off"]) { settings.audio.hasThru = thru == "on" }
    if arguments.has("--chime") { settings.chimes = true }
    settings.pitchOut = try PitchOutOptions.settings(arguments, defaults: settings.pitchOut)
    if let channel = try arguments.integer("--input-channel", in: AudioSettings.channelNumbers) {
      settings.audio.inputChannel = channel - 1
    }
    return settings
  }

  private static func controller(_ option: String, _ arguments: Arguments) throws(CommandFault) -> Controller? {
    try arguments.integer(option, in: 0...119).map { Controller(UInt7(clamping: $0)) }
  }
}

/// Runs the demonstration, whatever devices there are.
enum DemoCommand: Command {
  static let name = "demo"
  static let summary = "run on a simulated guitar, without a sound card"
  static let usage = "[options]"
  static let discussion = """
    Plucked strings, simulated, are read live over a chord of drones that goes nowhere.
    MIDI works as in 'run'. Where no terminal watches, it ends after 20 seconds.
    """
  static let options = DisplayOptions.options + TuningOptions.options

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.isEmpty else {
      throw CommandFault("found '\(arguments.operands[0])'; expected options only", exit: .usage)
    }
    let settings = try TuningOptions.settings(arguments, defaults: Settings())
    let library = try TuningOptions.library(arguments, console: console)
    let display = try DisplayOptions.display(arguments, console: console)
    var session = LiveSession(console: console, display: display)
    session.seconds = console.isTerminal ? nil : Demonstration.seconds
    var plan = Instrument.Plan(
      tuning: try ActiveTuning(settings: settings, library: library), source: Demonstration.Source())
    demonstrate(&plan)
    try session.run(plan)
  }

  /// Turns a plan into one for the demonstration.
  static func demonstrate(_ plan: inout Instrument.Plan) {
    let source = Demonstration.Source()
    plan.source = source
    plan.device = Handover(source.open())
    plan.script = Demonstration.chord
  }
}

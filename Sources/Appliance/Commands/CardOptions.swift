internal import AudioDevices
internal import TunerRules

/// The options that say how a sound card is opened.
enum CardOptions {
  static let options = [
    Option(name: "--rate", value: "HZ", help: "frames a second to ask for (default 48000)"),
    Option(name: "--period", value: "FRAMES", help: "frames of a block to ask for, 16 to 4096 (default 256)"),
    Option(name: "--periods", value: "N", help: "blocks that the card may hold, 2 to 16 (default 3)")
  ]

  /// The settings the options ask for, on top of `defaults`.
  static func settings(_ arguments: Arguments, defaults: AudioSettings) throws(CommandFault) -> AudioSettings {
    var settings = defaults
    if let rate = try arguments.integer("--rate", in: AudioSettings.rates) { settings.rate = rate }
    if let frames = try arguments.integer("--period", in: AudioSettings.periodRange) { settings.periodFrames = frames }
    if let count = try arguments.integer("--periods", in: AudioSettings.periodCounts) { settings.periods = count }
    return settings
  }
}

extension CardRequest {
  /// What settings ask of the sound cards.
  init(_ settings: AudioSettings) {
    self.init(
      capture: settings.capture, playback: settings.playback, rate: settings.rate, periodFrames: settings.periodFrames,
      periods: settings.periods, inputChannel: settings.inputChannel)
  }
}

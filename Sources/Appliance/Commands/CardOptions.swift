internal import AudioDevices

/// The options that say how a sound card is opened.
enum CardOptions {
  static let options = [
    Option(name: "--rate", value: "HZ", help: "frames a second to ask for (default 48000)"),
    Option(name: "--period", value: "FRAMES", help: "frames of a block to ask for, 16 to 4096 (default 256)"),
    Option(name: "--periods", value: "N", help: "blocks that the card may hold, 2 to 16 (default 3)")
  ]

  /// The request the options make, for no card yet.
  static func request(_ arguments: Arguments) throws(CommandFault) -> ALSADuplex.Request {
    ALSADuplex.Request(
      capture: nil, playback: nil, rate: try arguments.integer("--rate", in: 8000...192_000) ?? 48_000,
      periodFrames: try arguments.integer("--period", in: 16...4096) ?? 256,
      periods: try arguments.integer("--periods", in: 2...16) ?? 3)
  }
}

internal import MIDIMessages
internal import TunerRules

/// The options that several commands share: how the heard pitch is sent.
enum PitchOutOptions {
  static let options = [
    Option(
      name: "--mode", value: PitchOut.Mode.allCases.words,
      help: "what port 'pitch' sends: bent notes, MPE, tuned notes, or a display (default bend)"),
    Option(
      name: "--bend", value: PitchOut.Reference.allCases.words,
      help: "bend gives the true frequency, or the deviation (default absolute)"),
    Option(
      name: "--bend-range", value: "N",
      help: "semitones of bend that receivers are told, 1 to 96 (default 2; 48 in mpe)"),
    Option(
      name: "--deviation", value: PitchOut.Deviation.allCases.words,
      help: "of mode display: CC 20 flat and 21 sharp, or velocity (default controllers)")
  ]

  /// The settings the options ask for, on top of `defaults`.
  static func settings(_ arguments: Arguments, defaults: PitchOut.Settings) throws(CommandFault) -> PitchOut.Settings {
    var settings = defaults
    if let mode: PitchOut.Mode = try arguments.choice("--mode") { settings.mode = mode }
    if let reference: PitchOut.Reference = try arguments.choice("--bend") { settings.reference = reference }
    if let deviation: PitchOut.Deviation = try arguments.choice("--deviation") { settings.deviation = deviation }
    if let semitones = try arguments.integer("--bend-range", in: 1...96) {
      settings.bendRange = BendRange(clamping: semitones)
    }
    return settings
  }
}

extension Collection where Element: RawRepresentable, Element.RawValue == String {
  /// The words, as the help shows a choice.
  fileprivate var words: String { map(\.rawValue).joined(separator: "|") }
}

extension Arguments {
  /// An option's value as one of the words of a type.
  fileprivate func choice<Word: RawRepresentable & CaseIterable>(_ name: String) throws(CommandFault) -> Word?
  where Word.RawValue == String {
    try choice(name, of: Word.allCases.map(\.rawValue)).flatMap(Word.init(rawValue:))
  }
}

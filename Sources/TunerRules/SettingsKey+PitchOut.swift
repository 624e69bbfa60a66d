internal import MIDIMessages

extension SettingsKey {
  /// How the heard pitch is sent.
  static let pitchOut: [SettingsKey] = [
    .word("pitch-mode", "how port 'pitch' sends: notes with bend, MPE, tuned notes, or for a display", \.pitchOut.mode),
    .word(
      "bend", "whether note and bend give the true frequency, or the distance from the target", \.pitchOut.reference),
    .one(
      "pitch-channel", "the MIDI channel of port 'pitch', but in mode mpe", expected: "a whole number from 1 to 16",
      read: { text, settings in
        guard let channel = Int(text).flatMap(Channel.init(number:)) else { return false }
        settings.pitchOut.channel = channel
        return true
      }, write: { String($0.pitchOut.channel.number) }),
    .one(
      "bend-range", "semitones of pitch bend that receivers are told",
      expected: "standard, or a whole number from 1 to 96",
      read: { text, settings in
        let semitones = Int(text).flatMap { (1...96).contains($0) ? $0 : nil }
        guard semitones != nil || text == "standard" else { return false }
        settings.pitchOut.bendRange = semitones.map { BendRange(clamping: $0) }
        return true
      }, write: { $0.pitchOut.bendRange.map { String($0.semitones) } ?? "standard" }),
    .word("deviation", "how a display is told the deviation", \.pitchOut.deviation)
  ]
}

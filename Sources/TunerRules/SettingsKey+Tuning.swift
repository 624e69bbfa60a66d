internal import Tuning

extension SettingsKey {
  /// What is tuned to.
  static let tuning: [SettingsKey] = [
    .text("preset", "the tuning", expected: "an id that 'dronetuner presets list' names", \.tuning.presetID),
    .one(
      "reference", "the reference pitch; in use are \(references)",
      expected: "hertz of A4 from 300 to 600, or of another note as in C4=256",
      read: { text, settings in
        guard let reference = try? ReferencePitch(text) else { return false }
        settings.tuning.reference = reference
        return true
      }, write: { $0.tuning.reference.text }),
    .toggle("alternate-temperament", "whether the temperament is in force", \.tuning.usesTemperament),
    .toggle(
      "temperament-explained", "whether it has been said what a temperament does to readings", \.knowsTemperaments),
    .text(
      "temperament", "the temperament", expected: "an id that 'dronetuner temperaments list' names",
      \.tuning.temperamentID),
    .one(
      "tonic", "the tonic of the temperament", expected: "a note from C to B",
      read: { text, settings in
        guard let note = NoteName.note(text + "4"), let tonic = tonics.firstIndex(of: (note + 12) % 12) else {
          return false
        }
        settings.tuning.tonic = tonic
        return true
      }, write: { NoteName.pitchClassText($0.tuning.tonic) }),
    .word("anchor", "which note a temperament leaves where the reference puts it", \.tuning.anchor),
    .one(
      "keyboard-map", "which key plays which degree of a temperament",
      expected: "own, linear, or the name of a .kbm file without its ending",
      read: { text, settings in
        guard !text.isEmpty else { return false }
        settings.tuning.keyboardMapID = text == "own" ? nil : text
        return true
      }, write: { $0.tuning.keyboardMapID ?? "own" }),
    .one(
      "sa-hz", "the tonic of Indian presets, in hertz; a root such as F3 or C#+12 is turned into them",
      expected: "a number from 123.5 (B2) to 329.6 (E4), or a root with cents if wanted",
      read: { text, settings in
        guard let sa = Double(text).map({ Sa(hertz: $0) }) ?? (try? Sa(text)) else { return false }
        settings.tuning.sa = sa
        return true
      }, write: { $0.tuning.sa.frequency.hertz.fixedText(4) }),
    .toggle("swaras", "whether Indian presets show swaras rather than Western names", \.tuning.showsSwaras),
    .word("swara-names", "what swaras are called", \.tuning.swaraNaming.tradition),
    .word("capital-ma", "which Ma has the capital M", \.tuning.swaraNaming.capitalMa),
    .toggle(
      "western-override", "whether Indian presets lie in the temperament, with Sa on C#", \.tuning.overridesRatios),
    .one(
      "ribbon-base", "the first key of a chromatic ribbon", expected: "a note such as C4, or its MIDI number",
      read: { text, settings in
        guard let note = NoteName.note(text) ?? Int(text), (0...127).contains(note) else { return false }
        settings.tuning.ribbonBase = note
        return true
      }, write: { NoteName.text(ofNote: $0.tuning.ribbonBase) })
  ]

  private static let tonics = Array(0...11)

  /// The references that are in use, by name: "415 Baroque (Kammerton), …".
  private static var references: String {
    (ReferencePitch.common + ReferencePitch.further).compactMap { listed in
      (try? ReferencePitch(hertz: listed.hertz)).map { "\($0.text) \(listed.name)" }
    }.joined(separator: ", ")
  }
}

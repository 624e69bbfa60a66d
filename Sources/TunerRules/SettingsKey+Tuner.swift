extension SettingsKey {
  /// What is heard, and how it is shown.
  static let tuner: [SettingsKey] = [
    .number(
      "in-tune", "how far from its target a pitch may lie and still be in tune", \.inTuneCents,
      in: Settings.inTuneRange, unit: " cents"),
    .number(
      "sensitivity", "the level under which no note begins; -120 hears all there is", \.sensitivity,
      in: Settings.sensitivityRange, unit: " dB"),
    .toggle("chime", "whether three notes are played at the start", \.chimes),
    .toggle("keep-latches", "whether what is latched is there again after the power was cut", \.keepsLatches),
    .words(
      "latched", "what was latched last; written by itself, where latches are kept",
      expected: "places on the ribbon, counted from 1, or note:NUMBER", \.latched)
  ]
}

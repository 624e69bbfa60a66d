extension SettingsKey {
  /// What is shown, and how.
  static let display: [SettingsKey] = [
    .word("meter", "the large meter", \.display.meter),
    .word("sub-meter", "the small meter below it", \.display.subMeter),
    .toggle(
      "reduced-motion", "whether meters show by standing marks alone what else moves", \.display.hasReducedMotion),
    .toggle("high-contrast", "whether colours are as far apart as they can be", \.display.hasHighContrast)
  ]
}

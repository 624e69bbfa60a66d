public import Tuning

/// What a player can set of the tuning; its defaults are those of a first start.
public struct TuningSettings: Hashable, Sendable {
  /// Which note keeps its equal-tempered place under a temperament.
  public enum Anchor: String, CaseIterable, Sendable {
    /// The reference note: the fork's A stays where the fork puts it.
    case reference
    /// The tonic, from which the temperament's table counts.
    case tonic
  }

  /// The active preset's id.
  public var presetID = "gtr-standard"
  /// The reference pitch.
  public var reference = ReferencePitch.standard
  /// The note that keeps its place.
  public var anchor = Anchor.reference
  /// Whether the temperament is in force; while it is not, its choice is kept and notes are equal-tempered.
  public var usesTemperament = false
  /// The chosen temperament's id.
  public var temperamentID = Temperament.equal.id
  /// The id of the keyboard map; nil for the temperament's own, `linearMapID` for one degree to the key.
  public var keyboardMapID: String?
  /// The tonic of the temperament, 0 (C) to 11 (B).
  public var tonic = 0
  /// The tonic of Indian presets.
  public var sa = Sa.standard
  /// Whether Indian presets show swaras; else Western names.
  public var showsSwaras = true
  /// How swaras are called.
  public var swaraNaming = SwaraNaming()
  /// Whether Indian presets keep their layout and names but lie in the Western temperament, on C#.
  public var overridesRatios = false
  /// The key on which the ribbon of a chromatic preset begins, by MIDI number.
  public var ribbonBase = NoteName.c4

  /// The preset that has every note.
  public static let chromaticPresetID = "chromatic"
  /// The keyboard map of one degree to the key.
  public static let linearMapID = "linear"
  /// The tonic of overridden Indian presets: C#.
  public static let overrideTonic = 1

  /// The defaults.
  public init() {}

  /// Every note, and else the defaults: what commands use that read no saved settings.
  public static var chromatic: TuningSettings {
    var settings = TuningSettings()
    settings.presetID = chromaticPresetID
    return settings
  }
}

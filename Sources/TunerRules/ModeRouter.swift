public import Tuning

/// Decides from the settings what is in force; the only place that does.
public enum ModeRouter {
  /// The route of a preset.
  ///
  /// - Parameters:
  ///   - settings: what the player has set; the ids in it have been looked up by the caller.
  ///   - preset: the active one.
  ///   - number: its place in the catalogue, by which its keys are known.
  ///   - temperament: the chosen one, with its keyboard map; it is in force only where the settings say so.
  public static func route(
    _ settings: TuningSettings, preset: Preset, number: Int, temperament: Temperament
  ) -> Route {
    let branch = branch(settings, preset: preset, temperament: temperament)
    let intonation = intonation(settings, isOverridden: branch == .indianOverridden, temperament: temperament)
    return Route(
      branch: branch, targets: TargetTable(preset: preset, intonation: intonation),
      ribbon: RibbonKeys(preset: preset, intonation: intonation, base: settings.ribbonBase), number: number,
      badge: badge(branch, preset: preset, temperament: intonation.temperament), intonation: intonation)
  }

  private static func branch(_ settings: TuningSettings, preset: Preset, temperament: Temperament) -> Route.Branch {
    if preset.isIndian { return settings.overridesRatios ? .indianOverridden : .indian }
    if preset.keepsIntonation { return .ownIntonation }
    return settings.usesTemperament && temperament.id != Temperament.equal.id ? .tempered : .equal
  }

  /// Where notes lie under the settings, whatever the preset.
  ///
  /// - Parameters:
  ///   - settings: what the player has set.
  ///   - isOverridden: whether an Indian preset's ratios are moved to the temperament, with Sa and tonic C#.
  ///   - temperament: the chosen one; equal temperament is in its place where the settings do not use it.
  public static func intonation(
    _ settings: TuningSettings, isOverridden: Bool = false, temperament: Temperament
  ) -> Intonation {
    let tonic = isOverridden ? TuningSettings.overrideTonic : settings.tonic
    let anchor: Temperament.Anchor =
      switch settings.anchor {
      case .reference: .note(settings.reference.note)
      case .tonic: .tonic
      }
    let active = settings.usesTemperament ? temperament : .equal
    return Intonation(
      temperament: active.laid(onTonic: tonic, anchor: anchor), reference: settings.reference.a4,
      ratios: isOverridden ? .western : .just(sa: settings.sa.frequency),
      swaraNaming: settings.showsSwaras ? settings.swaraNaming : nil)
  }

  /// What says that the temperament is another than a player expects; a keyboard map has its own tonic.
  private static func badge(_ branch: Route.Branch, preset: Preset, temperament: Temperament) -> String? {
    switch branch {
    case .indian, .equal: return nil
    case .indianOverridden, .tempered: break
    case .ownIntonation:
      let isMoved = preset.strings.contains { $0.pitches.contains { !$0.keepsIntonation } }
      guard isMoved, temperament.id != Temperament.equal.id else { return nil }
    }
    guard temperament.keyboardMap == nil else { return temperament.shortName }
    return "\(temperament.shortName) / \(NoteName.pitchClassText(temperament.tonic))"
  }
}

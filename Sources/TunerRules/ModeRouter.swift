public import Tuning

/// What is in force: the targets that the tracker compares with, and the keys of the ribbon.
public struct Route: Sendable {
  /// What heard pitches are compared with.
  public var targets: TargetTable
  /// The ribbon's keys, in playing order.
  public var keys: [Ribbon.Key]
  /// What a note that is not on the ribbon sounds.
  private let temperament: Temperament
  private let reference: Frequency

  /// Makes a route; `ModeRouter` is the one that does.
  init(targets: TargetTable, keys: [Ribbon.Key], temperament: Temperament, reference: Frequency) {
    self.targets = targets
    self.keys = keys
    self.temperament = temperament
    self.reference = reference
  }

  /// The key that a MIDI note number plays.
  ///
  /// - Parameters:
  ///   - note: 0…127.
  ///   - temporary: whether a note that is on no key gets one of its own, at the active temperament.
  public func key(forNote note: Int, temporary: Bool) -> Ribbon.Key? {
    if let key = keys.first(where: { $0.note == note }) { return key }
    guard temporary else { return nil }
    return Ribbon.Key(
      id: Ribbon.KeyID(preset: Ribbon.KeyID.temporary, index: Int32(clamping: note)),
      frequency: temperament.frequency(ofNote: note, reference: reference), note: note,
      name: NoteName.text(ofNote: note))
  }
}

/// Decides from the settings what is in force; the only place that does.
public enum ModeRouter {
  /// The route of a preset.
  ///
  /// - Parameters:
  ///   - preset: the active one.
  ///   - number: its place in the catalogue, by which its keys are known.
  ///   - temperament: of strings given by note name.
  ///   - reference: the frequency of A4.
  ///   - sa: the tonic of ratios.
  ///   - chromaticBase: the MIDI note number on which a chromatic preset's ribbon begins.
  public static func route(
    preset: Preset, number: Int, temperament: Temperament, reference: Frequency, sa: Frequency,
    chromaticBase: Int = NoteName.c4
  ) -> Route {
    let targets =
      preset.isChromatic
      ? TargetTable(chromatic: temperament, reference: reference)
      : TargetTable(preset: preset, temperament: temperament, reference: reference, sa: sa)
    let keys = RibbonKeys(
      preset: preset, temperament: temperament, reference: reference, sa: sa, baseNote: chromaticBase
    ).keys
    // A chromatic ribbon can be shifted: its keys are known by the note that they lie on.
    let firstIndex = preset.isChromatic ? chromaticBase : 0
    return Route(
      targets: targets,
      keys: keys.map {
        Ribbon.Key(
          id: Ribbon.KeyID(preset: UInt32(clamping: number), index: Int32(clamping: firstIndex + $0.id)),
          frequency: $0.frequency,
          note: $0.note, name: $0.name)
      }, temperament: temperament, reference: reference)
  }
}

extension Route {
  /// A route of one key and no targets: for a reference tone.
  public init(single key: Ribbon.Key) {
    self.init(
      targets: TargetTable(), keys: [key], temperament: .equal, reference: Frequency(hertz: 440))
  }
}

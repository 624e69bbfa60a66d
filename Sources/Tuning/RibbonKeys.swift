/// A key of the ribbon.
public struct RibbonKey: Hashable, Sendable {
  /// The key's identity within its preset: its index in the preset's `keys`.
  public let id: Int
  /// The Western name that is shown.
  public let name: String
  /// What it sounds.
  public let frequency: Frequency
  /// The MIDI number that plays it.
  public let note: Int

  /// A key of the given identity, name, frequency and MIDI number.
  public init(id: Int, name: String, frequency: Frequency, note: Int) {
    self.id = id
    self.name = name
    self.frequency = frequency
    self.note = note
  }
}

/// The keys of the ribbon for a preset, in the preset's order.
public struct RibbonKeys: Hashable, Sendable {
  /// The preset to which the keys' ids belong.
  public let presetID: String
  /// The keys, from the first to the last.
  public let keys: [RibbonKey]

  /// One key for each distinct string of a preset; for a chromatic one, its octaves of the scale from `baseNote` on.
  ///
  /// `reference` is the frequency of A4; ratios lie above `sa`. Keys that would have no pitch are left out.
  public init(
    preset: Preset, temperament: Temperament, reference: Frequency, sa: Frequency,
    baseNote: Int = NoteName.c4
  ) {
    presetID = preset.id
    guard !preset.isChromatic else {
      let notes = baseNote..<baseNote + temperament.scale.degrees.count * preset.octaveSpan
      keys = notes.compactMap { note in
        let frequency = temperament.frequency(ofNote: note, reference: reference)
        guard frequency.isPitch,
          let target = temperament.chromaticTarget(ofNote: note, frequency: frequency, reference: reference)
        else { return nil }
        return RibbonKey(id: note - baseNote, name: target.name, frequency: frequency, note: target.note)
      }
      return
    }
    keys = preset.keys.enumerated().compactMap { index, pitch in
      let frequency = pitch.frequency(temperament: temperament, reference: reference, sa: sa)
      guard frequency.isPitch, let note = pitch.speltNote(sa: sa) else { return nil }
      return RibbonKey(id: index, name: note.text, frequency: frequency, note: note.number)
    }
  }

  /// The first key that a MIDI number plays; nil where the ribbon has none.
  public func key(ofNote note: Int) -> RibbonKey? {
    keys.first { $0.note == note }
  }
}

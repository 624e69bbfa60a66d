/// A key of the ribbon.
public struct RibbonKey: Hashable, Sendable {
  /// The key's identity within its preset, whatever the reference, temperament or Sa.
  ///
  /// Its index in the preset's `keys`; in a chromatic preset the number of the keyboard's key on which its degree would
  /// lie with one degree to the key.
  public let id: Int
  /// What it sounds, and what it is called.
  public let place: Place
  /// The MIDI number that plays it; the nearest one where a keyboard map gives it none.
  public let note: Int

  /// A key of the given identity, place and MIDI number.
  init(id: Int, place: Place, note: Int) {
    self.id = id
    self.place = place
    self.note = note
  }

  /// The name that is shown.
  public var name: String { place.name }
  /// Its Western name, whatever is shown.
  public var westernName: String { place.westernName }
  /// What it sounds.
  public var frequency: Frequency { place.frequency }
}

/// The keys of the ribbon for a preset, in the preset's order.
public struct RibbonKeys: Hashable, Sendable {
  /// The preset to which the keys' ids belong.
  public let presetID: String
  /// The keys, from the first to the last.
  public let keys: [RibbonKey]

  private let indices: [Int: Int]

  /// One key for each distinct string of a preset; for a chromatic one, its octaves of the scale from `base` on.
  ///
  /// An octave of a chromatic ribbon is a period of the scale; its first key is the one that key `base` of the keyboard
  /// plays, or the next above that plays. Keys below 5 Hz or above 20 kHz are left out.
  public init(preset: Preset, intonation: Intonation, base: Int = NoteName.c4) {
    presetID = preset.id
    var keys: [RibbonKey] = []
    var indices: [Int: Int] = [:]
    if preset.isChromatic {
      let temperament = intonation.temperament
      let first = temperament.firstDegree(fromKey: base)
      let degrees = first..<first + temperament.scale.degrees.count * preset.octaveSpan
      var notes: [Int: Int] = [:]
      for note in (0...127).reversed() {
        if let degree = temperament.degree(ofKey: note), degrees.contains(degree) { notes[degree] = note }
      }
      for degree in degrees {
        guard let place = temperament.place(ofDegree: degree, reference: intonation.reference),
          Intonation.playable.contains(place.frequency)
        else { continue }
        keys.append(RibbonKey(id: temperament.tonicKey + degree, place: place, note: notes[degree] ?? place.note))
      }
      // Each key of the keyboard plays its degree, and two may play one; ids rise by one degree a key.
      for note in 0...127 {
        guard let degree = temperament.degree(ofKey: note), degrees.contains(degree), let first = keys.first else {
          continue
        }
        let place = temperament.tonicKey + degree - first.id
        // Keys that cannot be heard are left out, so that the place may be a later one's.
        indices[note] =
          keys.indices.contains(place) && keys[place].id == first.id + place
          ? place : keys.firstIndex { $0.id == temperament.tonicKey + degree }
      }
    } else {
      for (id, pitch) in preset.keys.enumerated() {
        guard let place = intonation.place(of: pitch), Intonation.playable.contains(place.frequency) else { continue }
        if indices[place.note] == nil { indices[place.note] = keys.count }
        keys.append(RibbonKey(id: id, place: place, note: place.note))
      }
    }
    self.keys = keys
    self.indices = indices
  }

  /// The index of the key that a MIDI number plays, the first of several; nil where the ribbon has none.
  public func index(ofNote note: Int) -> Int? {
    indices[note]
  }

  /// The key that a MIDI number plays, the first of several; nil where the ribbon has none.
  public func key(ofNote note: Int) -> RibbonKey? {
    index(ofNote: note).map { keys[$0] }
  }
}

extension Temperament {
  /// The degree of a key, or of the next above that has one; the degree in its place where none has.
  fileprivate func firstDegree(fromKey base: Int) -> Int {
    let most = max(1, keyboardMap?.size ?? 1)
    for key in base..<base + min(most, 128) {
      if let degree = degree(ofKey: key) { return degree }
    }
    return base - tonicKey
  }
}

/// All that decides where the notes of a preset lie and what they are called, but for the preset itself.
public struct Intonation: Hashable, Sendable {
  /// How the ratios of an Indian preset are taken.
  public enum Ratios: Hashable, Sendable {
    /// Above a Sa of this frequency, exactly.
    case just(sa: Frequency)
    /// As the nearest notes of the temperament, Sa being C#4: the preset's layout in Western tuning.
    case western
  }

  /// The temperament, which moves notes that are given by name.
  public var temperament: Temperament
  /// The frequency of A4 in equal temperament.
  public var reference: Frequency
  /// How ratios are taken.
  public var ratios: Ratios
  /// How swaras are called; nil for Western names.
  public var swaraNaming: SwaraNaming?

  /// An intonation; ratios lie above C#4 at A4 = 440 Hz unless told otherwise.
  public init(
    temperament: Temperament = .equal, reference: Frequency = Frequency(hertz: 440),
    ratios: Ratios = .just(sa: Sa.standard.frequency), swaraNaming: SwaraNaming? = nil
  ) {
    self.temperament = temperament
    self.reference = reference
    self.ratios = ratios
    self.swaraNaming = swaraNaming
  }

  /// The frequencies that a voice may be asked for; what lies outside is no key.
  static let playable = Frequency(hertz: 5)...Frequency(hertz: 20_000)

  /// The MIDI number of Sa: from it the keys of an Indian preset count chromatic degrees.
  ///
  /// The note nearest it in equal temperament at A4 = 440 Hz, whatever the reference; C#4 where ratios are Western.
  public var saNote: Int {
    guard case .just(let sa) = ratios else { return Sa.standard.note }
    return NoteName.nearestNote(to: sa, reference: Frequency(hertz: 440)) ?? Sa.standard.note
  }

  /// The place of a pitch, so many octaves higher; nil where it has none.
  func place(of pitch: PresetPitch, octave: Int = 0) -> Place? {
    let sa = saFrequency
    guard let note = pitch.speltNote(sa: sa)?.transposed(by: 12 * octave) else { return nil }
    if case .ratio = pitch, case .western = ratios {
      return swaraPlace(temperament.frequency(ofNote: note.number, reference: reference), note: note)
    }
    let frequency = pitch.frequency(temperament: temperament, reference: reference, sa: sa)
      .raised(by: Cents(1200 * Double(octave)))
    if case .ratio = pitch { return swaraPlace(frequency, note: note) }
    return frequency.isPitch ? Place(frequency: frequency, note: note.number, name: note.text) : nil
  }

  /// The place of a swara that no preset gives a ratio.
  public func place(of swara: Swara) -> Place? {
    let note = SpeltNote(saNote + swara.degreesAboveSa)
    switch ratios {
    case .just(let sa): return swaraPlace(Frequency(hertz: sa.hertz * swara.ratio), note: note)
    case .western: return swaraPlace(temperament.frequency(ofNote: note.number, reference: reference), note: note)
    }
  }

  /// The place of a key that is on no ribbon; nil for one that a keyboard map leaves out.
  public func place(ofKey key: Int) -> Place? {
    guard let degree = temperament.degree(ofKey: key),
      let place = temperament.place(ofDegree: degree, reference: reference),
      Intonation.playable.contains(place.frequency)
    else { return nil }
    return place
  }

  private var saFrequency: Frequency {
    guard case .just(let sa) = ratios else { return Sa.standard.frequency }
    return sa
  }

  private func swaraPlace(_ frequency: Frequency, note: SpeltNote) -> Place? {
    guard frequency.isPitch else { return nil }
    let swara = Swara(degreesAboveSa: note.number - saNote)
    return Place(
      frequency: frequency, note: note.number, name: swaraNaming?.name(swara) ?? note.text, westernName: note.text,
      swara: swara
    )
  }
}

/// A pitch with its number and names.
public struct Place: Hashable, Sendable {
  /// Where it lies.
  public let frequency: Frequency
  /// The MIDI number nearest it, or by which it is meant.
  public let note: Int
  /// The name that is shown.
  public let name: String
  /// Its Western name, whatever is shown.
  public let westernName: String
  /// Its swara, in an Indian preset.
  public let swara: Swara?

  /// A place; without a Western name of its own it is shown under it.
  init(frequency: Frequency, note: Int, name: String, westernName: String? = nil, swara: Swara? = nil) {
    self.frequency = frequency
    self.note = note
    self.name = name
    self.westernName = westernName ?? name
    self.swara = swara
  }
}

extension Temperament {
  /// The place of a degree of the scale, any Int.
  ///
  /// Where twelve notes are an octave and each key has its degree, it has the number and name of its key. In any other
  /// scale it has those of the nearest equal-tempered note, and the name gives the rest in cents: "A#4-37c". A scale
  /// whose degrees have names of their own is shown with them, and the octave: "E♭4". Nil where it is no pitch;
  /// `reference` is the frequency of A4.
  public func place(ofDegree degree: Int, reference: Frequency) -> Place? {
    let frequency = frequency(ofDegree: degree, reference: reference)
    guard frequency.isPitch else { return nil }
    let note: Int
    let western: String
    if hasTwelveNotes, scale.degrees.count == 12, isLinear {
      note = tonicKey + degree
      western = NoteName.text(ofNote: note)
    } else {
      guard let nearest = NoteName.nearestNote(to: frequency, reference: reference) else { return nil }
      note = nearest
      let offset = frequency.cents(above: NoteName.frequency(ofNote: note, reference: reference))
      // Within half a semitone of the nearest note, so that any scale's offset is a small whole number.
      let rounded = Int(exactly: offset.value.rounded()) ?? 0
      western = NoteName.text(ofNote: note) + (rounded == 0 ? "" : rounded > 0 ? "+\(rounded)c" : "\(rounded)c")
    }
    return Place(
      frequency: frequency, note: note, name: ownName(ofDegree: degree) ?? western, westernName: western
    )
  }

  /// Whether each key has the degree after its neighbour's.
  private var isLinear: Bool {
    guard let keyboardMap, keyboardMap.size > 0 else { return true }
    return keyboardMap.entries.elementsEqual((0..<keyboardMap.size).map { $0 })
  }

  private func ownName(ofDegree degree: Int) -> String? {
    // Names that a file gives are those of its own place: on another tonic they would be wrong.
    guard !degreeNames.isEmpty, keyboardMap != nil || tonic == 0 else { return nil }
    return degreeNames[floorRemainder(degree, degreeNames.count)]
      + "\(4 + floorQuotient(degree, degreeNames.count))"
  }
}

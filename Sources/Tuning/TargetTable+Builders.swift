internal import Glibc

extension TargetTable {
  /// The range of chromatic targets.
  private static let chromaticRange = Frequency(hertz: 8)...Frequency(hertz: 12000)
  /// The range of the octaves of a ratio.
  private static let ratioRange = Frequency(hertz: 20)...Frequency(hertz: 8000)
  /// A bound on the degrees looked at, for scales whose period is all but zero.
  private static let mostDegrees = 65536

  /// Every degree of a temperament that lies in 8 to 12000 Hz.
  ///
  /// In a temperament with twelve notes to the octave a target has the number and name of its key. In any other it has
  /// those of the nearest equal-tempered note, and the name gives the rest in cents: "A4", "A#4-37c". Of a scale that
  /// would give more than 65536 degrees the ones around A4 are taken. `reference` is the frequency of A4; the table is
  /// empty where it is no pitch.
  public init(chromatic temperament: Temperament, reference: Frequency) {
    self.init(
      TargetTable.chromaticNotes(temperament, reference).compactMap { note in
        let frequency = temperament.frequency(ofNote: note, reference: reference)
        guard TargetTable.chromaticRange.contains(frequency) else { return nil }
        return temperament.chromaticTarget(ofNote: note, frequency: frequency, reference: reference)
      }
    )
  }

  /// The detection set of a preset; all of `init(chromatic:reference:)` for a chromatic one.
  ///
  /// A note follows the temperament unless it is given in cents; `reference` is the frequency of A4. A ratio above Sa lies at
  /// Sa x ratio and in the three octaves above and below within 20 to 8000 Hz, where only the first is a key's own.
  public init(preset: Preset, temperament: Temperament, reference: Frequency, sa: Frequency) {
    guard !preset.isChromatic else {
      self.init(chromatic: temperament, reference: reference)
      return
    }
    var keys: [PresetPitch: Int] = [:]
    for (index, pitch) in preset.keys.enumerated() { keys[pitch] = index }
    var targets: [Target] = []
    for pitch in preset.detectionSet {
      guard let note = pitch.speltNote(sa: sa) else { continue }
      let frequency = pitch.frequency(temperament: temperament, reference: reference, sa: sa)
      guard case .ratio = pitch else {
        targets.append(
          Target(frequency: frequency, name: note.text, note: note.number, key: keys[pitch])
        )
        continue
      }
      for octave in -3...3 {
        let shifted = frequency.raised(by: Cents(1200 * Double(octave)))
        guard TargetTable.ratioRange.contains(shifted) else { continue }
        let shiftedNote = note.transposed(by: 12 * octave)
        targets.append(
          Target(
            frequency: shifted, name: shiftedNote.text, note: shiftedNote.number,
            key: octave == 0 ? keys[pitch] : nil
          )
        )
      }
    }
    self.init(targets)
  }

  /// The notes of the periods that can reach into the chromatic range.
  private static func chromaticNotes(_ temperament: Temperament, _ reference: Frequency) -> Range<Int> {
    guard reference.isPitch else { return 0..<0 }
    let scale = temperament.scale
    let size = scale.degrees.count
    let period = scale.period.value
    // The cents that a period would have to begin at, for its lowest or highest degree to meet the range's ends.
    var (lowest, highest) = (0.0, 0.0)
    for degree in 0..<size {
      lowest = min(lowest, scale.cents(ofDegree: degree).value)
      highest = max(highest, scale.cents(ofDegree: degree).value)
    }
    let tonic = temperament.centsOfTonic
    let start = (chromaticRange.lowerBound.cents(above: reference) - tonic).value - highest
    let end = (chromaticRange.upperBound.cents(above: reference) - tonic).value - lowest
    let most = Double(max(1, mostDegrees / 2 / size))
    func repetition(_ cents: Double) -> Double {
      period == 0 || cents.isNaN ? 0 : max(-most, min(most, cents / period))
    }
    let (first, second) = (repetition(start), repetition(end))
    let periods = Int(min(first, second).rounded(.down))...Int(max(first, second).rounded(.up))
    let base = temperament.tonicNote
    return base + periods.lowerBound * size..<base + (periods.upperBound + 1) * size
  }
}

extension Temperament {
  /// The target of a note of the chromatic table or ribbon.
  func chromaticTarget(ofNote key: Int, frequency: Frequency, reference: Frequency) -> Target? {
    if hasTwelveNotes { return Target(frequency: frequency, name: NoteName.text(ofNote: key), note: key) }
    guard let note = NoteName.nearestNote(to: frequency, reference: reference) else { return nil }
    let offset = frequency.cents(above: NoteName.frequency(ofNote: note, reference: reference))
    let rounded = Cents(offset.value.rounded())
    let suffix = rounded.value == 0 ? "" : rounded.suffixText
    return Target(frequency: frequency, name: NoteName.text(ofNote: note) + suffix, note: note)
  }
}

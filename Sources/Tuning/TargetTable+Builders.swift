extension TargetTable {
  /// The range of chromatic targets.
  private static let chromaticRange = Frequency(hertz: 8)...Frequency(hertz: 12000)
  /// The range of the octaves of a ratio.
  private static let ratioRange = Frequency(hertz: 20)...Frequency(hertz: 8000)
  /// A bound on the degrees looked at, for scales whose period is all but zero.
  private static let mostDegrees = 65536

  /// Every degree of a temperament that lies in 8 to 12000 Hz, whether a key plays it or not.
  ///
  /// In a temperament with twelve notes to the octave a target has the number and name of its key. In any other it has
  /// those of the nearest equal-tempered note, and the name gives the rest in cents: "A4", "A#4-37c". Of a scale that
  /// would give more than 65536 degrees the ones around A4 are taken. `reference` is the frequency of A4; the table is
  /// empty where it is no pitch.
  public init(chromatic temperament: Temperament, reference: Frequency) {
    self.init(
      TargetTable.chromaticDegrees(temperament, reference).compactMap { degree in
        guard let place = temperament.place(ofDegree: degree, reference: reference),
          TargetTable.chromaticRange.contains(place.frequency)
        else { return nil }
        return Target(place)
      }
    )
  }

  /// The detection set of a preset; all of `init(chromatic:reference:)` for a chromatic one.
  ///
  /// A note follows the temperament unless it is given in cents. A ratio lies above Sa, or where the temperament has
  /// its nearest note, and in the three octaves above and below within 20 to 8000 Hz, where only the first is a key's
  /// own.
  public init(preset: Preset, intonation: Intonation) {
    guard !preset.isChromatic else {
      self.init(chromatic: intonation.temperament, reference: intonation.reference)
      return
    }
    var keys: [PresetPitch: Int] = [:]
    for (index, pitch) in preset.keys.enumerated() { keys[pitch] = index }
    var targets: [Target] = []
    for pitch in preset.detectionSet {
      guard case .ratio = pitch else {
        if let place = intonation.place(of: pitch) { targets.append(Target(place, key: keys[pitch])) }
        continue
      }
      for octave in -3...3 {
        guard let place = intonation.place(of: pitch, octave: octave),
          TargetTable.ratioRange.contains(place.frequency)
        else { continue }
        targets.append(Target(place, key: octave == 0 ? keys[pitch] : nil))
      }
    }
    self.init(targets)
  }

  /// The degrees of the periods that can reach into the chromatic range.
  private static func chromaticDegrees(_ temperament: Temperament, _ reference: Frequency) -> Range<Int> {
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
    return periods.lowerBound * size..<(periods.upperBound + 1) * size
  }
}

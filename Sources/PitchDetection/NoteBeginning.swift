internal import DSP

/// Reads a note that has just begun from its first two periods, while the windows of the tracker still wait for three,
/// or show the note before.
///
/// Where a note rings on, it is taken away: what is left of a sound less itself a period before is the new note alone,
/// for the whole of that period and, but for partials that both share, after it too. A reading is given only when
/// several in a row agree, and no part of its period repeats as well: a wrong note is worse than a late one.
final class NoteBeginning {
  /// Seconds after its beginning in which a note is looked for.
  static let seconds: Float = 0.1
  /// The least correlation of one period with the next.
  static let leastPeriodicity: Float = 0.9
  /// The correlation from which fewer readings will do.
  static let surePeriodicity: Float = 0.92
  /// The highest correlation of a part of the period.
  static let part: Float = 0.5
  /// How much less than the period's a part's correlation must be in a low note, whose even partials may be strong.
  static let partGap: Float = 0.15
  /// Under so many hertz a note is a low one if its period is as clear as `lowPeriodicity`.
  static let lowNotes: Float = 300
  static let lowPeriodicity: Float = 0.95
  /// Under so many, where the noise of a thick string's attack lasts longest, a less clear one will do, if
  /// `lowestReadings` more agree.
  static let lowestNotes: Float = 150
  static let lowestPeriodicity: Float = 0.75
  static let lowestReadings = 1
  /// The part of a period's correlation that a tenth less than it has in a sine: a low one is rumble.
  static let sine: Float = 0.65
  /// The periods after which a low note must have shown itself: one that takes longer is none.
  static let latestPeriods: Float = 5.5
  /// How much less well a shorter period may repeat itself than the best and be taken.
  static let loss: Float = 0.03
  /// Readings in a row that must agree.
  static let readings = 2
  /// How well, as a ratio: 0.3 semitones.
  static let agreement: Float = 1.0175
  /// The correlation from which one reading will do, for a note over `lowNotes` where none sounded.
  static let plainPeriodicity: Float = 0.95
  /// Hops in which a note that has been found is given: who doubts it may wait for the last.
  static let reports = 3
  /// How much of the sound must be left without the note before, in dB, for what is left to be a note.
  static let leastRemainder: Float = -3
  /// A pitch that moves without new energy by less than this, as a ratio (1.2 semitones), is a glide.
  static let glide: Float = 1.0718
  /// How much less a part's correlation must be where the period is that of the note before: an octave's is as high.
  static let samePartGap: Float = 0.1
  /// The rise of the level over the last period, in dB, that makes a beginning of its own soon after another.
  static let louder: Float = 3
  /// The rise of the level since the beginning, in dB, that makes it one of new energy.
  static let swelling: Float = 4
  /// Seconds for which the note that sounded last counts as sounding.
  static let holdSeconds: Float = 0.016
  /// Seconds in which a note found here counts as the one that sounds, whatever the tracker still reads.
  static let leadSeconds: Float = 0.1

  private let bands: [YoungBand]
  private let firstLevel: Int
  private var onsets: OnsetDetector
  private let hopSeconds: Float

  private var heard: (frequency: Float, age: Float) = (0, .infinity)
  private var found: (frequency: Float, age: Float) = (0, .infinity)
  /// Seconds since the beginning that is being looked at; nil for none.
  private var sinceOnset: Float?
  private var isStruck = false
  private var before: Float = 0
  private var levelBefore: Float = 0
  private var agreed: (frequency: Float, count: Int) = (0, 0)
  private var reported = 0

  /// - Parameters:
  ///   - rates: of the splitter's levels, in samples a second.
  ///   - hopSeconds: seconds from one step to the next.
  init(rates: [Float], hopSeconds: Float) {
    self.hopSeconds = hopSeconds
    firstLevel = max(0, rates.count - 4)
    let first = firstLevel
    let used = rates[first...]
    bands = used.enumerated().map { number, rate in
      YoungBand(rate: rate, lags: (number == 0 ? 10 : 20)...(number == used.count - 1 ? 75 : 40))
    }
    onsets = OnsetDetector(hopsPerSecond: Double(1 / hopSeconds))
  }

  /// Forgets the past.
  func reset() {
    for band in bands { band.reset() }
    onsets.reset()
    heard = (0, .infinity)
    found = (0, .infinity)
    sinceOnset = nil
  }

  /// Takes in one hop; gives the frequency of the note that began, in hertz, in the hop that settles it and in
  /// those of the next two that agree, else 0.
  ///
  /// - Parameters:
  ///   - splitter: which has taken in the hop.
  ///   - level: of the hop, in dB.
  ///   - attack: whether `AttackDetector` found one in it.
  ///   - floor: nothing below it begins, in dB.
  ///   - sounding: what the tracker read in the hop before, in hertz; 0 for none.
  func process(_ splitter: BandSplitter, level: Float, attack: Bool, floor: Float, sounding: Float) -> Float {
    for (i, band) in bands.enumerated() { band.append(splitter.level(firstLevel + i)) }
    let current = current(sounding)
    let finding = onsets.detect(
      level: level, brightness: brightness(splitter.level(firstLevel)),
      residual: bands.first?.residual(at: current, seconds: hopSeconds) ?? OnsetDetector.unknown, attack: attack,
      floor: floor, sounding: Double(current))
    if finding.begins, sinceOnset == nil || level > finding.before + Self.louder {
      sinceOnset = 0
      isStruck = finding.isStruck
      before = current
      levelBefore = finding.before
      agreed = (0, 0)
      reported = 0
    }
    guard let since = sinceOnset else { return 0 }
    let sound = since + hopSeconds
    guard sound <= Self.seconds else {
      sinceOnset = nil
      return 0
    }
    sinceOnset = sound
    // A bow's and a breath's energy comes after the break.
    if level > levelBefore + Self.swelling { isStruck = true }
    if reported > 0 {
      reported += 1
      if reported == Self.reports { sinceOnset = nil }
    }
    guard let peak = best(sound), let needed = readingsNeeded(peak, sound: sound) else {
      agreed = (0, 0)
      return 0
    }
    let isSame = agreed.count > 0 && Self.isNear(peak.frequency, agreed.frequency, Self.agreement)
    agreed = (peak.frequency, isSame ? agreed.count + 1 : 1)
    guard agreed.count >= needed else { return 0 }
    reported = max(1, reported)
    found = (peak.frequency, 0)
    return peak.frequency
  }

  /// The frequency that sounds: what was found here leads, until the tracker reads it too.
  private func current(_ sounding: Float) -> Float {
    heard = sounding > 0 ? (sounding, 0) : (heard.frequency, heard.age + hopSeconds)
    found.age += hopSeconds
    let read = heard.age <= Self.holdSeconds ? heard.frequency : 0
    guard found.age < Self.leadSeconds else { return read }
    return read > 0 && Self.isNear(read, found.frequency, 1.035) ? read : found.frequency
  }

  private func brightness(_ samples: UnsafeBufferPointer<Float>) -> Float {
    guard samples.count > 8, let start = samples.baseAddress else { return Decibels.silence }
    let count = (samples.count - 1) & ~7
    let (earlier, later) = (UnsafeRawPointer(start), UnsafeRawPointer(start + 1))
    var energies = SIMD8<Float>()
    for i in stride(from: 0, to: 4 * count, by: 32) {
      let slope =
        later.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self)
        - earlier.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self)
      energies += slope * slope
    }
    return Decibels.level(meanSquare: Double(energies.sum() / Float(count)))
  }

  /// What repeats itself best: in the sound as it is, or in what is left of it without the note before.
  private func best(_ sound: Float) -> YoungBand.Peak? {
    let plain = best(sound, removed: 0)
    guard before >= YoungBand.lowestRemoved, bands.count > 1,
      bands[1].remainder(without: before, seconds: min(sound, YoungBand.shortest)) > Self.leastRemainder,
      let rest = best(sound, removed: before)
    else { return plain }
    guard let plain else { return rest }
    func worth(_ peak: YoungBand.Peak) -> Float { peak.height - (peak.part > Self.part ? 0.3 : 0) }
    return worth(rest) > worth(plain) ? rest : plain
  }

  private func best(_ sound: Float, removed: Float) -> YoungBand.Peak? {
    var best: YoungBand.Peak?
    var highest: YoungBand.Peak?
    // From high notes to low: of nearly equal ones the highest is the note.
    for band in bands {
      band.search(sound: sound, removed: removed) { peak in
        if best.map({ peak.height > $0.height }) ?? true { best = peak }
        guard let old = highest else {
          highest = peak
          return
        }
        if peak.height > old.height + Self.loss { highest = peak }
      }
    }
    guard let best, let highest else { return nil }
    return highest.height > best.height - Self.loss ? highest : best
  }

  /// How many readings in a row make a note of a peak; nil where it is none.
  private func readingsNeeded(_ peak: YoungBand.Peak, sound: Float) -> Int? {
    let needed = Self.readings + (peak.height < Self.surePeriodicity ? 1 : 0)
    if before > 0, Self.isNear(peak.frequency, before, Self.glide) {
      guard isStruck else { return nil }
      if Self.isNear(peak.frequency, before, Self.agreement), peak.height >= Self.leastPeriodicity,
        peak.part < peak.height - Self.samePartGap
      {
        return needed
      }
    }
    if peak.frequency < CandidateSearch.rumble, peak.beside > Self.sine * peak.height { return nil }
    if before > 0, !isStruck || peak.part >= Self.part {
      // A sound that wavers seems to repeat itself at twice and three times its period.
      for n: Float in [2, 3] where Self.isNear(n * peak.frequency, before, Self.agreement) { return nil }
    }
    if peak.part < Self.part, peak.height >= Self.leastPeriodicity {
      let isPlain = before == 0 && peak.frequency > Self.lowNotes && peak.height > Self.plainPeriodicity
      return isPlain ? 1 : needed
    }
    guard peak.part < peak.height - Self.partGap, sound * peak.frequency < Self.latestPeriods else { return nil }
    if peak.frequency < Self.lowNotes, peak.height > Self.lowPeriodicity { return needed }
    guard peak.frequency < Self.lowestNotes, peak.height > Self.lowestPeriodicity else { return nil }
    return needed + Self.lowestReadings
  }

  private static func isNear(_ a: Float, _ b: Float, _ ratio: Float) -> Bool { a < b * ratio && b < a * ratio }
}

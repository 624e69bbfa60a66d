internal import CRealtime
internal import DSP

/// Follows the pitch of one instrument: samples in, one estimate a hop out.
///
/// It knows hertz, not notes.
///
/// The stages, each a type of its own: (1) bands, windows as long as their notes need; (2) the correlation of each
/// window with itself; (3) two estimators, YIN and the autocorrelation, and (4) what they are worth together; (5)
/// prominence, against sub-harmonics; (6) the harmonic gate, against rumble; (7) the room's level; (8) refinement
/// of the period. Analysis thread, or offline; one instance is one thread's.
public final class PitchTracker {
  /// Frames a second.
  public let sampleRate: Int
  /// Samples of one hop: what `process` takes.
  public let hop: Int
  /// Seconds for which a note that is sounding is searched for round its period although no estimate came.
  static let memorySeconds = 0.2

  private let bands: [AnalysisBand]
  private let yin = YIN()
  private let autocorrelation = Autocorrelation()
  private let combiner = EstimatorCombiner()
  private let refinement = LagRefinement()
  private let prominence = Prominence()
  private let gate = HarmonicGate()
  private var noiseFloor: NoiseFloor
  private var attacks: AttackDetector
  private var sounding = 0.0
  private var hopsWithoutPitch = 0
  private let memoryHops: Int

  /// Windows for high, middle, low and lowest notes: nominal rate, lowest note, seconds.
  private static let layout: [(rate: Double, lowest: Double, seconds: Double)] = [
    (48_000, 190, 0.0213), (12_000, 95, 0.0427), (6_000, 47, 0.0853), (3_000, 24, 0.1707)
  ]

  /// A clarity at which a shorter window's word is taken without asking a longer one.
  static let settled: Float = 0.93
  /// The least clarity of a pitch.
  static let accepted: Float = 0.8

  /// The least rate, in frames a second, at which the windows still have a lag to search.
  static let lowestRate = 1000

  /// Makes a tracker at rest; nil when the memory for its transforms is not to be had, and at a rate under 1000.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second, 8,000…192,000 sensibly.
  ///   - hop: samples of a hop, at least 1.
  public init?(sampleRate: Int, hop: Int) {
    guard sampleRate >= Self.lowestRate, hop >= 1 else { return nil }
    self.sampleRate = sampleRate
    self.hop = hop
    let rate = Double(sampleRate)
    var bands: [AnalysisBand] = []
    for plan in Self.layout {
      guard
        let band = AnalysisBand(
          sampleRate: rate, hop: hop, nominalRate: plan.rate, lowest: plan.lowest, seconds: plan.seconds)
      else { return nil }
      bands.append(band)
    }
    self.bands = bands
    let hopsPerSecond = rate / Double(hop)
    noiseFloor = NoiseFloor(hopsPerSecond: Float(hopsPerSecond))
    attacks = AttackDetector(hopsPerSecond: hopsPerSecond)
    memoryHops = Int(Self.memorySeconds * hopsPerSecond)
  }

  /// Forgets the past: after a gap in the stream.
  public func reset() {
    for band in bands { band.reset() }
    sounding = 0
    hopsWithoutPitch = 0
  }

  /// Takes in one hop of samples; one that holds what is no finite number counts as silence, and as a gap.
  public func process(_ samples: UnsafePointer<Float>) -> PitchEstimate {
    let state = cr_flush_denormals()
    defer { cr_float_state_restore(state) }
    var energy = 0.0
    for i in 0..<hop { energy += Double(samples[i]) * Double(samples[i]) }
    guard energy.isFinite else {
      reset()
      return PitchEstimate(frequency: 0, clarity: 0, level: Decibels.silence, attack: false)
    }
    let level = Decibels.level(meanSquare: energy / Double(hop))
    let attack = attacks.detect(level: level, floor: noiseFloor.floor - 20, sounding: sounding)
    for band in bands { band.append(samples, count: hop) }
    noiseFloor.update(level: level, noteSounds: sounding > 0)

    guard let (frequency, clarity) = search() else {
      hopsWithoutPitch += 1
      if hopsWithoutPitch > memoryHops { sounding = 0 }
      return PitchEstimate(frequency: 0, clarity: 0, level: level, attack: attack)
    }
    sounding = frequency
    hopsWithoutPitch = 0
    return PitchEstimate(frequency: frequency, clarity: clarity, level: level, attack: attack)
  }

  /// The pitch that the shortest sufficient window supports.
  private func search() -> (frequency: Double, clarity: Float)? {
    var best: (frequency: Double, clarity: Float)?
    for band in bands {
      guard band.isSounding else { continue }
      band.correlate()
      guard let found = search(band) else { continue }
      if found.clarity > (best?.clarity ?? Self.accepted) { best = found }
      if found.clarity >= Self.settled { break }
    }
    return best
  }

  private func search(_ band: AnalysisBand) -> (frequency: Double, clarity: Float)? {
    let correlation = band.correlation
    let range = max(2, Int(band.rate / band.highest))...correlation.maximumLag
    let expected = sounding > band.lowest && sounding < band.highest ? band.rate / sounding : 0
    guard
      let estimate = combiner.combine(
        yin: yin.estimate(correlation, range: range, expected: expected),
        autocorrelation: autocorrelation.estimate(correlation, range: range),
        correlation: correlation, rate: band.rate)
    else { return nil }
    var frequency = band.rate / refinement.refine(lag: estimate.lag, correlation: correlation)
    let profile = HarmonicProfile(band, frequency: frequency)
    if sounding == 0, !gate.admits(frequency: frequency, clarity: estimate.confidence, profile: profile) {
      return nil
    }
    frequency *= Double(prominence.multiple(profile))
    return (frequency, min(1, max(0, estimate.confidence)))
  }
}

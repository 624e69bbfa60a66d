internal import CRealtime
internal import DSP

/// Follows the pitch of one instrument: samples in, one estimate a hop out.
///
/// It knows hertz, not notes. Each stage is a type of its own:
///
/// 1. `BandSplitter`, `AnalysisBand`: four windows, 21 ms for high notes to 150 ms for the lowest, each at a rate that
///    fits its notes; a power spectrum and a correlation of each.
/// 2. `SpectralLines`: what stands out of the spectrum.
/// 3. `CandidateSearch`: the peaks of the correlation and the strongest lines are candidates. Their score replaces the
///    two estimators and their combiner: YIN and a first peak of the correlation, however they were combined, took the
///    octave for the note in 1 % of a set of recorded notes, and a 2nd or 3rd partial 20 dB over the first always.
/// 4. `HarmonicSeries`: prominence (is the note a sub-harmonic of a stronger one?) and the harmonic gate (rumble has no
///    partials), both by the lines' contrast with their neighbours. A fingerprint rescue has nothing left to rescue:
///    the lines are candidates from the start.
/// 5. `MainsRule`: the hum of the mains is no note.
/// 6. `NoteMemory`: the decision over time.
/// 7. `NotePresence`, `LevelRelease`: is the note that was found still there, and has it been stopped?
/// 8. `LagRefinement`: the frequency, finely.
/// 9. `Overlap`: just after an attack a reading of the note before it may be a mixture, and is no reading.
/// 10. `AttackDetector`, `NoiseFloor`: where notes begin; the floor tells what may be an attack, and gates no pitch.
/// 11. `NoteBeginning`: beside all that, the pitch of a new note from its first two periods.
///
/// High windows are read each hop, the two longest every second and fourth, and for 0.2 s after an attack each hop too.
/// Analysis thread, or offline; one instance is one thread's.
public final class PitchTracker {
  /// What the player may set.
  public struct Settings: Sendable, Equatable {
    /// The level, in dB relative to full scale, under which no note begins: -120…0.
    ///
    /// One that sounds is followed on below it, down to its last breath. The level is the highest of one period. The
    /// default, silence, lets begin whatever is heard: noise is told by its structure. NaN is the default.
    public var sensitivity: Float

    /// Makes settings, by default those that hear most.
    public init(sensitivity: Float = -120) { self.sensitivity = sensitivity }
  }

  /// What the player has set; a change counts from the next hop on.
  public var settings: Settings
  /// Frames a second.
  public let sampleRate: Int
  /// Samples of one hop: what `process` takes.
  public let hop: Int

  /// Seconds without support for which a note is believed before its presence is asked for.
  static let patience: Float = 0.02
  /// The clarity of a note that only its presence supports.
  static let presenceClarity: Float = 0.5
  /// The mean square above which samples are no sound, but bits: 20 dB over full scale.
  static let loudest: Float = 100
  /// The least rate, in frames a second, at which the windows still have a lag to search.
  static let lowestRate = 1000

  /// Windows for high, middle, low and lowest notes: three to four periods of the lowest of each.
  ///
  /// Half as long, they take noise for notes; twice as long, they are late.
  private static let layout = [
    BandPlan(rate: 24_000, seconds: 512 / 24_000.0, lowest: 240, highest: 4900, interval: 1),
    BandPlan(rate: 12_000, seconds: 512 / 12_000.0, lowest: 85, highest: 760, interval: 1),
    BandPlan(rate: 6_000, seconds: 512 / 6_000.0, lowest: 40, highest: 230, interval: 2),
    BandPlan(rate: 3_000, seconds: 0.15, lowest: 25, highest: 95, interval: 4)
  ]
  /// How many longer bands are asked for lines between a candidate's partials.
  private static let bandsAsked = 2

  private let splitter: BandSplitter
  private let bands: [AnalysisBand]
  private let search = CandidateSearch()
  private let memory: NoteMemory
  private let presence: NotePresence
  private let refinement = LagRefinement()
  private var noiseFloor: NoiseFloor
  private var attacks: AttackDetector
  private var release: LevelRelease
  private var clock: AttackClock
  private var overlap = Overlap()
  private let beginning: NoteBeginning
  private var last = (frequency: 0.0, clarity: Float(0))
  private let hopSeconds: Float
  private var hopNumber = 0
  /// The last candidates of each band, `CandidateSearch.capacity` places for each, and how many they are.
  private let found: UnsafeMutablePointer<Candidate>
  private var foundCounts: [Int]
  /// Those that count in this hop.
  private let admitted: UnsafeMutablePointer<Candidate>

  /// Makes a tracker at rest; nil when the memory for its transforms is not to be had, and at a rate under 1000.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second, 8,000…192,000 sensibly.
  ///   - hop: samples of a hop, at least 1.
  ///   - settings: what the player has set.
  public init?(sampleRate: Int, hop: Int, settings: Settings = Settings()) {
    guard sampleRate >= Self.lowestRate, hop >= 1 else { return nil }
    self.sampleRate = sampleRate
    self.hop = hop
    self.settings = settings
    let rate = Double(sampleRate)
    var bands: [AnalysisBand] = []
    for (index, plan) in Self.layout.enumerated() {
      guard let band = AnalysisBand(sampleRate: rate, index: index, plan: plan) else { return nil }
      bands.append(band)
    }
    self.bands = bands
    let depth = bands.last?.halvings ?? 0
    splitter = BandSplitter(hop: hop, depth: depth)
    hopSeconds = Float(Double(hop) / rate)
    beginning = NoteBeginning(
      rates: (0...depth).map { Float(rate / Double(1 << $0)) }, hopSeconds: hopSeconds)
    memory = NoteMemory(hopSeconds: hopSeconds)
    presence = NotePresence(rates: (0...depth).map { Float(rate / Double(1 << $0)) }, hopSeconds: hopSeconds)
    noiseFloor = NoiseFloor(hopsPerSecond: 1 / hopSeconds)
    attacks = AttackDetector(hopsPerSecond: rate / Double(hop))
    release = LevelRelease(hopSeconds: hopSeconds)
    clock = AttackClock(hopSeconds: hopSeconds)
    let places = bands.count * CandidateSearch.capacity
    let none = Candidate(frequency: 0, score: 0, periodicity: 0, band: 0)
    found = .allocate(capacity: places)
    found.initialize(repeating: none, count: places)
    admitted = .allocate(capacity: places)
    admitted.initialize(repeating: none, count: places)
    foundCounts = Array(repeating: 0, count: bands.count)
  }

  deinit {
    found.deallocate()
    admitted.deallocate()
  }

  /// Forgets the past: after a gap in the stream.
  public func reset() {
    splitter.reset()
    for band in bands { band.reset() }
    memory.reset()
    presence.reset()
    release.reset()
    clock.reset()
    overlap.reset()
    beginning.reset()
    last = (0, 0)
    hopNumber = 0
    for i in foundCounts.indices { foundCounts[i] = 0 }
  }

  /// Takes in one hop of samples; one that holds what is no finite number, or is 20 dB over full scale, counts as
  /// silence, and as a gap.
  public func process(_ samples: UnsafePointer<Float>) -> PitchEstimate {
    let state = cr_flush_denormals()
    defer { cr_float_state_restore(state) }
    var energy = 0.0
    for i in 0..<hop { energy += Double(samples[i]) * Double(samples[i]) }
    let meanSquare = energy / Double(hop)
    guard meanSquare < Double(Self.loudest) else {
      reset()
      return PitchEstimate(frequency: 0, clarity: 0, level: Decibels.silence, attack: false)
    }
    let level = Decibels.level(meanSquare: meanSquare)
    let sounding = memory.note?.frequency ?? presence.frequency
    let attack = attacks.detect(level: level, floor: noiseFloor.floor - 20, sounding: Double(sounding))
    let sinceAttack = clock.sinceAttack
    clock.advance(attack: attack)
    noiseFloor.update(level: level, noteSounds: sounding > 0)
    let envelope = release.envelope
    let isReleased = release.update(level: level, sounding: sounding)

    splitter.process(samples, count: hop)
    presence.update(splitter, wasStruck: clock.wasStruck)
    let begun = begun(level: level, attack: attack)
    let isStopped = presence.isStopped
    analyze()
    memory.update(
      admitted, count: admit(level: level, isStopped: isStopped), isFresh: clock.isFresh,
      mayBegin: !(release.highest < settings.sensitivity))
    hopNumber += 1

    if isReleased {
      memory.reset()
      presence.reset()
    }
    overlap.update(
      attack: attack, sinceAttack: sinceAttack, isFresh: clock.isFresh, frequency: last.frequency,
      clarity: last.clarity, level: release.highest, envelope: envelope)
    last = (0, 0)
    guard let (frequency, clarity, window) = pitch(level: level, isStopped: isStopped),
      !overlap.isMixed(frequency, clarity: clarity, reachesBack: window > clock.sinceAttack + hopSeconds)
    else {
      return PitchEstimate(frequency: 0, clarity: 0, level: level, attack: attack, begun: begun)
    }
    last = (frequency, clarity)
    return PitchEstimate(frequency: frequency, clarity: clarity, level: level, attack: attack, begun: begun)
  }

  /// The pitch of a note that has just begun, in hertz, if its first periods agree in this hop; else 0.
  private func begun(level: Float, attack: Bool) -> Double {
    let frequency = beginning.process(
      splitter, level: level, attack: attack, floor: noiseFloor.floor - 20, sounding: Float(last.frequency))
    guard frequency > 0, !isHum(frequency, level: level), !(release.highest < settings.sensitivity) else { return 0 }
    return Double(frequency)
  }

  /// Moves all windows on, and reads those whose turn it is.
  private func analyze() {
    for (i, band) in bands.enumerated() {
      band.append(splitter.level(band.halvings))
      let interval = clock.isFresh ? 1 : Self.layout[i].interval
      guard hopNumber % interval == interval - 1 else { continue }
      band.analyze(sound: clock.sinceAttack + hopSeconds)
      foundCounts[i] = search.search(
        band, longer: bands[(i + 1)..<min(bands.count, i + 1 + Self.bandsAsked)],
        into: found + i * CandidateSearch.capacity)
    }
  }

  /// Picks the candidates that count: no hum, and not the note that has just been stopped, which long windows still
  /// hold.
  private func admit(level: Float, isStopped: Bool) -> Int {
    var count = 0
    for i in bands.indices {
      for j in 0..<foundCounts[i] {
        let candidate = found[i * CandidateSearch.capacity + j]
        if isHum(candidate.frequency, level: level) { continue }
        if isStopped, presence.isNear(candidate.frequency) { continue }
        admitted[count] = candidate
        count += 1
      }
    }
    return count
  }

  private func isHum(_ frequency: Float, level: Float) -> Bool {
    MainsRule.isHum(frequency, level: level, wasStruck: clock.wasStruck) && !presence.isFading(frequency)
  }

  /// What this hop supports: a note that its windows show, or one that is still there although they do not; and how
  /// many seconds back what shows it reaches.
  private func pitch(level: Float, isStopped: Bool) -> (frequency: Double, clarity: Float, window: Float)? {
    if let note = memory.note, note.isSupported {
      let band = bands[note.band]
      let frequency = refinement.refine(note.frequency, in: band)
      if note.isClear { presence.follow(Float(frequency)) }
      return (frequency, note.periodicity, band.windowSeconds)
    }
    if isStopped { return nil }
    if presence.isPresent, !isHum(presence.frequency, level: level) {
      presence.drift()
      return (Double(presence.frequency), Self.presenceClarity, .infinity)
    }
    if let note = memory.note, note.silence < Self.patience {
      return (Double(note.frequency), note.periodicity, .infinity)
    }
    presence.reset()
    return nil
  }
}

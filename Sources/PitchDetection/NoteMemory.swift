internal import CRealtime

/// Decides over time: each pitch that is supported gathers strength, and the strongest is the note.
///
/// Strength fades within 55 ms, so that one wrong window changes nothing and a new note needs few.
final class NoteMemory {
  /// A pitch under consideration.
  struct Hypothesis {
    /// In hertz, as last supported.
    var frequency: Float
    /// The index of the band that last supported it.
    var band: Int
    /// What it has gathered.
    var strength: Float
    /// The correlation at its period, as last supported.
    var periodicity: Float
    /// The highest such correlation so far.
    var clearest: Float
    /// Seconds since a hop supported it; 0 while it is.
    var silence: Float
    /// Whether this hop supports it.
    var isSupported: Bool { silence == 0 }
    /// Whether it has once repeated itself clearly.
    var isClear: Bool { clearest > NoteMemory.clear }
  }

  /// Hypotheses at the most.
  static let capacity = 10
  /// Seconds in which strength fades to 37 %.
  static let fadeSeconds: Float = 0.055
  /// The score that sustains a note: above it strength grows.
  static let sustaining: Float = 0.6
  /// What a hop without support costs.
  static let unsupported: Float = 0.2
  /// The strength from which a note is shown.
  static let shown: Float = 0.35
  /// The strength under which one is forgotten.
  static let forgotten: Float = 0.15
  /// How far the note shown may be behind the strongest and stay.
  static let loyalty: Float = 0.2
  /// How near a candidate must be to speak for a hypothesis: 1.2 semitones, as a ratio.
  static let nearness: Float = 1.0718
  /// A new note that repeats itself less well than this pays for what it lacks.
  static let newPeriodicity: Float = 0.85
  /// How much, as a multiple of what it lacks.
  static let tollRate: Float = 2
  /// The same just after an attack, but not where rumble lies: what plucks or strikes a note is heard with it.
  static let freshTollRate: Float = 1.2
  /// The same for notes under 50 Hz, where rumble lies.
  static let newLowPeriodicity: Float = 0.9
  /// In hertz.
  static let lowNotes: Float = 50
  /// How far behind the best candidate's score one of a shorter window may be and give the frequency.
  static let agreement: Float = 0.2
  /// The least periodicity of such a one: in noise the longer window knows better.
  static let agreeingPeriodicity: Float = 0.8
  /// What a note loses when the octave below scores as well, to within `equal`, and at least `sure`.
  static let explained: Float = 0.35
  /// How much less the octave below may score.
  static let equal: Float = 0.04
  /// The least score of the octave below.
  static let sure: Float = 0.9
  /// A note that has never repeated itself better than this is not helped through noise, and pays like a new one.
  static let clear: Float = 0.9
  /// The strength from which the note shown is helped.
  static let established: Float = 1.5
  /// By how much its score may be lifted, to no more than sustains it.
  static let lift: Float = 0.25

  private let hypotheses: UnsafeMutablePointer<Hypothesis>
  private(set) var count = 0
  /// The hypothesis that is shown; nil for none.
  private(set) var current: Int?
  private var tollRate = NoteMemory.tollRate
  private let fade: Float
  private let step: Float
  private let hopSeconds: Float

  /// - Parameter hopSeconds: seconds from one step to the next.
  init(hopSeconds: Float) {
    hypotheses = .allocate(capacity: Self.capacity)
    hypotheses.initialize(
      repeating: Hypothesis(frequency: 0, band: 0, strength: 0, periodicity: 0, clearest: 0, silence: 0),
      count: Self.capacity)
    self.hopSeconds = hopSeconds
    fade = cr_expf(-hopSeconds / Self.fadeSeconds)
    // Scores are counted as at hops of 5.3 ms, whatever the hop.
    step = hopSeconds / 0.005_333
  }

  deinit { hypotheses.deallocate() }

  /// The note that is shown.
  var note: Hypothesis? { current.map { hypotheses[$0] } }

  /// Forgets all.
  func reset() {
    count = 0
    current = nil
  }

  /// Takes in the candidates of one hop.
  ///
  /// - Parameters:
  ///   - candidates: of all bands, from high to low.
  ///   - candidateCount: how many there are.
  ///   - isFresh: whether an attack was just now.
  ///   - mayBegin: whether another note than the one shown may be.
  func update(
    _ candidates: UnsafePointer<Candidate>, count candidateCount: Int, isFresh: Bool, mayBegin: Bool
  ) {
    tollRate = isFresh ? Self.freshTollRate : Self.tollRate
    for i in 0..<count { feed(i, candidates, candidateCount) }
    for j in 0..<candidateCount { begin(with: candidates[j]) }
    forget()
    if mayBegin { choose() }
  }

  private func feed(_ index: Int, _ candidates: UnsafePointer<Candidate>, _ candidateCount: Int) {
    let frequency = hypotheses[index].frequency
    var best: Int?
    for j in 0..<candidateCount {
      let ratio = candidates[j].frequency / frequency
      guard ratio < Self.nearness, ratio > 1 / Self.nearness else { continue }
      if best.map({ candidates[j].score > candidates[$0].score }) ?? true { best = j }
    }
    var strength = hypotheses[index].strength * fade
    guard let best else {
      hypotheses[index].strength = strength - Self.unsupported * step
      hypotheses[index].silence += hopSeconds
      return
    }
    var candidate = candidates[best]
    // Of the bands that agree the shortest window is the newest.
    for j in 0..<best
    where candidates[j].score > candidate.score - Self.agreement && candidates[j].periodicity > Self.agreeingPeriodicity
    {
      let ratio = candidates[j].frequency / candidate.frequency
      guard ratio < Self.nearness, ratio > 1 / Self.nearness else { continue }
      candidate.frequency = candidates[j].frequency
      candidate.band = candidates[j].band
      break
    }
    var score = candidate.score
    if isExplained(candidate, by: candidates, candidateCount) { score -= Self.explained }
    if index == current, hypotheses[index].isClear {
      if hypotheses[index].strength > Self.established {
        score = max(score, min(Self.sustaining, score + Self.lift))
      }
    } else {
      score -= toll(candidate)
    }
    strength += max(-Self.unsupported, score - Self.sustaining) * step
    hypotheses[index].strength = strength
    guard candidate.score > Self.sustaining else {
      hypotheses[index].silence += hopSeconds
      return
    }
    hypotheses[index].silence = 0
    hypotheses[index].clearest = max(hypotheses[index].clearest, candidate.periodicity)
    hypotheses[index].frequency = candidate.frequency
    hypotheses[index].band = candidate.band
    hypotheses[index].periodicity = candidate.periodicity
  }

  /// Whether a note an octave lower is supported as well, by every band that holds it: it has lines that this one has
  /// not.
  private func isExplained(
    _ candidate: Candidate, by candidates: UnsafePointer<Candidate>, _ candidateCount: Int
  ) -> Bool {
    var least: Float = .infinity
    for j in 0..<candidateCount where abs(candidate.frequency / candidates[j].frequency - 2) < 0.04 {
      least = min(least, candidates[j].score)
    }
    return least.isFinite && least > max(Self.sure, candidate.score - Self.equal)
  }

  /// What a new note pays for repeating itself badly.
  private func toll(_ candidate: Candidate) -> Float {
    candidate.frequency < Self.lowNotes
      ? Self.tollRate * max(0, Self.newLowPeriodicity - candidate.periodicity)
      : tollRate * max(0, Self.newPeriodicity - candidate.periodicity)
  }

  private func begin(with candidate: Candidate) {
    let score = candidate.score - toll(candidate)
    let strength = (score - Self.sustaining) * step
    guard strength > 0 else { return }
    for i in 0..<count {
      let ratio = candidate.frequency / hypotheses[i].frequency
      if ratio < Self.nearness, ratio > 1 / Self.nearness { return }
    }
    var place = count
    if count == Self.capacity {
      place = 0
      for i in 1..<count where hypotheses[i].strength < hypotheses[place].strength { place = i }
      guard hypotheses[place].strength < strength, place != current else { return }
    } else {
      count += 1
    }
    hypotheses[place] = Hypothesis(
      frequency: candidate.frequency, band: candidate.band, strength: strength, periodicity: candidate.periodicity,
      clearest: candidate.periodicity, silence: 0)
  }

  /// Drops what has lost its strength; what has just begun is given a hop.
  private func forget() {
    var kept = 0
    var newCurrent: Int?
    for i in 0..<count {
      let hypothesis = hypotheses[i]
      let least: Float = i == current ? Self.forgotten : 0
      guard hypothesis.strength > least else { continue }
      if i == current { newCurrent = kept }
      hypotheses[kept] = hypothesis
      kept += 1
    }
    count = kept
    current = newCurrent
  }

  private func choose() {
    guard count > 0 else { return }
    var best = 0
    for i in 1..<max(1, count) where hypotheses[i].strength > hypotheses[best].strength { best = i }
    let strength = hypotheses[best].strength
    guard strength > Self.shown else { return }
    if let current, hypotheses[current].strength > strength - Self.loyalty { return }
    current = best
  }
}

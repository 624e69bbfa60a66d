/// Finds the pitches that a band may hold, and weighs what speaks for and against each.
///
/// Periods come from the peaks of the correlation, which knows a missing fundamental, and from the strongest lines,
/// which know a note under which another sound hides the period. The score adds how well the window repeats itself
/// and how well its lines fit, and takes away what marks a sub-harmonic (no odd partials, gaps), a multiple of the
/// note (lines between the partials) and rumble.
final class CandidateSearch {
  /// Peaks of the correlation that are looked at.
  static let peakCount = 6
  /// The least correlation of a peak that is looked at.
  static let leastPeriodicity: Float = 0.3
  /// Candidates of one band at the most.
  static let capacity = 9
  /// A note under this frequency, in hertz, without a second partial is rumble unless it is a clear sine.
  static let rumble: Float = 80
  /// How closely a clear sine repeats itself.
  static let clearSine: Float = 0.99

  /// A sine this near the lowest note of a band may be noise at its edge: the next longer band's to tell.
  static let edge: Float = 1.5
  /// Nearer still, any note must repeat itself well.
  static let nearEdge: Float = 1.2
  /// How well.
  static let edgePeriodicity: Float = 0.93
  /// The periods in a window at which its lines say nothing yet, and all.
  static let blurredPeriods: ClosedRange<Float> = 3.25...4.25
  /// The correlation from which a period speaks for itself, and wholly.
  static let clearPeriod: ClosedRange<Float> = 0.94...0.98
  /// The correlation of a half or a third of a period that says that it may be the sub-harmonic of a note.
  static let partPeriodicity: Float = 0.8
  // What each finding adds to the score or takes from it: a clean note scores 1, its sub-harmonics and multiples 0.65.
  private static let periodicityWeight: Float = 0.5
  private static let matchWeight: Float = 0.5
  private static let shareWeight: Float = 0.35
  private static let gapWeight: Float = 0.6
  private static let betweenWeight: Float = 0.35
  private static let rumbleWeight: Float = 0.3

  private let series = HarmonicSeries()
  private let longerSeries = HarmonicSeries()
  private let peaks: UnsafeMutablePointer<(lag: Float, height: Float)>
  private var peakCount = 0

  init() {
    peaks = .allocate(capacity: Self.peakCount + 1)
    peaks.initialize(repeating: (0, 0), count: Self.peakCount + 1)
  }

  deinit { peaks.deallocate() }

  /// Writes the candidates of a band.
  ///
  /// - Parameters:
  ///   - band: where to look.
  ///   - longer: the next longer bands, where lines lie further apart.
  ///   - candidates: room for `capacity`.
  /// - Returns: how many there are.
  func search(_ band: AnalysisBand, longer: ArraySlice<AnalysisBand>, into candidates: UnsafeMutablePointer<Candidate>)
    -> Int
  {
    guard band.isSounding, band.lines.count > 0 else { return 0 }
    findPeaks(band)
    var count = 0
    func consider(_ frequency: Float, _ periodicity: Float) {
      guard frequency >= band.lowest, frequency <= band.highest, count < Self.capacity else { return }
      for i in 0..<count where abs(candidates[i].frequency / frequency - 1) < 0.025 { return }
      candidates[count] = weigh(frequency, periodicity: periodicity, band, longer)
      count += 1
    }
    for i in 0..<peakCount { consider(band.rate / peaks[i].lag, min(1, peaks[i].height)) }
    let strongest = band.lines.strongest
    for i in [strongest.0, strongest.1, strongest.2] {
      let frequency = band.lines.frequency[i]
      let periodicity = band.periodicity(frequency)
      if periodicity > Self.leastPeriodicity { consider(frequency, periodicity) }
    }
    return count
  }

  /// The highest peaks of the correlation, of equal ones the shorter lags.
  private func findPeaks(_ band: AnalysisBand) {
    peakCount = 0
    let correlation = band.correlation
    let last = min(band.longestLag - 1, Int(band.rate / band.lowest) + 1)
    var lag = max(2, Int(band.rate / band.highest))
    while lag <= last {
      let centre = correlation[lag]
      let left = correlation[lag - 1]
      let right = correlation[lag + 1]
      lag += 1
      guard centre > Self.leastPeriodicity, centre > left, centre >= right else { continue }
      let curvature = left - 2 * centre + right
      let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
      let height = centre - 0.25 * (left - right) * offset
      insert((Float(lag - 1) + offset, height))
    }
  }

  private func insert(_ peak: (lag: Float, height: Float)) {
    var i = peakCount
    while i > 0, peaks[i - 1].height < peak.height {
      if i < Self.peakCount { peaks[i] = peaks[i - 1] }
      i -= 1
    }
    guard i < Self.peakCount else { return }
    peaks[i] = peak
    peakCount = min(Self.peakCount, peakCount + 1)
  }

  /// How far the period must speak for itself, 0…1: in a short window of few periods the partials run into each other,
  /// and what their lines say counts for less where the period is clear and no part of it is one.
  private func blur(_ frequency: Float, periodicity: Float, _ band: AnalysisBand) -> Float {
    guard band.isShort, periodicity > Self.clearPeriod.lowerBound else { return 0 }
    for n: Float in [2, 3] where band.periodicity(n * frequency) > Self.partPeriodicity { return 0 }
    let (few, many) = (Self.blurredPeriods.lowerBound, Self.blurredPeriods.upperBound)
    let blurred = (many - frequency * band.windowSeconds) / (many - few)
    let clear =
      (periodicity - Self.clearPeriod.lowerBound) / (Self.clearPeriod.upperBound - Self.clearPeriod.lowerBound)
    return min(1, max(0, blurred)) * min(1, clear)
  }

  private func weigh(
    _ frequency: Float, periodicity: Float, _ band: AnalysisBand, _ longer: ArraySlice<AnalysisBand>
  ) -> Candidate {
    series.compare(band, frequency: frequency)
    let blur = blur(frequency, periodicity: periodicity, band)
    let sharp = 1 - blur
    var score = Self.periodicityWeight * periodicity + Self.matchWeight * (sharp * series.match + blur * periodicity)
    if score > 0.5 {
      for n in 2...5 { score -= sharp * Self.shareWeight * (1 - series.share(withoutMultiplesOf: n)) }
      score -= sharp * Self.gapWeight * series.gaps
    }
    if score > 0.5 {
      var between = series.between()
      for band in longer where between < 1 && band.isSounding {
        longerSeries.compare(band, frequency: frequency)
        between = max(between, longerSeries.between())
      }
      score -= Self.betweenWeight * between
      let isLow =
        longer.isEmpty ? frequency < Self.rumble && periodicity < Self.clearSine : frequency < Self.edge * band.lowest
      if isLow, series.presence[2] < 0.3 { score -= Self.rumbleWeight }
      if !longer.isEmpty, frequency < Self.nearEdge * band.lowest {
        score -= 2 * max(0, Self.edgePeriodicity - periodicity)
      }
    }
    return Candidate(frequency: series.fundamental, score: score, periodicity: periodicity, band: band.index)
  }
}

internal import DSP

/// The newest samples at one rate, and at which lags two periods of them resemble each other.
///
/// A window of `AnalysisBand` needs three periods for its spectrum; here lags are compared directly, each over the
/// newest two periods and a bit, so that a pick's noise is soon out of them. The samples pass through a wide band-pass:
/// what lies above is smoothed away, which lets a period of twenty samples be compared, and the thump of a body below
/// is held back.
final class YoungBand {
  /// Samples a second.
  let rate: Float
  /// The lags that are searched, in samples.
  let lags: ClosedRange<Int>

  /// Over how many of its lengths a lag is compared: a period with the one before, and a bit.
  static let periods: Float = 2.1
  /// The shortest comparison, in seconds: in less, anything may repeat itself.
  static let shortest: Float = 0.012
  /// The least periods that must have sounded.
  static let leastPeriods: Float = 2.05
  /// The lowest note, in hertz, that can be taken away.
  static let lowestRemoved: Float = 50
  /// The least correlation of a peak.
  static let leastPeriodicity: Float = 0.5
  /// Samples that the band-pass reaches back, and two to interpolate.
  private static let taps = 8
  /// The shortest lag that is looked at as a part of a longer one.
  private static let shortestPart = 4

  private let history: UnsafeMutablePointer<Float>
  private let capacity: Int
  private let reach: Int
  private var filled: Int
  private let filtered: UnsafeMutablePointer<Float>
  private let remainder: UnsafeMutablePointer<Float>
  private let heights: UnsafeMutablePointer<Float>
  private let longest: Int

  /// A peak of the correlation.
  struct Peak {
    /// In hertz.
    var frequency: Float
    /// The correlation, 0…1.
    var height: Float
    /// The highest correlation at a part of the lag: near `height` the period is shorter.
    var part: Float
    /// The correlation at nine tenths of the lag: 0.8 of `height` for a sine, less for a note with partials.
    var beside: Float
  }

  /// - Parameters:
  ///   - rate: samples a second.
  ///   - lags: those to search, at least twice `shortestPart`.
  init(rate: Float, lags: ClosedRange<Int>) {
    self.rate = rate
    self.lags = lags
    longest = Int(max(Self.periods * Float(lags.upperBound + 1), Self.shortest * rate)) + 1
    reach = longest + Int(rate / Self.lowestRemoved) + Self.taps
    capacity = 4 * reach
    history = .allocate(capacity: capacity)
    history.initialize(repeating: 0, count: capacity)
    filtered = .allocate(capacity: reach)
    filtered.initialize(repeating: 0, count: reach)
    remainder = .allocate(capacity: longest)
    remainder.initialize(repeating: 0, count: longest)
    heights = .allocate(capacity: lags.upperBound + 2)
    heights.initialize(repeating: 0, count: lags.upperBound + 2)
    filled = reach
  }

  deinit {
    history.deallocate()
    filtered.deallocate()
    remainder.deallocate()
    heights.deallocate()
  }

  /// Forgets the past.
  func reset() {
    history.update(repeating: 0, count: capacity)
    filled = reach
  }

  /// Takes in new samples.
  func append(_ samples: UnsafeBufferPointer<Float>) {
    let skipped = max(0, samples.count - reach)
    if filled + samples.count - skipped > capacity {
      history.update(from: history + (filled - reach), count: reach)
      filled = reach
    }
    guard let start = samples.baseAddress else { return }
    (history + filled).update(from: start + skipped, count: samples.count - skipped)
    filled += samples.count - skipped
  }

  /// The newest samples through the band-pass, as they are, or less what they were a period of `removed` hertz before:
  /// then a note that rings on is gone.
  ///
  /// - Returns: where they start; they stay until the next call.
  private func newest(_ count: Int, removed: Float) -> UnsafePointer<Float> {
    let period = removed >= Self.lowestRemoved ? rate / removed : 0
    let whole = Int(period)
    let lead = period > 0 ? whole + 1 : 0
    let (start, filtered, remainder) = (history + (filled - count - lead), filtered, remainder)
    // Smoothed over three samples, less the same three samples before: 0 at 0 Hz, the most at a sixth of the rate.
    for i in 0..<count + lead {
      let (new, old) = (start[i] + start[i - 2], start[i - 3] + start[i - 5])
      filtered[i] = 0.25 * (new - old) + 0.5 * (start[i - 1] - start[i - 4])
    }
    guard period > 0 else { return UnsafePointer(filtered) }
    let part = period - Float(whole)
    for i in 0..<count {
      remainder[i] = filtered[i + lead] - ((1 - part) * filtered[i + 1] + part * filtered[i])
    }
    return UnsafePointer(remainder)
  }

  /// By how much the newest samples differ from those a period before, in dB relative to those.
  ///
  /// - Parameters:
  ///   - frequency: of the period, at least `lowestRemoved`.
  ///   - seconds: how many of the newest, at most `shortest`.
  func residual(at frequency: Float, seconds: Float) -> Float {
    guard frequency >= Self.lowestRemoved else { return OnsetDetector.unknown }
    let (rest, before) = energies(without: frequency, seconds: seconds) { $0 - $1 }
    return Decibels.level(meanSquare: Double(rest / before))
  }

  /// How much of the newest samples is left, in dB, when the note of `frequency` hertz is taken away.
  func remainder(without frequency: Float, seconds: Float) -> Float {
    guard frequency >= Self.lowestRemoved else { return 0 }
    let (rest, all) = energies(without: frequency, seconds: seconds) { sample, _ in sample }
    return Decibels.level(meanSquare: Double(rest / all))
  }

  /// The energy of what is left without a note, and of something made of each sample and of what is left of it.
  @inline(__always)
  private func energies(
    without frequency: Float, seconds: Float, _ other: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
  ) -> (Float, Float) {
    let count = min(longest, Int(seconds * rate)) & ~7
    let rest = UnsafeRawPointer(newest(count, removed: frequency))
    let samples = UnsafeRawPointer(filtered + (Int(rate / frequency) + 1))
    var (energies, others) = (SIMD8<Float>(), SIMD8<Float>())
    for i in stride(from: 0, to: 4 * count, by: 32) {
      let left = rest.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self)
      let other = other(samples.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self), left)
      energies += left * left
      others += other * other
    }
    return (energies.sum() + 1e-12, others.sum() + 1e-12)
  }

  /// Gives each peak of the correlation.
  ///
  /// - Parameters:
  ///   - sound: seconds since the sound began; what was before is left out.
  ///   - removed: the frequency of a note to take away, in hertz; 0 for none.
  ///   - report: is given each.
  func search(sound: Float, removed: Float, _ report: (Peak) -> Void) {
    let heard = Int(sound * rate)
    let last = min(lags.upperBound, Int(Float(heard) / Self.leastPeriods))
    guard last >= lags.lowerBound else { return }
    let count = min(heard, longest)
    let samples = newest(count, removed: removed)
    for lag in Self.shortestPart...(last + 1) {
      let wanted = min(count, Int(max(Self.periods * Float(lag), Self.shortest * rate)))
      heights[lag] = SelfSimilarity.correlation(samples + (count - wanted), count: wanted, lag: lag)
    }
    var highestPart: Float = 0
    var next = Self.shortestPart + 1
    for lag in lags.lowerBound...last {
      let (left, centre, right) = (heights[lag - 1], heights[lag], heights[lag + 1])
      while next < lag - 1 {
        if heights[next] > heights[next - 1], heights[next] >= heights[next + 1] {
          highestPart = max(highestPart, heights[next])
        }
        next += 1
      }
      guard centre > Self.leastPeriodicity, centre > left, centre >= right else { continue }
      let curvature = left - 2 * centre + right
      let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
      let exact = Float(lag) + offset
      report(
        Peak(
          frequency: rate / exact, height: min(1, centre - 0.25 * (left - right) * offset),
          part: max(highestPart, height(at: exact / 2), height(at: exact / 3)), beside: height(at: 0.9 * exact)))
    }
  }

  private func height(at lag: Float) -> Float {
    let whole = Int(lag)
    guard whole >= Self.shortestPart else { return 0 }
    return heights[whole] + (lag - Float(whole)) * (heights[whole + 1] - heights[whole])
  }
}

internal import CRealtime
internal import DSP

/// One of the tracker's windows: the newest part of the signal at a rate that fits the notes it is for, its power
/// spectrum and its correlation with itself.
///
/// Low notes need long windows and few samples a second; high notes the reverse. Each band holds as long a window as
/// its lowest note needs, about four periods, and no longer, so that high notes stay fast. The window is a Hann
/// window, hardly padded: the lags used are under a third of it, where what wraps round is under 3 % and divides out.
final class AnalysisBand {
  /// Its place among the bands, from high to low.
  let index: Int
  /// The lowest note, in hertz, of which the window that was last used holds enough periods.
  private(set) var lowest: Float
  /// The highest note, in hertz, that is searched for.
  let highest: Float
  /// Samples a second after decimation.
  let rate: Float
  /// Samples of the longest window.
  let count: Int
  /// How often the rate is halved to reach this band's.
  let halvings: Int
  /// Hertz from one bin to the next.
  let binWidth: Float
  /// The first bin that counts: what lies well below the lowest note is no part of one.
  let firstBin: Int
  /// One more than the last bin that the decimators pass whole.
  let endBin: Int
  /// The longest lag of `correlation`, in samples.
  let longestLag: Int
  /// The power of each bin, 0 under `firstBin`.
  let power: UnsafeMutablePointer<Float>
  /// The normalised correlation for lags 0…`longestLag`: 1 where the window repeats itself exactly.
  let correlation: UnsafeMutablePointer<Float>
  /// The spectrum's lines.
  let lines: SpectralLines
  /// How far apart, in hertz, two frequencies are that the window last used tells apart as well as a full one does
  /// those of neighbouring bins.
  var resolution: Float { binWidth * window.spread }
  /// Whether the window last used is a short one.
  var isShort: Bool { window.count < count }
  /// Seconds of the window last used.
  var windowSeconds: Float { Float(window.count) / rate }
  /// Whether there is anything in the window; without, `power` and `correlation` are stale.
  private(set) var isSounding = false

  /// The window as it is, oldest sample first, until the next `append`.
  var newest: UnsafePointer<Float> { UnsafePointer(history + (filled - count)) }

  private let transform: RealFFT
  private let history: UnsafeMutablePointer<Float>
  private var filled: Int
  /// From the shortest to the full one.
  private let windows: [AnalysisWindow]
  private var window: AnalysisWindow
  private let fullLowest: Float
  private let windowed: UnsafeMutablePointer<Float>
  private let products: UnsafeMutablePointer<Float>

  /// The part of the lowest note under which the spectrum is cut off.
  static let cutOff: Float = 0.7
  /// The mean square under which a window is silent: -110 dB.
  private static let silence: Float = 1e-11
  /// The shortest window for a sound that has just begun, as a part of the full one.
  private static let shortest = 0.6
  /// How many there are beside the full one.
  private static let shorterWindows = 8
  /// The periods that a short window must hold of the lowest note.
  private static let leastPeriods: Float = 3
  /// How many windows the history holds before its newest is moved to the front.
  private static let historyWindows = 4

  /// Makes a band; nil when the memory for its transform is not to be had.
  ///
  /// - Parameters:
  ///   - sampleRate: of the stream.
  ///   - index: its place among the bands.
  ///   - plan: what the band is for.
  init?(sampleRate: Double, index: Int, plan: BandPlan) {
    self.index = index
    var halvings = 0
    // The nearest that halving gives, within half an octave.
    while sampleRate / Double(1 << (halvings + 1)) > plan.rate * 0.7 { halvings += 1 }
    self.halvings = halvings
    let rate = sampleRate / Double(1 << halvings)
    self.rate = Float(rate)
    count = max(32, Int(plan.seconds * rate + 0.5))
    var size = 32
    while size < count { size *= 2 }
    binWidth = Float(rate / Double(size))
    fullLowest = Float(plan.lowest)
    lowest = fullLowest
    // Above this a period has too few samples, and the decimators roll off.
    highest = min(Float(plan.highest), Float(rate) * 0.21)
    firstBin = max(2, Int(Self.cutOff * lowest / binWidth + 0.5))
    endBin = halvings > 0 ? size * 38 / 100 : size / 2 - 2
    longestLag = min(count / 2, Int(self.rate / lowest) + 4)
    guard let transform = RealFFT(count: size) else { return nil }
    self.transform = transform
    lines = SpectralLines(binCount: size / 2 + 1)
    func room(_ count: Int) -> UnsafeMutablePointer<Float> {
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
      memory.initialize(repeating: 0, count: count)
      return memory
    }
    power = room(size / 2 + 1)
    correlation = room(longestLag + 1)
    history = room(count * Self.historyWindows)
    windowed = room(size)
    products = room(size / 2 + 1)
    filled = count
    let (count, lags) = (count, longestLag + 1)
    windows = (0...Self.shorterWindows).map {
      let part = 1 - (1 - Self.shortest) * Double(Self.shorterWindows - $0) / Double(Self.shorterWindows)
      return AnalysisWindow(count: Int(part * Double(count) + 0.5), longest: count, transform: size, lags: lags)
    }
    window = windows[Self.shorterWindows]
    for each in windows {
      // What a steady sound's correlation loses to the window alone.
      window = each
      windowed.update(repeating: 0, count: size)
      windowed.update(from: each.weights, count: each.count)
      transform.power(of: windowed, into: power)
      correlate()
      for lag in 0...longestLag { each.compensation[lag] = 1 / max(0.05, correlation[lag]) }
    }
    power.update(repeating: 0, count: size / 2 + 1)
  }

  deinit {
    for memory in [power, correlation, history, windowed, products] { memory.deallocate() }
  }

  /// Moves the window on by new samples at the band's rate.
  func append(_ samples: UnsafeBufferPointer<Float>) {
    let new = min(samples.count, count)
    if filled + new > count * Self.historyWindows {
      history.update(from: history + (filled - count), count: count)
      filled = count
    }
    guard let start = samples.baseAddress else { return }
    (history + filled).update(from: start + (samples.count - new), count: new)
    filled += new
  }

  /// Transforms the window as it stands: all of it, or where the sound began inside it, what has come since.
  ///
  /// - Parameter sound: seconds since the sound began.
  func analyze(sound: Float) {
    choose(sound)
    let newest = newest + (count - window.count)
    let (windowed, weights, length) = (windowed, window.weights, window.count)
    for i in 0..<length { windowed[i] = newest[i] * weights[i] }
    (windowed + length).update(repeating: 0, count: count - length)
    isSounding = Self.energy(windowed, count) > Self.silence * Float(count)
    guard isSounding else {
      lines.clear()
      return
    }
    transform.power(of: windowed, into: power)
    for bin in 0..<firstBin { power[bin] = 0 }
    // A partial up there would fall between the lags of a high note.
    for bin in endBin...transform.count / 2 { power[bin] = 0 }
    correlate()
    lines.find(power, firstBin: firstBin, endBin: endBin, binWidth: binWidth, window: window)
  }

  /// Chooses the longest window that the sound since its beginning fills; before it fills any, the full one.
  private func choose(_ sound: Float) {
    window = windows[Self.shorterWindows]
    lowest = fullLowest
    guard sound * rate < Float(count) else { return }
    for shorter in windows.reversed() where Float(shorter.count) <= sound * rate {
      window = shorter
      lowest = max(fullLowest, Self.leastPeriods * rate / Float(shorter.count))
      return
    }
  }

  private static func energy(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    // Eight sums side by side, which a single one, in order, would not allow.
    var sums = SIMD8<Float>()
    let whole = count & ~7
    var i = 0
    while i < whole {
      let values = UnsafeRawPointer(samples + i).loadUnaligned(as: SIMD8<Float>.self)
      sums += values * values
      i += 8
    }
    var sum = sums.sum()
    while i < count {
      sum += samples[i] * samples[i]
      i += 1
    }
    return sum
  }

  /// Normalises each lag by the energy of the two parts that it compares, so that a sound which began inside the
  /// window correlates as well as one that fills it.
  private func correlate() {
    transform.correlation(ofPower: power, into: products)
    let (windowed, products, correlation, compensation) = (windowed, products, correlation, window.compensation)
    let (count, longestLag) = (window.count, longestLag)
    let total = Self.energy(windowed, count)
    guard products[0] > 0, total > 0 else {
      correlation.update(repeating: 0, count: longestLag + 1)
      return
    }
    var head: Float = 1
    var tail: Float = 1
    let share = 1 / total
    for lag in 0...longestLag {
      correlation[lag] = max(1e-4, head) * max(1e-4, tail)
      let (left, right) = (windowed[count - 1 - lag], windowed[lag])
      head -= left * left * share
      tail -= right * right * share
    }
    let scale = 1 / products[0]
    for lag in 0...longestLag {
      correlation[lag] = products[lag] * scale * compensation[lag] / correlation[lag].squareRoot()
    }
  }

  /// The correlation at the period of a frequency: the height of the parabola through the three lags around it.
  func periodicity(_ frequency: Float) -> Float {
    let lag = rate / frequency
    let middle = Int(lag + 0.5)
    guard middle >= 1, middle < longestLag else { return 0 }
    let left = correlation[middle - 1]
    let centre = correlation[middle]
    let right = correlation[middle + 1]
    let offset = lag - Float(middle)
    let value = centre + offset * (0.5 * (right - left) + offset * (0.5 * (left + right) - centre))
    return min(1, max(0, value))
  }

  /// Forgets the past.
  func reset() {
    history.update(repeating: 0, count: count * Self.historyWindows)
    filled = count
    isSounding = false
    lines.clear()
  }
}

/// What a band is for.
struct BandPlan {
  /// Samples a second wanted; the nearest that halving the stream's rate gives is used.
  var rate: Double
  /// The window in seconds.
  var seconds: Double
  /// The lowest note searched for, in hertz.
  var lowest: Double
  /// The highest note searched for, in hertz.
  var highest: Double
  /// Hops from one analysis to the next: low notes change slowly.
  var interval: Int
}

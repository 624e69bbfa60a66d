/// Which of a spectrum's lines are partials of a supposed note, and what they say about it.
///
/// A partial counts by its contrast with its neighbours, not by its level against the strongest: a real odd partial
/// may lie 35 dB under the top of the spectrum, but seldom far under both partials beside it, where breath, key noise
/// and sympathetic strings lie.
final class HarmonicSeries {
  /// How many partials are looked for.
  static let count = 10
  /// The contrast in dB to the weaker partial beside it from which a partial counts less, and not at all.
  static let contrast: ClosedRange<Float> = 13...19
  /// The same for the first partial, whose only neighbour is the second.
  static let firstContrast: ClosedRange<Float> = 26...32
  /// The most by which a line may miss its place, as a part of the fundamental.
  static let tolerance: Float = 0.14
  /// What the line finder may be off, in bins.
  static let binTolerance: Float = 0.35
  /// What the fundamental may be off, as a ratio.
  static let slope: Float = 0.004
  /// What a stiff string adds, by the cube of the partial's number.
  static let stiffness: Float = 1e-4

  /// How well the lines fit the series: 1 when all lie on partials, -1 when all lie half-way between.
  private(set) var match: Float = 0
  /// How far each partial is there, 0…1, from partial 1 at index 1.
  let presence: UnsafeMutablePointer<Float>
  /// The level of each partial in dB: of its line, or of the surroundings where there is none.
  let level: UnsafeMutablePointer<Float>
  /// The highest partial that is there; 0 for none.
  private(set) var highest = 0
  /// The fundamental that fits the lines best, in hertz.
  private(set) var fundamental: Float = 0

  private let weight: UnsafeMutablePointer<Float>
  private let line: UnsafeMutablePointer<Int>
  private var lines: SpectralLines?
  private var frequency: Float = 0
  private var binWidth: Float = 0
  private var limit = 0

  init() {
    presence = .allocate(capacity: Self.count + 2)
    presence.initialize(repeating: 0, count: Self.count + 2)
    level = .allocate(capacity: Self.count + 2)
    level.initialize(repeating: 0, count: Self.count + 2)
    weight = .allocate(capacity: Self.count + 2)
    for k in 0...Self.count + 1 { (weight + k).initialize(to: 1 / Float(max(1, k))) }
    line = .allocate(capacity: Self.count + 2)
    line.initialize(repeating: -1, count: Self.count + 2)
  }

  deinit {
    presence.deallocate()
    level.deallocate()
    weight.deallocate()
    line.deallocate()
  }

  /// Compares a band's lines with the series of `frequency`.
  func compare(_ band: AnalysisBand, frequency: Float) {
    let lines = band.lines
    self.lines = lines
    self.frequency = frequency
    binWidth = band.resolution
    let period = 1 / frequency
    let bin = binWidth * period
    limit = min(Self.count, Int(Float(band.endBin) * band.binWidth * period))
    for k in 0...Self.count + 1 { line[k] = -1 }
    var on: Float = 0
    var all: Float = 1e-9
    for i in 0..<lines.count {
      let place = lines.frequency[i] * period
      let k = Int(place + 0.5)
      var weight = lines.amplitude[i] * lines.reliability[i]
      guard k > 0 else {
        // Under the note nothing belongs to it, wherever the cosine would put it.
        on -= 0.4 * weight
        all += weight
        continue
      }
      let number = Float(k)
      if k > 8 { weight *= 8 / number }
      let miss = abs(place - number)
      let bend = Self.slope * number + Self.stiffness * number * number * number
      let shift = max(0, miss - min(0.1, 0.1 * bin + 0.5 * bend))
      on += weight * Self.cosine(shift)
      all += weight
      if k <= limit, miss < min(Self.tolerance, Self.binTolerance * bin + bend) {
        if line[k] < 0 || lines.amplitude[i] > lines.amplitude[line[k]] { line[k] = i }
      }
    }
    match = on / all
    for k in 1...Self.count + 1 {
      level[k] = line[k] >= 0 ? lines.level[line[k]] : lines.surroundings(Float(k) * frequency)
    }
    weigh(lines)
  }

  private func weigh(_ lines: SpectralLines) {
    highest = 0
    var product: Float = 0
    var square: Float = 1e-9
    for k in 1...Self.count {
      presence[k] = 0
      guard k <= limit, line[k] >= 0 else { continue }
      let neighbour = k == 1 ? level[2] : min(level[k - 1], level[k + 1])
      let range = k == 1 ? Self.firstContrast : Self.contrast
      let reliability = lines.reliability[line[k]]
      presence[k] = reliability * Self.ramp(neighbour - level[k], range)
      if presence[k] > 0.3 { highest = k }
      guard k <= 6 else { continue }
      let weight = lines.amplitude[line[k]] * reliability
      product += weight * Float(k) * lines.frequency[line[k]]
      square += weight * Float(k * k)
    }
    fundamental = product > 0 ? product / square : frequency
  }

  /// How far the partials that are no multiples of `n` are there, as against those that are: near 0 the note is a
  /// sub-harmonic, and the `n`-th partial is the note.
  ///
  /// Each is measured against the weaker of the two multiples around it; low partials weigh more than high ones.
  func share(withoutMultiplesOf n: Int) -> Float {
    guard let lines else { return 1 }
    var others: Float = 0
    var multiples: Float = 0
    var lower = 0
    // The hum of the mains under a note that lies elsewhere is no part of a sub-harmonic.
    let sparesMains = line[n] >= 0 && !MainsRule.isMultiple(lines.frequency[line[n]], within: 0.8)
    for k in 1...Self.count where line[k] >= 0 {
      if k - lower >= n { lower = k / n * n }
      let reliability = lines.reliability[line[k]]
      if sparesMains, k != lower, MainsRule.isMultiple(lines.frequency[line[k]], within: 0.8) { continue }
      if k == lower {
        multiples += reliability * weight[k]
        continue
      }
      let upper = lower + n
      let beside =
        lower == 0 ? level[n] : upper <= Self.count + 1 ? min(level[lower], level[upper]) : level[lower]
      let range = lower == 0 ? Self.firstContrast : Self.contrast
      others += reliability * Self.ramp(beside - level[k], range) * weight[k]
    }
    // In a whole series there are n - 1 others to each multiple, and lower ones; half as many will do.
    let wanted = 0.5 * Float(n - 1) * multiples
    return others >= wanted ? 1 : others / wanted
  }

  /// How far the series falls short of being half filled up to its highest partial, 0…1.
  var gaps: Float {
    guard highest > 0 else { return 1 }
    var sum: Float = 0
    for k in 1...highest { sum += presence[k] }
    return max(0, 1 - 2 * sum / Float(highest))
  }

  /// How surely there are lines half-way, or at thirds, between the partials: the note is then a multiple of the true
  /// one.
  ///
  /// The counterpart of `share(withoutMultiplesOf:)`, seen from the upper note; call `compare` first.
  func between() -> Float {
    guard let lines else { return 0 }
    var halves = (weight: Float(0), count: Float(0))
    var thirds = halves
    let period = 1 / frequency
    let slack = min(Self.betweenTolerance, Self.binTolerance * binWidth * period)
    for i in 0..<lines.count {
      let place = lines.frequency[i] * period
      guard place < Float(limit) + 0.7, place < Float(Self.count) / 2 else { break }
      let tolerance = min(Self.betweenTolerance, slack + Self.slope * place)
      let lower = Int(place)
      let part = place - Float(lower)
      let isHalf = abs(part - 0.5) < tolerance
      guard isHalf || abs(part - 0.333_33) < tolerance || abs(part - 0.666_67) < tolerance else { continue }
      if MainsRule.isMultiple(lines.frequency[i], within: 1) { continue }
      let contrast =
        lower == 0
        ? Self.ramp(level[1] - lines.level[i], Self.firstContrast)
        : Self.ramp(min(level[lower], level[lower + 1]) - lines.level[i], Self.contrast)
      let presence = contrast * lines.reliability[i]
      if isHalf {
        halves.weight += presence / (2 * place)
        halves.count += presence
      } else {
        thirds.weight += presence / (3 * place)
        thirds.count += presence
      }
    }
    guard halves.count > 1 || thirds.count > 1 else { return 0 }
    var multiples: Float = 1e-6
    for k in 1...Self.count / 2 where line[k] >= 0 { multiples += lines.reliability[line[k]] * weight[k] }
    let half = min(1, halves.weight / (0.25 * multiples)) * min(1, max(0, halves.count - 1))
    let third = min(1, thirds.weight / (0.333 * multiples)) * min(1, max(0, thirds.count - 1))
    return max(half, third)
  }

  /// How far a line may lie from a half or a third and count as there, as a part of the fundamental.
  static let betweenTolerance: Float = 0.07

  /// 1 under the range, 0 over it, straight between.
  private static func ramp(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    min(1, max(0, (range.upperBound - value) / (range.upperBound - range.lowerBound)))
  }

  /// cos 2πx for x in 0…0.5, to 0.002: Taylor's polynomial of degree 8, its last term fitted.
  private static func cosine(_ x: Float) -> Float {
    let t = x * x
    return 1 + t * (-19.739_21 + t * (64.939_39 + t * (-85.0 + t * 54.5)))
  }
}

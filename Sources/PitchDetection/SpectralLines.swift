internal import CRealtime

/// The lines of a power spectrum: its local maxima that stand clear of what surrounds them.
final class SpectralLines {
  /// The most lines that are kept: the strongest.
  static let capacity = 24
  /// How far a line stands above the mean level of its neighbourhood, in dB.
  static let clearance: Float = 5
  /// How far a line stands above the mean level of its neighbourhood, in dB, to be wholly relied on.
  static let fullClearance: Float = 15
  /// How far under the strongest line there are none, in dB.
  static let depth: Float = 55
  /// Bins on each side that make the neighbourhood: twelve.
  static let reach = 12

  /// How many lines there are.
  private(set) var count = 0
  /// Frequencies in hertz, ascending.
  let frequency: UnsafeMutablePointer<Float>
  /// Amplitudes, on the scale of the spectrum.
  let amplitude: UnsafeMutablePointer<Float>
  /// Levels in dB, on the scale of the spectrum.
  let level: UnsafeMutablePointer<Float>
  /// How far each can be relied on, 0…1: by its height above its neighbourhood.
  let reliability: UnsafeMutablePointer<Float>
  /// The indices of the three strongest lines, the strongest first.
  private(set) var strongest: (Int, Int, Int) = (0, 0, 0)

  private var spread: Float = 1
  private let decibels: UnsafeMutablePointer<Float>
  private let sums: UnsafeMutablePointer<Float>
  private let bins: UnsafeMutablePointer<Int>
  private let skirt: UnsafeMutablePointer<Float>
  private let histogram: UnsafeMutablePointer<Int>
  private var firstBin = 0
  private var endBin = 0
  private var binWidth: Float = 1

  /// - Parameter binCount: of the spectra.
  init(binCount: Int) {
    func room(_ count: Int) -> UnsafeMutablePointer<Float> {
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
      memory.initialize(repeating: 0, count: count)
      return memory
    }
    frequency = room(Self.capacity)
    amplitude = room(Self.capacity)
    level = room(Self.capacity)
    reliability = room(Self.capacity)
    decibels = room(binCount + 1)
    sums = room(binCount + 2)
    bins = .allocate(capacity: binCount)
    bins.initialize(repeating: 0, count: binCount)
    skirt = room(Self.skirtLevels.count)
    for (i, level) in Self.skirtLevels.enumerated() { skirt[i] = level }
    histogram = .allocate(capacity: Int(Self.depth) + 1)
    histogram.initialize(repeating: 0, count: Int(Self.depth) + 1)
  }

  deinit {
    for memory in [frequency, amplitude, level, reliability, decibels, sums] { memory.deallocate() }
    skirt.deallocate()
    bins.deallocate()
    histogram.deallocate()
  }

  /// Forgets all lines.
  func clear() {
    count = 0
    firstBin = 0
    endBin = 0
  }

  /// The mean level around a frequency, in dB: what stands in for a line that is not there.
  func surroundings(_ frequency: Float) -> Float {
    guard endBin > firstBin else { return -200 }
    return surroundings(bin: min(endBin - 1, max(firstBin, Int(frequency / binWidth + 0.5))))
  }

  private func surroundings(bin: Int) -> Float {
    let low = max(firstBin, bin - Self.reach)
    let high = min(endBin, bin + Self.reach + 1)
    return (sums[high] - sums[low]) / Float(high - low)
  }

  /// Finds the lines of a spectrum.
  ///
  /// - Parameters:
  ///   - power: of each bin.
  ///   - firstBin: the first that counts, at least 1.
  ///   - endBin: one more than the last that counts, less than the bins there are.
  ///   - binWidth: hertz from one bin to the next.
  ///   - window: which was applied.
  func find(
    _ power: UnsafePointer<Float>, firstBin: Int, endBin: Int, binWidth: Float, window: AnalysisWindow
  ) {
    spread = window.spread
    self.firstBin = firstBin
    self.endBin = endBin
    self.binWidth = binWidth
    count = 0
    let (decibels, sums) = (decibels, sums)
    // log₂ to within 0.09, straight from the number's exponent and mantissa; 3.01 dB to the octave of power.
    for bin in firstBin..<endBin {
      let bits = Int32(truncatingIfNeeded: (power[bin] + 1e-20).bitPattern)
      decibels[bin] = (Float(bits) * 0x1p-23 - 126.957) * 3.0103
    }
    var sum: Float = 0
    var top: Float = -200
    for bin in firstBin..<endBin {
      sums[bin] = sum
      sum += decibels[bin]
      top = max(top, decibels[bin])
    }
    sums[endBin] = sum

    // Without branches, which noise would make mispredict at every third bin.
    let least = top - Self.depth
    let bins = bins
    var maxima = 0
    for bin in firstBin..<endBin {
      bins[maxima] = bin
      let here = power[bin]
      maxima += (here > power[bin - 1] ? 1 : 0) & (here >= power[bin + 1] ? 1 : 0) & (decibels[bin] > least ? 1 : 0)
    }
    var found = 0
    for i in 0..<maxima {
      let bin = bins[i]
      bins[found] = bin
      found += decibels[bin] > surroundings(bin: bin) + Self.clearance ? 1 : 0
    }
    keep(found, top: top, power, window.lineOffset)
  }

  /// Keeps of the maxima found those that are no side lobes, and the strongest of them.
  private func keep(_ found: Int, top: Float, _ power: UnsafePointer<Float>, _ offset: LineOffset) {
    var kept = 0
    for i in 0..<found where !isSideLobe(i, of: found) {
      bins[kept] = bins[i]
      kept += 1
    }
    var limit: Float = -300
    if kept > Self.capacity {
      histogram.update(repeating: 0, count: Int(Self.depth) + 1)
      for i in 0..<kept { histogram[Int(min(Self.depth, max(0, top - decibels[bins[i]])))] += 1 }
      var (below, total) = (0, histogram[0])
      while below < Int(Self.depth), total + histogram[below + 1] <= Self.capacity {
        below += 1
        total += histogram[below]
      }
      limit = top - Float(below + 1)
    }
    var first: Float = 0
    var second: Float = 0
    var third: Float = 0
    strongest = (0, 0, 0)
    for i in 0..<kept where decibels[bins[i]] > limit && count < Self.capacity {
      let bin = bins[i]
      let left = power[bin - 1]
      let centre = power[bin]
      let right = power[bin + 1]
      let bins = offset.bins(left.squareRoot(), centre.squareRoot(), right.squareRoot())
      frequency[count] = (Float(bin) + bins) * binWidth
      let strength = (left + centre + right).squareRoot()
      amplitude[count] = strength
      level[count] = decibels[bin]
      let excess = decibels[bin] - surroundings(bin: bin) - Self.clearance
      reliability[count] = min(1, max(0.1, excess / (Self.fullClearance - Self.clearance)))
      if strength > first {
        (third, second, first) = (second, first, strength)
        strongest = (count, strongest.0, strongest.1)
      } else if strength > second {
        (third, second) = (second, strength)
        strongest = (strongest.0, count, strongest.1)
      } else if strength > third {
        third = strength
        strongest.2 = count
      }
      count += 1
    }
  }

  /// Whether a maximum lies under the skirt of a stronger one within ten bins, or more where the window is short: 30 dB
  /// down at two, falling by 12 dB an octave, as a Hann window's does whose sound has just begun.
  private func isSideLobe(_ index: Int, of found: Int) -> Bool {
    let bin = bins[index]
    let here = decibels[bin]
    let reach = Int(Float(Self.skirtLevels.count - 1) * spread)
    let narrow = 1 / spread
    func isUnder(_ other: Int, _ distance: Int) -> Bool {
      here < decibels[bins[other]] - skirt[Int(Float(distance) * narrow + 0.5)]
    }
    var other = index - 1
    while other >= 0, bin - bins[other] <= reach {
      if isUnder(other, bin - bins[other]) { return true }
      other -= 1
    }
    other = index + 1
    while other < found, bins[other] - bin <= reach {
      if isUnder(other, bins[other] - bin) { return true }
      other += 1
    }
    return false
  }

  private static let skirtLevels: [Float] = [0, 20, 26, 31, 36, 40, 44, 47, 50, 52, 54]
}

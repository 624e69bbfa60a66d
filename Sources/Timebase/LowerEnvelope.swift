/// The straight line that lies under all points of a stream and touches it from below.
///
/// Where a measurement is never early but often late, as the waking of a thread is, the line of what was not late is
/// the truth, and a mean is not. Of each stretch of time the lowest point is kept; the line is the edge of their lower
/// convex hull over the middle of the window, which of all lines below the points is the nearest to them (S. B. Moon,
/// P. Skelly, D. Towsley, "Estimation and removal of clock skew from network delay measurements", INFOCOM 1999, §4).
/// Stretches begin short, so that there is a line soon, and are joined in pairs as the window fills.
///
/// Fixed in size and trivial: adding a point neither allocates nor takes longer as time goes by.
struct LowerEnvelope: Sendable {
  /// The line's rise, seconds a second.
  private(set) var slope: Double
  /// Where the line crosses time 0, seconds; infinite before the first point.
  private(set) var offset = Double.infinity

  private var times = SIMD16<Double>()
  private var heights = SIMD16<Double>()
  private var count = 0
  private var lowest: (time: Double, height: Double)?
  private var stretchStart = 0.0
  private var stretch = Self.shortestStretch
  private var stretchesAbove = 0
  private let window: Double
  private let assumedSlope: Double
  private let slopeDeviation: Double

  private static let capacity = 16
  private static let shortestStretch = 0.25
  /// Stretches without which the slope is taken as assumed: with fewer, all may lie on the hull.
  private static let fewestStretches = 4
  /// No crystal is this far off: such a slope is a device that runs at another rate, and is believed at once.
  private static let anotherRate = 1e-3
  /// Stretches that all lie wholly above the line, by more than `lostSeconds`, are a line that is no longer true.
  private static let lostStretches = 3
  private static let lostSeconds = 1e-3

  /// Makes a line that has seen no point.
  ///
  /// - Parameters:
  ///   - window: seconds that are looked back, as far as the count of stretches allows.
  ///   - slope: what the slope is assumed to be, as long as the points do not say.
  ///   - deviation: how far off that may be.
  init(window: Double, slope: Double, deviation: Double) {
    self.window = window
    self.slope = slope
    assumedSlope = slope
    slopeDeviation = deviation
  }

  /// The line's height at a time.
  func height(at time: Double) -> Double { offset + slope * time }

  /// Whether the line has been wholly below its points for so long that they must have moved.
  var isLost: Bool { stretchesAbove >= Self.lostStretches }

  /// Adds a point; `time` is later than all before it.
  mutating func add(time: Double, height: Double) {
    let rise = height - slope * time
    if lowest.map({ rise < $0.height - slope * $0.time }) ?? true { lowest = (time, height) }
    offset = min(offset, rise)
    if time - stretchStart >= stretch { endStretch(at: time) }
  }

  private mutating func endStretch(at time: Double) {
    stretchStart = time
    guard let low = lowest else { return }
    lowest = nil
    stretchesAbove = low.height - self.height(at: low.time) > Self.lostSeconds ? stretchesAbove + 1 : 0
    if count == Self.capacity { makeRoom() }
    times[count] = low.time
    heights[count] = low.height
    count += 1
    fit()
  }

  /// Joins the stretches in pairs, or forgets the oldest once they span the window.
  private mutating func makeRoom() {
    if stretch * Double(Self.capacity) < window {
      for index in 0..<Self.capacity / 2 {
        let isFirst =
          heights[2 * index] - slope * times[2 * index] <= heights[2 * index + 1] - slope * times[2 * index + 1]
        let kept = isFirst ? 2 * index : 2 * index + 1
        times[index] = times[kept]
        heights[index] = heights[kept]
      }
      count = Self.capacity / 2
      stretch *= 2
    } else {
      for index in 1..<Self.capacity {
        times[index - 1] = times[index]
        heights[index - 1] = heights[index]
      }
      count = Self.capacity - 1
    }
  }

  private mutating func fit() {
    if count >= Self.fewestStretches {
      let steepness = hullSlope()
      // How far the lowest points lie above the hull says how far its ends may: less with more of them.
      var above = 0.0
      let line = lowestRise(steepness)
      for index in 0..<count { above += heights[index] - steepness * times[index] - line }
      let scatter = above / Double(count - 2)
      let deviation = 8 * scatter / (Double(count) * (times[count - 1] - times[0]))
      let change = steepness - assumedSlope
      let trust = slopeDeviation * slopeDeviation / (slopeDeviation * slopeDeviation + deviation * deviation)
      slope = assumedSlope + (abs(change) > Self.anotherRate + 4 * deviation ? 1 : trust) * change
    }
    offset = lowestRise(slope)
  }

  private func lowestRise(_ slope: Double) -> Double {
    var least = Double.infinity
    for index in 0..<count { least = min(least, heights[index] - slope * times[index]) }
    return least
  }

  /// The slope of the edge of the lower hull that spans the mean of the times.
  private func hullSlope() -> Double {
    var mean = 0.0
    for index in 0..<count { mean += times[index] / Double(count) }
    var corner = 0
    while true {
      // From a corner the hull goes on to the point that lies in the flattest direction.
      var next = corner + 1
      var flattest = Double.infinity
      for index in corner + 1..<count {
        let steepness = (heights[index] - heights[corner]) / (times[index] - times[corner])
        if steepness <= flattest { (next, flattest) = (index, steepness) }
      }
      if times[next] >= mean || next == count - 1 { return flattest }
      corner = next
    }
  }
}

internal import Glibc
internal import TunerRules

/// The four bands of the strobe: how far each has turned, how bright it is, and how clear its pattern.
///
/// Where a pattern would pass a point three times a second or more its contrast is all but gone, as it is to the eye
/// before a spinning disc: what would flicker is a grey band instead.
struct StrobeBands: Sendable {
  /// One band.
  struct Band: Equatable, Sendable {
    /// How far its pattern has turned, in turns, 0..<1.
    var phase = 0.0
    /// 0 where the harmonic is silent, 1 where it is as loud as it gets.
    var brightness = 0.0
    /// 1 for a pattern that is clear, `leastContrast` for one that passes too fast to be shown.
    var contrast = 1.0
  }

  /// Harmonics 1–4.
  private(set) var bands = Array(repeating: Band(), count: 4)
  /// Whether nothing changes any more while the reading does not.
  private(set) var isSettled = true

  private var seen: StrobeReading?

  /// The turns a second up to which a pattern is clear, and from which on it is not.
  static let clearTurns = 1.5
  static let blurredTurns = 2.5
  /// What is left of the pattern then.
  static let leastContrast = 0.1
  /// How fast a pattern becomes clear again, and a band loses its brightness, a second: neither can make a flash.
  static let clearingPerSecond = 1.5
  static let fadingPerSecond = 0.5
  /// The level of a harmonic, in dB, at which its band is dark, and from which on it is as bright as it gets.
  static let darkDecibels = -70.0
  static let brightDecibels = -20.0

  /// Lets time pass with a reading of the strobe.
  ///
  /// - Parameters:
  ///   - reading: what lies at the harmonics.
  ///   - hopSeconds: seconds in which the reading's turns were made.
  ///   - seconds: since the step before.
  mutating func step(_ reading: StrobeReading, hopSeconds: Double, seconds: Double) {
    isSettled = true
    for i in bands.indices {
      let decibels = 20 * log10(max(1e-9, Double(reading.amplitudes[i])))
      let wanted = min(1, max(0, (decibels - Self.darkDecibels) / (Self.brightDecibels - Self.darkDecibels)))
      let before = bands[i]
      turn(i, reading, hopSeconds: hopSeconds, seconds: seconds)
      // Steps of a sixteenth: a trembling amplitude leaves a band as it is.
      let steps = (wanted * 16).rounded() / 16
      bands[i].brightness =
        steps >= before.brightness ? steps : max(steps, before.brightness - Self.fadingPerSecond * seconds)
      if bands[i].brightness != steps || bands[i].contrast != contrast(i, reading, hopSeconds) { isSettled = false }
    }
    seen = reading
  }

  private mutating func turn(_ i: Int, _ reading: StrobeReading, hopSeconds: Double, seconds: Double) {
    var band = bands[i]
    defer { bands[i] = band }
    let wanted = contrast(i, reading, hopSeconds)
    band.contrast = wanted < band.contrast ? wanted : min(wanted, band.contrast + Self.clearingPerSecond * seconds)
    guard let seen, seen.amplitudes[i] > 0, reading.amplitudes[i] > 0 else { return }
    // The phase says where the pattern is but for whole turns, the speed how many of them it has made.
    let expected = reading.turns[i] / hopSeconds * seconds
    let moved = reading.phases[i] - seen.phases[i]
    let turned = moved + (expected - moved).rounded()
    let phase = band.phase + StrobeReading.shown(turn: turned, seconds: seconds)
    band.phase = phase - phase.rounded(.down)
  }

  private func contrast(_ i: Int, _ reading: StrobeReading, _ hopSeconds: Double) -> Double {
    let speed = abs(reading.turns[i]) / hopSeconds
    let share = (speed - Self.clearTurns) / (Self.blurredTurns - Self.clearTurns)
    return 1 - min(1, max(0, share)) * (1 - Self.leastContrast)
  }
}

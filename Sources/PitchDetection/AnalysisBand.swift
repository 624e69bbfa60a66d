internal import DSP

/// One of the tracker's windows: the newest part of the signal at a rate that fits the notes it is for.
///
/// Low notes need long windows and few samples a second; high notes the reverse. Each band holds as long a window as
/// its lowest note needs, about four periods, and no longer, so that high notes stay fast.
final class AnalysisBand {
  /// The lowest note, in hertz, of which the window holds enough periods.
  let lowest: Double
  /// The highest note, in hertz, that the rate still samples well enough to search for.
  let highest: Double
  /// Samples a second after decimation.
  let rate: Double
  /// Samples of the window.
  let count: Int
  /// The window, oldest sample first.
  let window: UnsafeMutablePointer<Float>
  /// The correlation of the window with itself, as of the last `correlate()`.
  let correlation: LagCorrelation

  private let stages: [HalfBandDecimator]
  private let buffers: [UnsafeMutablePointer<Float>]

  /// Makes a band.
  ///
  /// - Parameters:
  ///   - sampleRate: of the samples that `append` brings.
  ///   - hop: the most samples that one `append` brings.
  ///   - nominalRate: the rate wanted; the nearest that halving `sampleRate` gives is used.
  ///   - lowest: the lowest note, in hertz.
  ///   - seconds: the window's length; rounded to a power of two of samples.
  init?(sampleRate: Double, hop: Int, nominalRate: Double, lowest: Double, seconds: Double) {
    var halvings = 0
    while sampleRate / Double(1 << (halvings + 1)) > nominalRate * 0.7 { halvings += 1 }
    rate = sampleRate / Double(1 << halvings)
    self.lowest = lowest
    var size = 64
    while Double(size) < seconds * rate * 0.75 { size *= 2 }
    count = size
    // Above this the decimators roll off and a period has too few samples to be searched for.
    highest = halvings > 0 ? rate * 0.15 : min(5000, rate * 0.2)
    guard let correlation = LagCorrelation(count: size, maximumLag: min(size / 2, Int(rate / lowest) + 2))
    else {
      return nil
    }
    self.correlation = correlation
    window = .allocate(capacity: size)
    window.initialize(repeating: 0, count: size)
    var capacity = hop
    var stages: [HalfBandDecimator] = []
    var buffers: [UnsafeMutablePointer<Float>] = []
    for _ in 0..<halvings {
      stages.append(HalfBandDecimator(capacity: capacity))
      capacity = capacity / 2 + 1
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
      buffer.initialize(repeating: 0, count: capacity)
      buffers.append(buffer)
    }
    self.stages = stages
    self.buffers = buffers
  }

  deinit {
    window.deallocate()
    for buffer in buffers { buffer.deallocate() }
  }

  /// Moves the window on by new samples at the full rate.
  func append(_ samples: UnsafePointer<Float>, count newCount: Int) {
    var source = samples
    var length = newCount
    for (stage, buffer) in zip(stages, buffers) {
      length = stage.process(source, count: length, into: buffer)
      source = UnsafePointer(buffer)
    }
    let kept = max(0, count - length)
    for i in 0..<kept { window[i] = window[i + count - kept] }
    for i in 0..<(count - kept) { window[kept + i] = source[length - (count - kept) + i] }
  }

  /// Whether there is anything in the window: digital silence is not worth a transform.
  var isSounding: Bool {
    var energy: Float = 0
    for i in 0..<count { energy += window[i] * window[i] }
    return energy > Self.silence * Float(count)
  }

  /// The mean square under which a window is silent: -100 dB.
  private static let silence: Float = 1e-10

  /// Correlates the window as it stands.
  func correlate() { correlation.update(window) }

  /// Forgets the past.
  func reset() {
    window.update(repeating: 0, count: count)
    for stage in stages { stage.reset() }
  }
}

internal import CRealtime

/// A Hann window of one length, and what it does to the spectrum and the correlation of a steady sound.
final class AnalysisWindow {
  /// Samples that it lets through.
  let count: Int
  /// The weight of each, oldest first.
  let weights: UnsafeMutablePointer<Float>
  /// By how much the correlation of a steady sound falls short at each lag, inverted.
  let compensation: UnsafeMutablePointer<Float>
  /// How far a line lies from its bin, by the amplitudes around it.
  let lineOffset: LineOffset
  /// By how much a line is wider than where the window fills the transform.
  let spread: Float

  /// Makes a window whose `compensation` is still to be found.
  ///
  /// - Parameters:
  ///   - count: samples.
  ///   - longest: samples of the longest window of the same transform.
  ///   - transform: samples of the transform, of which the rest are zero.
  ///   - lags: the lags that are looked at are less.
  init(count: Int, longest: Int, transform: Int, lags: Int) {
    self.count = count
    lineOffset = LineOffset(window: count, transform: transform)
    spread = Float(longest) / Float(count)
    weights = .allocate(capacity: count)
    for i in 0..<count {
      (weights + i).initialize(
        to: Float(0.5 + 0.5 * cr_sin(2 * .pi * (Double(i) + 0.5) / Double(count) - .pi / 2)))
    }
    compensation = .allocate(capacity: lags)
    compensation.initialize(repeating: 1, count: lags)
  }

  deinit {
    weights.deallocate()
    compensation.deallocate()
  }
}

internal import CRealtime
internal import DSP

/// How a window resembles itself at every lag: what YIN and the autocorrelation estimator both read.
///
/// With E₁(τ) and E₂(τ) the energies of the window's first and last count − τ samples and R(τ) their product sum,
/// the normalised correlation is R/√(E₁E₂), in -1…1 whatever the level, and the difference function E₁ + E₂ − 2R
/// (A. de Cheveigné, H. Kawahara, "YIN", JASA 111, 2002, eq. 6 and appendix).
final class LagCorrelation {
  /// The largest lag, in samples.
  let maximumLag: Int
  /// R/√(E₁E₂) at lags 0…maximumLag + 1.
  let normalized: UnsafeMutablePointer<Float>
  /// The cumulative mean normalised difference at the same lags.
  let cumulativeMeanDifference: UnsafeMutablePointer<Float>
  private let count: Int
  private let transform: RealFFT
  private let padded: UnsafeMutablePointer<Float>
  private let products: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - count: samples of the window.
  ///   - maximumLag: at most `count` / 2.
  init?(count: Int, maximumLag: Int) {
    guard let transform = RealFFT(count: 2 * count) else { return nil }
    self.transform = transform
    self.count = count
    self.maximumLag = maximumLag
    padded = .allocate(capacity: 2 * count)
    padded.initialize(repeating: 0, count: 2 * count)
    products = .allocate(capacity: 2 * count)
    products.initialize(repeating: 0, count: 2 * count)
    normalized = .allocate(capacity: count)
    normalized.initialize(repeating: 0, count: count)
    cumulativeMeanDifference = .allocate(capacity: count)
    cumulativeMeanDifference.initialize(repeating: 1, count: count)
  }

  deinit {
    padded.deallocate()
    products.deallocate()
    normalized.deallocate()
    cumulativeMeanDifference.deallocate()
  }

  /// Lags for which `normalized` holds a value: the refinement reads beyond `maximumLag`.
  var lagCount: Int { count * 3 / 4 }

  /// Correlates `count` samples.
  func update(_ window: UnsafePointer<Float>) {
    var sum = 0.0
    for i in 0..<count { sum += Double(window[i]) }
    let mean = Float(sum / Double(count))
    var energy = 0.0
    for i in 0..<count {
      let value = window[i] - mean
      padded[i] = value
      energy += Double(value * value)
    }
    transform.autocorrelate(padded, into: products)

    var first = energy
    var last = energy
    var running = 0.0
    normalized[0] = 1
    cumulativeMeanDifference[0] = 1
    for lag in 1..<lagCount {
      let left = Double(padded[count - lag])
      let right = Double(padded[lag - 1])
      first -= left * left
      last -= right * right
      let product = Double(products[lag])
      let scale = cr_sqrt(max(0, first) * max(0, last))
      normalized[lag] = scale > 1e-20 ? Float(product / scale) : 0
      guard lag <= maximumLag + 1 else { continue }
      // Per sample, since the two parts shorten as the lag grows.
      let difference = max(0, first + last - 2 * product) / Double(count - lag)
      running += difference
      cumulativeMeanDifference[lag] = running > 1e-20 ? Float(difference * Double(lag) / running) : 1
    }
  }
}

internal import CKissFFT

/// The discrete Fourier transform of real signals of one fixed length, and back (kissfft, single precision).
///
/// Made once, off the audio thread; transforms allocate nothing. Not for use by two threads at once.
public final class RealFFT {
  /// Samples of a transform: even.
  public let count: Int
  /// Bins of a spectrum: `count` / 2 + 1, from zero to half the sampling rate.
  public var binCount: Int { count / 2 + 1 }

  private let forwardPlan: kiss_fftr_cfg
  private let inversePlan: kiss_fftr_cfg
  private let spectrum: UnsafeMutablePointer<kiss_fft_cpx>

  /// Plans transforms of `count` samples (even, at least 2); nil when the memory for it is not to be had.
  public init?(count: Int) {
    guard count >= 2, count % 2 == 0, let forward = kiss_fftr_alloc(Int32(count), 0, nil, nil) else {
      return nil
    }
    guard let inverse = kiss_fftr_alloc(Int32(count), 1, nil, nil) else {
      ckissfft_free(forward)
      return nil
    }
    self.count = count
    forwardPlan = forward
    inversePlan = inverse
    spectrum = .allocate(capacity: count / 2 + 1)
    spectrum.initialize(repeating: kiss_fft_cpx(r: 0, i: 0), count: count / 2 + 1)
  }

  deinit {
    ckissfft_free(forwardPlan)
    ckissfft_free(inversePlan)
    spectrum.deallocate()
  }

  /// The autocorrelation of a signal: R[τ] = Σ x[i]·x[i+τ], circular over `count` samples (pad with as many zeros
  /// as the longest lag wanted).
  ///
  /// - Parameters:
  ///   - signal: `count` samples.
  ///   - result: `count` samples, overwritten.
  public func autocorrelate(_ signal: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>) {
    kiss_fftr(forwardPlan, signal, spectrum)
    let scale = 1 / Float(count)
    for bin in 0..<binCount {
      let value = spectrum[bin]
      spectrum[bin] = kiss_fft_cpx(r: (value.r * value.r + value.i * value.i) * scale, i: 0)
    }
    kiss_fftri(inversePlan, spectrum, result)
  }
}

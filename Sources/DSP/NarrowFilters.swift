internal import CRealtime

/// Four narrow filters side by side, each round a frequency of its own: complex demodulation, the sum of a block, and
/// two one-pole low-passes from block to block.
///
/// A cosine of amplitude a at a filter's frequency settles at `real` + i·`imaginary` = a·e^(iφ), φ being its phase
/// against the filter's own cosine. What lies Δf beside it is held down by 1 + (2π Δf τ)², τ being the time constant
/// of each low-pass. Memory-free; one instance is one thread's.
public struct NarrowFilters: Sendable {
  private var cosine = SIMD4<Float>(repeating: 1)
  private var sine = SIMD4<Float>()
  private var turnCosine = SIMD4<Float>(repeating: 1)
  private var turnSine = SIMD4<Float>()
  private var firstReal = SIMD4<Float>()
  private var firstImaginary = SIMD4<Float>()
  /// The part of each that is in phase with its filter's cosine.
  public private(set) var real = SIMD4<Float>()
  /// The part of each that is a quarter of a turn ahead of it.
  public private(set) var imaginary = SIMD4<Float>()

  /// Makes filters at rest, at 0 Hz.
  public init() {}

  /// The square of each amplitude.
  public var power: SIMD4<Float> { real * real + imaginary * imaginary }

  /// Moves the filters to other frequencies; their phases go on from where they are.
  ///
  /// - Parameter angles: in radians a sample.
  public mutating func tune(_ angles: SIMD4<Float>) {
    for i in 0..<4 {
      turnSine[i] = cr_sinf(angles[i])
      turnCosine[i] = cr_sinf(angles[i] + .pi / 2)
    }
  }

  /// Sets the phases of the filters' cosines at the next sample.
  ///
  /// - Parameter phases: in turns.
  public mutating func set(phases: SIMD4<Double>) {
    for i in 0..<4 {
      sine[i] = Float(cr_sin(2 * .pi * phases[i]))
      cosine[i] = Float(cr_sin(2 * .pi * phases[i] + .pi / 2))
    }
  }

  /// Takes in a block.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, at least 1.
  ///   - count: at least 1.
  ///   - gain: of each low-pass for a block of this length, 0…1.
  public mutating func process(_ samples: UnsafePointer<Float>, count: Int, gain: Float) {
    var c = cosine
    var s = sine
    var sumReal = SIMD4<Float>()
    var sumImaginary = SIMD4<Float>()
    for i in 0..<count {
      let x = samples[i]
      sumReal += c * x
      sumImaginary -= s * x
      let next = c * turnCosine - s * turnSine
      s = c * turnSine + s * turnCosine
      c = next
    }
    // Rounding would let the phasor grow or shrink over minutes.
    let trim = 1.5 - 0.5 * (c * c + s * s)
    cosine = c * trim
    sine = s * trim
    let scale = 2 / Float(count)
    firstReal += gain * (sumReal * scale - firstReal)
    firstImaginary += gain * (sumImaginary * scale - firstImaginary)
    real += gain * (firstReal - real)
    imaginary += gain * (firstImaginary - imaginary)
  }
}

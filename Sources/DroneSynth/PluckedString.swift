internal import CRealtime

/// A plucked string, simulated well enough to be worth tracking: for the demonstration and for tests.
///
/// Partial k of a stiff string sounds at k·f·√(1 + B·k²) and dies the faster the higher it lies (N. Fletcher,
/// T. Rossing, "The Physics of Musical Instruments", 2nd ed., 1998, §2.18 and §2.19); plucked at a fifth of its
/// length it starts with amplitudes sin(πk/5)/k². A few milliseconds of soft noise stand for the finger.
public struct PluckedString: Sendable {
  private struct Partial: Sendable {
    var cosine: Double
    var sine: Double
    let turnCosine: Double
    let turnSine: Double
  }

  private var partials: [Partial]
  private var noise: Double
  private let noiseDecay: Double
  private var random: UInt64

  /// Plucks a string.
  ///
  /// - Parameters:
  ///   - frequency: hertz of partial 1.
  ///   - amplitude: the peak of the first moment, about, 0…1.
  ///   - inharmonicity: B, typically 0.00002…0.0003; partial 1 stays at `frequency` whatever it is.
  ///   - decaySeconds: time in which partial 1 falls by 60 dB.
  ///   - sampleRate: frames a second.
  ///   - seed: of the finger's noise.
  public init(
    frequency: Double, amplitude: Double, inharmonicity: Double = 0.000_05, decaySeconds: Double = 4,
    sampleRate: Int, seed: UInt64 = 1
  ) {
    let base = frequency / cr_sqrt(1 + inharmonicity)
    partials = []
    for k in 1...40 {
      let number = Double(k)
      let hertz = number * base * cr_sqrt(1 + inharmonicity * number * number)
      guard hertz < 0.45 * Double(sampleRate) else { break }
      let level = amplitude * cr_sin(.pi * number / 5) / (number * number) * 1.4
      let seconds = decaySeconds / (1 + 0.25 * (number - 1))
      let shrink = cr_exp2(-9.965_784 / (seconds * Double(sampleRate)))
      let turn = 2 * Double.pi * hertz / Double(sampleRate)
      partials.append(
        Partial(
          cosine: level, sine: 0, turnCosine: shrink * cr_sin(turn + .pi / 2), turnSine: shrink * cr_sin(turn)
        ))
    }
    noise = amplitude * 0.1
    noiseDecay = cr_exp2(-1 / (0.002 * Double(sampleRate)))
    random = seed
  }

  /// Adds the next `count` samples to a buffer.
  public mutating func add(to buffer: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count {
      var sum = 0.0
      for p in partials.indices {
        let partial = partials[p]
        sum += partial.sine
        partials[p].cosine = partial.cosine * partial.turnCosine - partial.sine * partial.turnSine
        partials[p].sine = partial.cosine * partial.turnSine + partial.sine * partial.turnCosine
      }
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      sum += noise * (Double(random >> 40) / 8_388_608 - 1)
      noise *= noiseDecay
      buffer[i] += Float(sum)
    }
  }
}

internal import CRealtime

/// One bin of a Fourier transform, at any frequency.
///
/// Goertzel, G., "An algorithm for the evaluation of finite trigonometric series", American Mathematical Monthly 65,
/// 1958.
public enum Goertzel {
  /// The amplitude of a sine at one frequency, seen through a Hann window.
  ///
  /// - Parameters:
  ///   - samples: `count` samples.
  ///   - count: at least 2.
  ///   - cycles: the frequency in cycles a sample, 0…0.5.
  /// - Returns: the amplitude, 1 for a full-scale sine well away from 0 and 0.5.
  public static func amplitude(_ samples: UnsafePointer<Float>, count: Int, cycles: Double) -> Double {
    let turn = 2 * Double.pi * cycles
    let coefficient = 2 * cr_sin(turn + .pi / 2)
    let windowTurn = 2 * Double.pi / Double(count)
    let windowCosineTurn = cr_sin(windowTurn + .pi / 2)
    let windowSineTurn = cr_sin(windowTurn)
    var windowCosine = 1.0
    var windowSine = 0.0
    var s1 = 0.0
    var s2 = 0.0
    for i in 0..<count {
      let weight = 0.5 - 0.5 * windowCosine
      let s0 = Double(samples[i]) * weight + coefficient * s1 - s2
      s2 = s1
      s1 = s0
      let nextCosine = windowCosine * windowCosineTurn - windowSine * windowSineTurn
      windowSine = windowCosine * windowSineTurn + windowSine * windowCosineTurn
      windowCosine = nextCosine
    }
    let power = s1 * s1 + s2 * s2 - coefficient * s1 * s2
    return 4 * cr_sqrt(max(0, power)) / Double(count)
  }
}

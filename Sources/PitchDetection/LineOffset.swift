internal import CRealtime

/// How far a line lies from its bin, in bins, by (c - a) / (a + 2b + c) of the three amplitudes around it.
///
/// Twice that is exact for a steady sine under a Hann window that fills the transform (D. Agrež, "Weighted multipoint
/// interpolated DFT", IEEE Transactions on Instrumentation and Measurement 51, 2002); one that is padded needs a
/// little more and a cubic term, found here from the window's own spectrum.
struct LineOffset {
  private let gain: Float
  private let cube: Float

  /// - Parameters:
  ///   - window: samples of the Hann window.
  ///   - transform: samples of the transform, of which the rest are zero.
  init(window: Int, transform: Int) {
    func amplitude(_ bins: Double) -> Double {
      let turn = 2 * Double.pi * bins / Double(transform)
      var sum = 0.0
      for i in 0..<window {
        let place = Double(i) + 0.5 - Double(window) / 2
        sum += (0.5 + 0.5 * cr_sin(2 * .pi * place / Double(window) + .pi / 2)) * cr_sin(turn * place + .pi / 2)
      }
      return abs(sum)
    }
    func slope(_ offset: Double) -> Double {
      let (a, b, c) = (amplitude(offset + 1), amplitude(offset), amplitude(offset - 1))
      return (c - a) / (a + 2 * b + c)
    }
    let (near, far) = (slope(0.25), slope(0.5))
    let cubic = (0.5 / far - 0.25 / near) / (far * far - near * near)
    gain = Float(0.5 / far - cubic * far * far)
    cube = Float(cubic)
  }

  /// The offset, within 0.6 bin to either side.
  func bins(_ a: Float, _ b: Float, _ c: Float) -> Float {
    let slope = (c - a) / (a + 2 * b + c)
    return min(0.6, max(-0.6, slope * (gain + cube * slope * slope)))
  }
}

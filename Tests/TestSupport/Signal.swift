internal import Glibc

/// Sounds of which the pitch is known exactly.
public enum Signal {
  /// The frequency of a MIDI note number in equal temperament at A4 = 440 Hz, in hertz.
  public static func hertz(ofNote note: Int) -> Double { 440 * exp2(Double(note - 69) / 12) }

  /// How far a frequency lies above another, in cents.
  public static func cents(_ frequency: Double, above other: Double) -> Double { 1200 * log2(frequency / other) }

  /// A steady tone.
  ///
  /// - Parameters:
  ///   - frequency: hertz of the first partial.
  ///   - rate: frames a second.
  ///   - seconds: how long.
  ///   - partials: the amplitudes of the partials, first to last; those above 0.45 of the rate are left out.
  ///   - seed: of the partials' phases.
  public static func tone(
    _ frequency: Double, rate: Int, seconds: Double, partials: [Double] = [0.5], seed: UInt64 = 1
  ) -> [Float] {
    var random = SplitMix64(seed: seed)
    let count = Int((seconds * Double(rate)).rounded())
    var sum = Array(repeating: 0.0, count: count)
    for (index, amplitude) in partials.enumerated() {
      let cycles = frequency * Double(index + 1) / Double(rate)
      let phase = Double(random.sample()) * .pi
      guard cycles < 0.45, amplitude != 0 else { continue }
      // A rotation, kept from growing by starting anew every so often.
      let (turnCosine, turnSine) = (cos(2 * .pi * cycles), sin(2 * .pi * cycles))
      sum.withUnsafeMutableBufferPointer { sum in
        var start = 0
        while start < count {
          let angle = 2 * .pi * (cycles * Double(start)).truncatingRemainder(dividingBy: 1) + phase
          var (x, y) = (amplitude * cos(angle), amplitude * sin(angle))
          let end = min(count, start + 1024)
          var i = start
          while i < end {
            sum[i] += y
            (x, y) = (x * turnCosine - y * turnSine, x * turnSine + y * turnCosine)
            i += 1
          }
          start = end
        }
      }
    }
    return sum.map { Float($0) }
  }

  /// A tone whose partials fall as 1/k, ten of them, at a peak of about 0.5.
  public static func harmonicTone(_ frequency: Double, rate: Int, seconds: Double, seed: UInt64 = 1) -> [Float] {
    tone(frequency, rate: rate, seconds: seconds, partials: (1...10).map { 0.25 / Double($0) }, seed: seed)
  }

  /// A tone of four partials whose frequency moves.
  ///
  /// - Parameters:
  ///   - seconds: how long.
  ///   - rate: frames a second.
  ///   - frequency: in hertz, at a time in seconds.
  public static func glide(seconds: Double, rate: Int, _ frequency: (Double) -> Double) -> [Float] {
    var phase = 0.0
    return (0..<Int(seconds * Double(rate))).map { frame in
      phase += 2 * .pi * frequency(Double(frame) / Double(rate)) / Double(rate)
      return Float((1...4).reduce(0.0) { $0 + 0.2 / Double($1) * sin(Double($1) * phase) })
    }
  }

  /// White noise, evenly spread within an amplitude.
  public static func noise(amplitude: Float, count: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in random.sample() * amplitude }
  }
}

import DSP
internal import Glibc
import TestSupport
import Testing

struct TransformTests {
  /// Single precision, relative to the energy: a few roundings of each of log₂(count) stages.
  private static let rounding = 3e-6

  @Test("The correlation of a power spectrum is the sum that defines it", arguments: [32, 64, 128, 256, 512, 1024])
  func autocorrelation(count: Int) throws {
    let transform = try #require(RealFFT(count: count))
    #expect(transform.binCount == count / 2 + 1)
    var random = SplitMix64(seed: UInt64(count))
    var power = [Float](repeating: .nan, count: transform.binCount)
    var result = [Float](repeating: .nan, count: transform.binCount)
    for _ in 0..<3 {
      let signal = (0..<count).map { _ in random.sample() }
      transform.power(of: signal, into: &power)
      transform.correlation(ofPower: power, into: &result)
      let energy = signal.reduce(0) { $0 + Double($1) * Double($1) }
      for lag in 0...count / 2 {
        var sum = 0.0
        for i in 0..<count { sum += Double(signal[i]) * Double(signal[(i + lag) % count]) }
        #expect(abs(Double(result[lag]) - sum) < Self.rounding * energy)
      }
    }
  }

  @Test("The power of each bin is the sum that defines it", arguments: [32, 64, 128, 256, 512])
  func power(count: Int) throws {
    let transform = try #require(RealFFT(count: count))
    var random = SplitMix64(seed: UInt64(count))
    let signal = (0..<count).map { _ in random.sample() }
    var power = [Float](repeating: .nan, count: transform.binCount)
    transform.power(of: signal, into: &power)
    let energy = signal.reduce(0) { $0 + Double($1) * Double($1) }
    for bin in 0...count / 2 {
      var (real, imaginary) = (0.0, 0.0)
      for i in 0..<count {
        let angle = 2 * Double.pi * Double(bin * i % count) / Double(count)
        real += Double(signal[i]) * cos(angle)
        imaginary += Double(signal[i]) * sin(angle)
      }
      #expect(abs(Double(power[bin]) - real * real - imaginary * imaginary) < Self.rounding * Double(count) * energy)
    }
  }

  @Test("Lengths that have no transform give none")
  func lengths() {
    for count in [Int.min, -2, 0, 1, 2, 16, 31, 48, 255, 1 << 21] { #expect(RealFFT(count: count) == nil) }
  }

  @Test("Goertzel's bin is a sine's amplitude at its frequency, and next to nothing elsewhere")
  func goertzel() {
    let count = 4096
    var checked = 0
    for cycles in stride(from: 0.01, through: 0.49, by: 0.0171) {
      for amplitude in [1, 0.001] {
        for phase in [0, 1, 2.5] {
          let signal = (0..<count).map { Float(amplitude * sin(2 * .pi * cycles * Double($0) + phase)) }
          let measured = Goertzel.amplitude(signal, count: count, cycles: cycles)
          // A Hann window lets the mirror image at -cycles through by less than 60 dB here.
          #expect(abs(measured / amplitude - 1) < 1e-3)
          let beside = Goertzel.amplitude(signal, count: count, cycles: cycles + 8.0 / Double(count))
          #expect(decibels(beside / amplitude) < -60)
          checked += 1
        }
      }
    }
    #expect(checked > 100)
    #expect(Goertzel.amplitude([Float](repeating: 0, count: count), count: count, cycles: 0.1) == 0)
  }
}

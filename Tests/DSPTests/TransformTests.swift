import DSP
internal import Glibc
import TestSupport
import Testing

struct TransformTests {
  @Test("The autocorrelation is the sum that defines it", arguments: [2, 4, 6, 30, 256, 1000])
  func autocorrelation(count: Int) throws {
    let transform = try #require(RealFFT(count: count))
    #expect(transform.binCount == count / 2 + 1)
    var random = SplitMix64(seed: UInt64(count))
    var result = [Float](repeating: .nan, count: count)
    for _ in 0..<3 {
      let signal = (0..<count).map { _ in random.sample() }
      transform.autocorrelate(signal, into: &result)
      let energy = signal.reduce(0) { $0 + Double($1) * Double($1) }
      for lag in 0..<count {
        var sum = 0.0
        for i in 0..<count { sum += Double(signal[i]) * Double(signal[(i + lag) % count]) }
        // Single precision, relative to the energy: a few roundings of each of log₂(count) stages.
        #expect(abs(Double(result[lag]) - sum) < 3e-6 * energy)
      }
    }
  }

  @Test("Lengths that have no transform give none")
  func lengths() {
    for count in [-2, -1, 0, 1, 3, 255] { #expect(RealFFT(count: count) == nil) }
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

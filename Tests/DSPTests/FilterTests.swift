import DSP
internal import Glibc
import TestSupport
import Testing

struct StateVariableFilterTests {
  /// Amplitude of a sine after the filter, once it has settled: by demodulation over whole cycles.
  private static func response(cutoff: Float, cycles: Double) -> Double {
    var filter = StateVariableFilter()
    filter.setCutoff(cycles: cutoff)
    let settle = 20_000
    let span = Int((2000 * cycles).rounded(.up) / cycles)
    var re = 0.0
    var im = 0.0
    for i in 0..<settle + span {
      let turn = 2 * Double.pi * cycles * Double(i)
      let output = Double(filter.next(Float(sin(turn))))
      if i >= settle {
        re += output * cos(turn)
        im += output * sin(turn)
      }
    }
    return 2 * (re * re + im * im).squareRoot() / Double(span)
  }

  /// The sums run in single precision, over whole cycles only to within a sample.
  private static let tolerance = 0.02

  @Test("At cutoff 3.01 dB are gone; an octave and a half below and above, what Butterworth's formula says")
  func response() {
    var count = 0
    for cutoff in [0.005, 0.02, 0.1, 0.2] as [Float] {
      for factor in [0.35, 1, 2.2] {
        let cycles = Double(cutoff) * factor
        // The bilinear transform bends the frequency axis by the tangent.
        let ratio = tan(.pi * cycles) / tan(.pi * Double(cutoff))
        let expected = -10 * log10(1 + pow(ratio, 4))
        let measured = decibels(Self.response(cutoff: cutoff, cycles: cycles))
        #expect(abs(measured - expected) < Self.tolerance)
        count += 1
      }
    }
    #expect(count == 12)
  }

  @Test("A constant passes unchanged; a fresh filter passes nothing; odd cutoffs are held in range")
  func constants() {
    var filter = StateVariableFilter()
    for _ in 0..<100 { #expect(filter.next(1) == 0) }
    filter.setCutoff(cycles: 0.01)
    for _ in 0..<10_000 { _ = filter.next(0.5) }
    #expect(abs(filter.next(0.5) - 0.5) < 1e-5)
    filter.reset()
    var fresh = StateVariableFilter()
    fresh.setCutoff(cycles: 0.01)
    for i in 0..<100 { #expect(filter.next(Float(i)) == fresh.next(Float(i))) }
    for cutoff in [-1, 0.5, 100, .infinity, .nan] as [Float] {
      filter.reset()
      filter.setCutoff(cycles: cutoff)
      for i in 0..<1000 { #expect(abs(filter.next(i % 2 == 0 ? 1 : -1)) < 2) }
    }
  }

  @Test("It stays bounded while the cutoff leaps about at every sample")
  func moving() {
    var random = SplitMix64(seed: 6)
    var filter = StateVariableFilter()
    var largest: Float = 0
    for _ in 0..<200_000 {
      filter.setCutoff(cycles: abs(random.sample()) * 0.45)
      largest = max(largest, abs(filter.next(random.sample())))
    }
    #expect(largest < 10)
  }
}

struct HalfBandDecimatorTests {
  private static func decimate(_ input: [Float], cuts: [Int]) -> [Float] {
    let decimator = HalfBandDecimator()
    var output: [Float] = []
    var start = 0
    var turn = 0
    while start < input.count {
      let count = min(cuts[turn % cuts.count], input.count - start)
      turn += 1
      var block = [Float](repeating: .nan, count: (count + 1) / 2)
      let written = input[start..<start + count].withUnsafeBufferPointer { input in
        input.baseAddress.map { decimator.process($0, count: count, into: &block) } ?? 0
      }
      #expect(written <= block.count)
      output += block[0..<written]
      start += count
    }
    return output
  }

  /// Amplitude and delay, in input samples, of a sine that went through.
  private static func response(cycles: Double) -> (amplitude: Double, delay: Double) {
    let input = (0..<8000).map { Float(sin(2 * .pi * cycles * Double($0))) }
    let output = decimate(input, cuts: [500])
    var (inPhase, ahead) = (0.0, 0.0)
    var count = 0.0
    // Whole periods, to within one of a thousand samples.
    for i in 200..<3800 {
      let angle = 2 * .pi * cycles * Double(2 * i)
      inPhase += Double(output[i]) * sin(angle)
      ahead += Double(output[i]) * cos(angle)
      count += 0.5
    }
    // A delay of up to half a period and a bit more is no advance.
    let turns = -atan2(ahead, inPhase) / (2 * .pi)
    return (hypot(inPhase, ahead) / count, (turns < -0.1 ? turns + 1 : turns) / cycles)
  }

  @Test("What lies under 0.19 of the rate passes whole, 2.4 samples late where it is low and 3 at the edge")
  func passband() {
    // The sum over parts of periods adds up to 0.01 dB at the lowest.
    let tolerance = pow(10, 0.02 / 20) - 1
    for cycles in stride(from: 0.005, through: 0.19, by: 0.005) {
      let (amplitude, delay) = Self.response(cycles: cycles)
      #expect(abs(amplitude - 1) < tolerance, "\(cycles)")
      #expect(delay > 2.3 && delay < 3.2, "\(cycles)")
    }
  }

  @Test("What would fold into that is 75 dB down")
  func stopband() {
    for cycles in stride(from: 0.31, through: 0.495, by: 0.005) {
      let input = (0..<4000).map { Float(sin(2 * .pi * cycles * Double($0))) }
      let largest = Self.decimate(input, cuts: [500]).dropFirst(100).reduce(0) { max($0, abs(Double($1))) }
      #expect(decibels(largest) < -75, "\(cycles)")
    }
  }

  @Test("The result is the same to the bit however the input is cut, and half as long")
  func cuts() {
    var random = SplitMix64(seed: 7)
    let input = (0..<10_001).map { _ in random.sample() }
    let whole = Self.decimate(input, cuts: [input.count])
    #expect(whole.count == 5001)
    for cuts in [[1], [2], [3], [7, 1, 64], [256], [1000, 1]] {
      #expect(Self.decimate(input, cuts: cuts) == whole)
    }
  }

  @Test("After a reset the past is forgotten")
  func reset() {
    let decimator = HalfBandDecimator()
    let noise = [Float](repeating: 0.7, count: 101)
    let silence = [Float](repeating: 0, count: 101)
    var output = [Float](repeating: 0, count: 51)
    _ = decimator.process(noise, count: 101, into: &output)
    decimator.reset()
    #expect(decimator.process(silence, count: 101, into: &output) == 51)
    #expect(output == [Float](repeating: 0, count: 51))
  }
}

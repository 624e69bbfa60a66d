import DSP
import DroneSynth
internal import Glibc
import TestSupport
import Testing

struct OutputChainTests {
  private static let rate = 48_000

  private static func run(
    _ chain: inout OutputChain, _ samples: [Float], envelopes: Float = 1, thru: Float = .nan
  ) -> [Float] {
    var samples = samples
    let sums = [Float](repeating: envelopes, count: samples.count)
    let input = [Float](repeating: thru, count: samples.count)
    chain.process(&samples, envelopeSums: sums, input: input, count: samples.count)
    return samples
  }

  @Test("The input joins the drones as it is, whatever their level, within 20 ms of its being let through")
  func thru() {
    var chain = OutputChain(sampleRate: Self.rate)
    chain.setLevel(0)
    _ = Self.run(&chain, [Float](repeating: 0.5, count: Self.rate))
    chain.setThru(true)
    let opened = Self.run(&chain, [Float](repeating: 0, count: 2000), thru: 0.25)
    #expect(opened[..<64].allSatisfy { abs($0) < 1e-6 })
    #expect(zip(opened, opened.dropFirst()).allSatisfy { abs($1 - $0) < 0.001 })
    #expect(opened[(960 + 64)...].allSatisfy { abs($0 - 0.25) < 1e-5 })
    let loud = Self.run(&chain, [Float](repeating: 0, count: 2000), thru: 7)
    #expect(loud.allSatisfy { abs($0) <= LookaheadLimiter.ceiling })
    chain.setThru(false)
    _ = Self.run(&chain, [Float](repeating: 0, count: Self.rate), thru: 0.25)
    #expect(Self.run(&chain, [Float](repeating: 0, count: 2000)).allSatisfy { abs($0) < 1e-5 })
  }

  @Test("One voice at full level passes unchanged, late by the limiter's delay")
  func transparent() {
    var random = SplitMix64(seed: 12)
    var chain = OutputChain(sampleRate: Self.rate)
    let input = (0..<5000).map { _ in random.sample() * 0.9 }
    let output = Self.run(&chain, input)
    let delay = chain.limiter.delay
    #expect(delay == 64)
    #expect(Array(output[0..<delay]) == [Float](repeating: 0, count: delay))
    #expect(Array(output[delay...]) == Array(input[..<(input.count - delay)]))
  }

  @Test("Three voices are turned down to a third of their sum")
  func polyphony() {
    var chain = OutputChain(sampleRate: Self.rate)
    let output = Self.run(&chain, [Float](repeating: 0.9, count: Self.rate), envelopes: 3)
    #expect(abs((output.last ?? 0) - 0.3) < 0.001)
  }

  @Test("Power goes in 300 ms, to nothing, and comes back")
  func power() {
    var chain = OutputChain(sampleRate: Self.rate)
    let fade = 14_400
    let input = [Float](repeating: 0.5, count: 20_000)
    _ = Self.run(&chain, input)
    chain.setPower(false)
    let down = Self.run(&chain, input)
    #expect(abs(down[fade / 2 + 64] - 0.25) < 0.001)
    #expect(down[fade - 200] > 0)
    // The position creeps by single precision's rounding: a tenth of a hundredth.
    #expect(down[(fade + 64 + 15)...].allSatisfy { $0 == 0 })
    chain.setPower(true)
    let up = Self.run(&chain, input)
    #expect(up[0] == 0)
    #expect(up.last == 0.5)
    let all = down + up
    // The smoothstep's steepest, and a hundredth.
    let steepest = 0.5 * 1.5 / Float(fade) * 1.01
    var jumps = 0
    for (a, b) in zip(all, all.dropFirst()) where abs(b - a) > steepest { jumps += 1 }
    #expect(jumps == 0)
  }

  @Test("The level follows its control with 20 ms, within 0 and 1")
  func level() {
    for (asked, got) in [(0.25, 0.25), (-1, 0), (7, 1), (0, 0), (1, 1)] as [(Float, Float)] {
      var chain = OutputChain(sampleRate: Self.rate)
      chain.setLevel(asked)
      let output = Self.run(&chain, [Float](repeating: 0.5, count: Self.rate))
      let constant = 960 + 64
      #expect(abs(output[constant] - 0.5 * (got + (1 - got) * exp(-1))) < 0.001)
      #expect(abs((output.last ?? -1) - 0.5 * got) < 1e-4)
    }
  }

  @Test("Whatever comes in, nothing leaves above 0.95, and what comes after is heard")
  func hostile() {
    var random = SplitMix64(seed: 13)
    var chain = OutputChain(sampleRate: Self.rate)
    let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e20, -50]
    var faults = 0
    for block in 0..<400 {
      let input = (0..<128).map { _ in
        Int.random(in: 0..<20, using: &random) == 0 ? odd[Int.random(in: 0..<6, using: &random)] : random.sample() * 4
      }
      chain.setLevel(random.sample())
      if block % 50 == 0 { chain.setPower(Bool.random(using: &random)) }
      let output = Self.run(&chain, input, envelopes: abs(random.sample()) * 20)
      faults += output.count { !(abs($0) <= LookaheadLimiter.ceiling) }
    }
    #expect(faults == 0)
    let silenced = chain.limiter.silencedSamples
    #expect(silenced > 1000)
    chain.setLevel(1)
    chain.setPower(true)
    let output = Self.run(&chain, [Float](repeating: 0.5, count: 3 * Self.rate))
    #expect(abs((output.last ?? 0) - 0.5) < 0.001)
  }
}

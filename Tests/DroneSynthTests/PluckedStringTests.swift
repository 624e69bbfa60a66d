import DroneSynth
internal import Glibc
import Testing

struct PluckedStringTests {
  private static let rate = 48_000

  private static func pluck(_ string: PluckedString, frames: Int) -> [Float] {
    var string = string
    var samples = [Float](repeating: 0, count: frames)
    string.add(to: &samples, count: frames)
    return samples
  }

  @Test(
    "Partials lie where the stiff string's formula puts them, the first on its frequency",
    arguments: [0, 0.000_05, 0.0003])
  func partials(inharmonicity: Double) {
    var count = 0
    for hertz in [82.406_889_228_217_5, 146.832, 440] {
      let samples = Self.pluck(
        PluckedString(
          frequency: hertz, amplitude: 0.5, inharmonicity: inharmonicity, decaySeconds: 8, sampleRate: Self.rate),
        frames: 2 * Self.rate)
      // The fifth is not there: the string is plucked at a fifth of its length.
      for k in [1, 2, 3, 4, 6, 7, 8] {
        let number = Double(k)
        let expected =
          number * hertz * ((1 + inharmonicity * number * number) / (1 + inharmonicity)).squareRoot()
        let off = Demodulation.cents(
          samples, from: 2400, count: 60_000, window: 20_000, cycles: expected / Double(Self.rate))
        // Neighbours decay too, so they are not wholly outside the window.
        #expect(abs(off) < 0.02)
        count += 1
      }
    }
    #expect(count == 21)
  }

  @Test("Partial 1 falls by 60 dB in its time; a pluck is the same every time, and added to what is there")
  func decay() {
    let string = PluckedString(frequency: 220, amplitude: 0.5, decaySeconds: 1, sampleRate: Self.rate, seed: 9)
    let samples = Self.pluck(string, frames: Self.rate)
    let cycles = 220 / Double(Self.rate)
    let early = Demodulation.phase(samples, from: 4800, count: 4800, cycles: cycles).amplitude
    let late = Demodulation.phase(samples, from: 28_800, count: 4800, cycles: cycles).amplitude
    #expect(abs(20 * log10(late / early) + 30) < 0.1)
    #expect(samples == Self.pluck(string, frames: Self.rate))
    var half = string
    var added = [Float](repeating: 0, count: 1000)
    half.add(to: &added, count: 500)
    added.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { half.add(to: base + 500, count: 500) }
    }
    #expect(added == Array(samples[0..<1000]))
    #expect(samples.max() ?? 0 < 0.95)
    #expect(samples.max() ?? 0 > 0.2)
  }
}

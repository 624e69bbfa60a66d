internal import Glibc
import Testing
import TunerEngine

/// What is in the sound that should not be: aliases, wrong beats, a limiter at work.
struct PurityTests {
  /// The key from A0 on, and by how many decibels everything under 20 kHz that is no harmonic lies under the note.
  private static let bars: [(note: Int, decibels: Double)] = [
    (21, -80), (33, -80), (45, -80), (57, -80), (69, -80), (81, -80), (84, -80), (96, -70)
  ]

  @Test("Whatever is no harmonic is far under the note, from A0 to C7", arguments: bars, [44_100, 48_000])
  func aliases(bar: (note: Int, decibels: Double), rate: Int) {
    let stage = Stage(rate: rate)
    stage.noteOn(bar.note, at: 0)
    let size = 1 << 17
    let samples = Array(stage.play(rate / 2 + size).suffix(size))
    let spectrum = powerSpectrum(samples)
    let hertz = 440 * exp2(Double(bar.note - 69) / 12)
    let bin = Double(rate) / Double(size)
    var note = 0.0
    var strongest = 0.0
    for (index, power) in spectrum.enumerated() {
      let frequency = Double(index) * bin
      guard frequency > 10, frequency < 20_000 else { continue }
      let harmonic = (frequency / hertz).rounded()
      // The window's main lobe is seven bins to either side.
      let isHarmonic = harmonic >= 1 && abs(frequency - harmonic * hertz) < 8 * bin
      if isHarmonic, harmonic == 1 { note = max(note, power) }
      if !isHarmonic { strongest = max(strongest, power) }
    }
    #expect(note > 0)
    #expect(10 * log10(strongest / note) <= bar.decibels)
  }

  @Test("Two voices a known interval apart beat at the right rate, within a thousandth")
  func beats() {
    // 4:3, near enough for the third partial of one to beat with the fourth of the other.
    let stage = Stage()
    stage.noteOn(45, at: 0)
    stage.noteOn(50, at: 0)
    let rate = 48_000.0
    let seconds = 60
    let samples = Array(stage.play(seconds * 48_000 + 24_000).suffix(seconds * 48_000))
    let lower = 4 * 440 * exp2((45.0 - 69) / 12)
    let upper = 3 * 440 * exp2((50.0 - 69) / 12)
    let expected = abs(upper - lower)
    // The envelope of the two partials together, by demodulation at their middle; its beats are counted by phase.
    let middle = (lower + upper) / 2
    var (envelope, step) = ([Double](), 480)
    for start in stride(from: 0, to: samples.count - 4800, by: step) {
      var (re, im) = (0.0, 0.0)
      for i in 0..<4800 {
        let turn = 2 * Double.pi * middle / rate * Double(start + i)
        let weight = 0.5 - 0.5 * cos(2 * .pi * Double(i) / 4800)
        re += Double(samples[start + i]) * weight * cos(turn)
        im += Double(samples[start + i]) * weight * sin(turn)
      }
      envelope.append(re * re + im * im)
    }
    step = 480
    let frames = rate / Double(step)
    func phase(_ from: Int, _ count: Int) -> Double {
      let mean = envelope[from..<from + count].reduce(0, +) / Double(count)
      var (re, im) = (0.0, 0.0)
      for i in from..<from + count {
        let turn = 2 * Double.pi * expected / frames * Double(i)
        let weight = 0.5 - 0.5 * cos(2 * .pi * Double(i - from) / Double(count))
        re += (envelope[i] - mean) * weight * cos(turn)
        im -= (envelope[i] - mean) * weight * sin(turn)
      }
      return atan2(im, re) / (2 * .pi)
    }
    let span = 2400
    let turn = phase(envelope.count - span, span) - phase(0, span)
    let drift = (turn - turn.rounded()) / (Double(envelope.count - span) / frames)
    #expect(abs(drift) / expected < 0.001)
  }

  @Test("Under three steady voices the limiter does nothing: to a millionth")
  func limiter() {
    let stage = Stage()
    for note in [33, 40, 45] { stage.noteOn(note, at: 0) }
    _ = stage.play(96_000)
    #expect(abs(stage.render.limiterGain - 1) <= 1e-6)
    let output = stage.play(48_000)
    #expect(output.max() ?? 0 < 0.95)
    #expect(abs(stage.render.limiterGain - 1) <= 1e-6)
  }

  /// The power of every bin under a window whose side lobes lie below 140 dB.
  private func powerSpectrum(_ samples: [Float]) -> [Double] {
    let count = samples.count
    // Nuttall's seven-term cosine window's four-term kin, squared: its side lobes add in decibels.
    let terms = [0.355768, 0.487396, 0.144232, 0.012604]
    var re = samples.enumerated().map { index, sample -> Double in
      let turn = 2 * Double.pi * Double(index) / Double(count)
      let window = terms[0] - terms[1] * cos(turn) + terms[2] * cos(2 * turn) - terms[3] * cos(3 * turn)
      return Double(sample) * window * window
    }
    var im = [Double](repeating: 0, count: count)
    transform(&re, &im)
    return (0..<count / 2).map { re[$0] * re[$0] + im[$0] * im[$0] }
  }

  /// A radix-2 Fourier transform in double precision: the product's own is single and would hide what is sought.
  private func transform(_ re: inout [Double], _ im: inout [Double]) {
    let count = re.count
    var target = 0
    for i in 1..<count {
      var bit = count >> 1
      while target & bit != 0 {
        target ^= bit
        bit >>= 1
      }
      target |= bit
      if i < target {
        re.swapAt(i, target)
        im.swapAt(i, target)
      }
    }
    var length = 2
    while length <= count {
      for k in 0..<length / 2 {
        let angle = -2 * Double.pi * Double(k) / Double(length)
        let (c, s) = (cos(angle), sin(angle))
        for start in stride(from: k, to: count, by: length) {
          let other = start + length / 2
          let (x, y) = (re[other] * c - im[other] * s, re[other] * s + im[other] * c)
          (re[other], im[other]) = (re[start] - x, im[start] - y)
          (re[start], im[start]) = (re[start] + x, im[start] + y)
        }
      }
      length *= 2
    }
  }
}

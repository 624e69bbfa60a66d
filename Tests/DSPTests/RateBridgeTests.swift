import DSP
import Glibc
import TestSupport
import Testing

struct RateBridgeTests {
  /// How far off the pitch of what crosses may be once the store has found its place, in cents: of a ratio that is not
  /// bent, rounding.
  static let cents = 0.001
  /// Noise and images against what crosses, in dB: what libsamplerate's fastest converter keeps where it goes down by
  /// more than an octave; else it has 85 and more.
  static let purity = -75.0

  static let rates: [(input: Int, output: Int, piece: Int, block: Int)] = [
    (48_000, 48_000, 256, 256), (44_100, 48_000, 256, 64), (96_000, 44_100, 1024, 128), (48_000, 96_000, 64, 1024)
  ]

  @Test("A sine crosses between any two rates, drift and all, as itself", arguments: 0..<4)
  func sine(_ place: Int) {
    let (inputRate, outputRate, piece, block) = Self.rates[place]
    for drift in [0.0, 2e-4, -2e-4] {
      let hertz = 1000.0
      let outputSeconds = 4.0
      // The input's crystal is off by the drift: as many more frames come in the same time.
      let trueRate = Double(inputRate) * (1 + drift)
      var bridge = RateBridge(outputRate: outputRate, pieceFrames: max(piece, block) * outputRate / inputRate + 1)
      let room = max(piece * 8, block)
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: room)
      defer { samples.deallocate() }
      var output: [Float] = []
      var written = 0
      while output.count < Int(outputSeconds * Double(outputRate)) {
        let seconds = Double(output.count + block) / Double(outputRate)
        while Double(written + piece) <= seconds * trueRate {
          for i in 0..<piece { samples[i] = Float(0.5 * sinTurns(hertz * Double(written + i) / trueRate)) }
          bridge.write(samples, count: piece, ratio: Double(outputRate) / trueRate)
          written += piece
        }
        bridge.read(into: samples, count: block)
        output += (0..<block).map { samples[$0] }
      }
      let steady = Array(output[(output.count / 2)...])
      let (frequency, residue) = fit(steady, rate: outputRate, near: hertz)
      #expect(abs(Signal.cents(frequency, above: hertz)) < Self.cents, "\(place) \(drift): \(frequency)")
      #expect(residue < Self.purity, "\(place) \(drift): \(residue) dB")
    }
  }

  @Test("Where the writer fails there is silence, faded out and in, and what waits is neither too much nor too little")
  func failures() {
    let rate = 48_000
    var bridge = RateBridge(outputRate: rate, pieceFrames: 256)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 4096)
    defer { samples.deallocate() }
    var phase = 0
    var output: [Float] = []
    var silent = 0
    var (mostWaiting, mostLater) = (0, 0)
    for block in 0..<4000 {
      // A second without writing, a second without reading.
      let isWritten = !(1000..<1200).contains(block)
      let isRead = !(2000..<2200).contains(block)
      if isWritten {
        for i in 0..<256 { samples[i] = Float(0.5 * sinTurns(200.0 * Double(phase + i) / Double(rate))) }
        phase += 256
        bridge.write(samples, count: 256, ratio: 1)
      }
      mostWaiting = max(mostWaiting, bridge.waitingCount)
      guard isRead else { continue }
      bridge.read(into: samples, count: 256)
      output += (0..<256).map { samples[$0] }
      if (1010..<1200).contains(block), (0..<256).allSatisfy({ samples[$0] == 0 }) { silent += 1 }
      if block > 3000 { mostLater = max(mostLater, bridge.waitingCount) }
    }
    // Even where the reader fails no more waits than some pieces, and soon about as much as before.
    #expect(mostWaiting < 2000 && mostLater < 1024, "\(mostWaiting), \(mostLater)")
    #expect(silent == 190)
    var largest: Float = 0
    for i in 1..<output.count { largest = max(largest, abs(output[i] - output[i - 1])) }
    // What a sine of 200 Hz moves by, the fade over 5 ms, and nothing else; where the reader failed, one step.
    let steps = (1..<output.count).filter { abs(output[$0] - output[$0 - 1]) > 0.02 }.count
    #expect(steps <= 1, "\(steps) steps, the largest \(largest)")
    #expect(output.suffix(48_000).contains { abs($0) > 0.49 })
  }

  private func sinTurns(_ turns: Double) -> Double {
    let angle = 2 * Double.pi * (turns - turns.rounded(.down))
    return sin(angle)
  }

  /// The frequency of a sine, and what remains without it, in dB against it.
  private func fit(_ samples: [Float], rate: Int, near hertz: Double) -> (Double, Double) {
    var guess = hertz
    // The phase at the end against the beginning says how far the guess is off.
    for _ in 0..<3 {
      let half = samples.count / 2
      let first = phase(samples[..<half], from: 0, rate: rate, guess)
      let second = phase(samples[half...], from: half, rate: rate, guess)
      var turned = second - first
      turned -= turned.rounded()
      guess += turned / (Double(half) / Double(rate))
    }
    let (a, b) = projection(samples[...], from: 0, rate: rate, guess)
    var left = 0.0
    for (i, sample) in samples.enumerated() {
      let turns = guess * Double(i) / Double(rate)
      let rest = Double(sample) - a * cos(2 * Double.pi * turns) - b * sin(2 * Double.pi * turns)
      left += rest * rest
    }
    let power = (a * a + b * b) / 2
    return (guess, 10 * log10(left / Double(samples.count) / power))
  }

  private func projection(_ samples: ArraySlice<Float>, from start: Int, rate: Int, _ hertz: Double) -> (Double, Double)
  {
    var (a, b) = (0.0, 0.0)
    for (i, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * hertz * Double(start + i) / Double(rate)
      a += Double(sample) * cos(angle)
      b += Double(sample) * sin(angle)
    }
    return (2 * a / Double(samples.count), 2 * b / Double(samples.count))
  }

  /// In turns.
  private func phase(_ samples: ArraySlice<Float>, from start: Int, rate: Int, _ hertz: Double) -> Double {
    let (a, b) = projection(samples, from: start, rate: rate, hertz)
    return -atan2(b, a) / (2 * Double.pi)
  }
}

import Glibc
import PitchDetection
import TestSupport
import Testing

struct ClippingDetectorTests {
  static let rates = [44_100, 48_000, 96_000, 192_000]

  /// The hops of `signal` in which it is said to clip.
  private static func clipped(_ signal: [Float], rate: Int, hold: Double = 0, block: Int = 256) -> [Bool] {
    var detector = ClippingDetector(sampleRate: Double(rate), holdSeconds: hold)
    return signal.withUnsafeBufferPointer { buffer in
      stride(from: 0, to: buffer.count, by: block).map { start in
        guard let base = buffer.baseAddress else { return false }
        detector.process(base + start, count: min(block, buffer.count - start))
        return detector.isClipping
      }
    }
  }

  /// As a converter gives it: codes of so many bits, which end at the largest.
  private static func converted(_ signal: [Float], bits: Int) -> [Float] {
    let scale = Float(1 << (bits - 1))
    return signal.map { max(-scale, min(scale - 1, ($0 * scale).rounded())) / scale }
  }

  private static func sine(_ hertz: Double, amplitude: Float, rate: Int) -> [Float] {
    (0..<rate / 2).map { amplitude * Float(sin(2 * .pi * hertz * Double($0) / Double(rate))) }
  }

  @Test("A tone 6 dB over a converter's range clips, one 0.1 dB under it does not, at any pitch", arguments: rates)
  func converter(rate: Int) {
    for bits in [16, 24] {
      for hertz in [30.87, 82.4, 440, 1234.5, 4186] {
        let over = Self.converted(Self.sine(hertz, amplitude: 2, rate: rate), bits: bits)
        #expect(Self.clipped(over, rate: rate).contains(true), "\(bits) bits, \(hertz) Hz")
        let under = Self.converted(Self.sine(hertz, amplitude: 0.9886, rate: rate), bits: bits)
        #expect(!Self.clipped(under, rate: rate).contains(true), "\(bits) bits, \(hertz) Hz")
      }
    }
  }

  @Test("A flat top within 1 dB of full scale clips, one further down is a wave's shape", arguments: rates)
  func flatTop(rate: Int) {
    let wave = Self.sine(196, amplitude: 1.5, rate: rate)
    #expect(Self.clipped(wave.map { max(-0.93, min(0.93, $0)) }, rate: rate).contains(true))
    #expect(Self.clipped(wave.map { max(-1, min(0.93, $0)) }, rate: rate).contains(true))
    #expect(!Self.clipped(wave.map { max(-0.85, min(0.85, $0)) }, rate: rate).contains(true))
  }

  @Test("Loud noise and single full-scale samples, as clicks have, do not clip")
  func noClipping() {
    #expect(!Self.clipped(Signal.noise(amplitude: 0.998, count: 48_000, seed: 2), rate: 48_000).contains(true))
    var clicks = [Float](repeating: 0, count: 48_000)
    for i in stride(from: 0, to: clicks.count, by: 50) { (clicks[i], clicks[i + 1], clicks[i + 2]) = (1, 1, -1) }
    #expect(!Self.clipped(clicks, rate: 48_000).contains(true))
  }

  @Test("A run is seen wherever blocks end in it, and three samples are one", arguments: [1, 2, 3, 64, 1000])
  func acrossBlocks(block: Int) {
    var signal = [Float](repeating: 0.2, count: 3000)
    for i in 1998...2000 { signal[i] = -1 }
    let clipped = Self.clipped(signal, rate: 48_000, block: block)
    #expect(clipped.firstIndex(of: true) == 2000 / block)
    signal[1999] = 1
    #expect(!Self.clipped(signal, rate: 48_000, block: block).contains(true))
  }

  @Test("It is said for the hold, a duration, and for no longer", arguments: rates)
  func hold(rate: Int) {
    var signal = [Float](repeating: 0.2, count: 2 * rate)
    for i in 0..<10 { signal[i] = 1 }
    let hops = Self.clipped(signal, rate: rate, hold: 0.75).prefix { $0 }.count
    #expect(abs(Double(hops * 256) / Double(rate) - 0.75) <= 2 * 256 / Double(rate))
  }

  @Test("What is no number is silence, an empty block changes nothing, and a reset forgets")
  func odd() {
    var detector = ClippingDetector(sampleRate: 48_000)
    let square = (0..<256).map { Float($0 % 2 == 0 ? 0.1 : -0.1) }
    detector.process(square, count: 256)
    #expect(!detector.isClipping)
    for odd in [Float.nan, .infinity, -.infinity] {
      detector.process([Float](repeating: odd, count: 256), count: 256)
      #expect(!detector.isClipping)
    }
    detector.process([Float](repeating: 1, count: 256), count: 256)
    detector.process(square, count: 0)
    #expect(detector.isClipping)
    detector.reset()
    #expect(!detector.isClipping)
  }
}

import DSP
internal import Glibc
import Testing

struct SawTests {
  @Test("After ten hours the phase is where the frequency says, to a hundred-thousandth of a cycle")
  func tenHours() {
    // What a voice runs at: twice the sampling rate.
    let rate = 96_000.0
    var count = 0
    for key in 0..<88 {
      let hertz = 27.5 * exp2(Double(key) / 12)
      var saw = Saw()
      saw.setStep(cycles: hertz / rate)
      let start = saw.phase
      _ = saw.next()
      let step = saw.phase &- start
      // The phase only ever grows by this one step, so ten hours are a product.
      for _ in 1..<1000 { _ = saw.next() }
      #expect(saw.phase &- start == 1000 &* step)
      let drift = (Double(step) * 0x1p-64 * rate - hertz) * 36_000
      #expect(abs(drift) < 1e-5)
      count += 1
    }
    #expect(count == 88)
  }

  @Test("It rises from -1 to 1 once a cycle, and starts in the middle, at zero")
  func shape() {
    var saw = Saw()
    saw.setStep(cycles: 0.01)
    #expect(saw.next() == 0)
    for i in 1..<48 { #expect(abs(saw.next() - 0.02 * Float(i)) < 1e-5) }
    var sum = 0.0
    var largest: Float = 0
    for _ in 0..<100_000 {
      let sample = saw.next()
      sum += Double(sample)
      largest = max(largest, abs(sample))
    }
    #expect(abs(sum) / 100_000 < 1e-4)
    #expect((0.95...1).contains(largest))
  }

  @Test("A frequency of 0, below 0 or not a number stands still; one over a quarter of the rate is held there")
  func limits() {
    for cycles in [0, -0.0, -1, -.infinity, .nan] as [Double] {
      var saw = Saw()
      saw.setStep(cycles: cycles)
      for _ in 0..<10 { #expect(saw.next() == 0) }
      #expect(saw.phase == 1 << 63)
    }
    for cycles in [0.25, 0.3, 1, .infinity] as [Double] {
      var saw = Saw()
      saw.setStep(cycles: cycles)
      for i in 0..<100 {
        #expect(saw.phase == (1 << 63) &+ UInt64(i) &* (1 << 62))
        #expect(abs(saw.next()) <= 1)
      }
    }
  }

  /// What is measured at 48 kHz, and a decibel of room: the key from A0 on, the strongest alias under 12 kHz, where the
  /// ear is keen, in decibels over partial 1, and the power of all aliases, in decibels over that of all partials.
  private static let aliases: [(key: Int, strongest: Double, all: Double)] = [
    (0, -103, -56.5), (12, -97, -53.5), (24, -91, -50.5), (36, -85, -47.5), (48, -79.5, -44.5), (63, -74, -39.5)
  ]

  @Test("Aliases stay as far down as they were measured, from A0 to C6", arguments: aliases)
  func aliasing(key: Int, strongest: Double, all: Double) {
    let size = 1 << 15
    let rate = 48_000.0
    // An odd number of cycles in the span: partials and aliases then fall on bins of their own.
    let cycles = Int((27.5 * exp2(Double(key) / 12) / rate * Double(size) / 2).rounded()) * 2 + 1
    var saw = Saw()
    saw.setStep(cycles: Double(cycles) / Double(size))
    for _ in 0..<1000 { _ = saw.next() }
    let spectrum = amplitudes((0..<size).map { _ in Double(saw.next()) })
    var partials = 0.0
    var aliases = 0.0
    var strongestAlias = 0.0
    for bin in 1..<size / 2 {
      if bin % cycles == 0 {
        partials += spectrum[bin] * spectrum[bin]
      } else {
        aliases += spectrum[bin] * spectrum[bin]
        if Double(bin) / Double(size) * rate < 12_000 { strongestAlias = max(strongestAlias, spectrum[bin]) }
      }
    }
    #expect(abs(spectrum[cycles] / (2 / .pi) - 1) < 0.01)
    #expect(decibels(strongestAlias / spectrum[cycles]) < strongest)
    #expect(decibels(aliases / partials) / 2 < all)
  }

  @Test("Every lane is an oscillator of its own; one put back begins again at zero")
  func lanes() {
    var all = SawLanes()
    var alone = (0..<4).map { Saw(lane: $0) }
    for lane in 0..<4 {
      let cycles = 0.003 * Double(lane * lane + 1)
      all.setStep(lane: lane, cycles: cycles)
      alone[lane].setStep(cycles: cycles)
    }
    for _ in 0..<10_000 {
      let samples = all.next()
      for lane in 0..<4 where samples[lane] != alone[lane].next() {
        Issue.record("lane \(lane)")
        return
      }
    }
    all.restart(lane: 3)
    #expect(all.next()[3] == 0)
  }

  @Test("The sine at the same phase is one: within 4 millionths, rising through zero at the start")
  func sine() {
    var saw = Saw()
    saw.setStep(cycles: 1 / 997)
    var largest = 0.0
    for i in 0..<997 {
      largest = max(largest, abs(Double(saw.sine()) - sin(2 * .pi * Double(i) / 997)))
      _ = saw.next()
    }
    #expect(largest < 4.5e-6)
  }
}

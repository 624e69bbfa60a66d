import TestSupport
import Testing
import Timebase

struct AudioClockTests {
  /// A sound card on paper: its crystal is off by `partsPerMillion`, and each block is noticed up to `jitter` late.
  private struct Card {
    var rate: Int
    var blockFrames: Int
    var partsPerMillion: Double
    var jitterNanoseconds: Double
    var start: Int64 = 5_000_000_000
    var frame: Int64 = 0
    var random = SplitMix64(seed: 5)

    func moment(of frame: Double) -> Double {
      Double(start) + frame * 1e9 / (Double(rate) * (1 + partsPerMillion * 1e-6))
    }

    mutating func play(
      seconds: Double, into clock: inout AudioClock, each body: (Card, AudioClock) -> Void = { _, _ in }
    ) {
      let end = frame + Int64(seconds * Double(rate))
      while frame < end {
        let late = jitterNanoseconds * (Double(random.sample()) + 1) / 2
        clock.blockArrived(frame: frame, nanoseconds: Int64(moment(of: Double(frame)) + late))
        frame += Int64(blockFrames)
        body(self, clock)
      }
    }

    /// How far the clock is from the truth, in frames, in the middle of the block that is next.
    func error(of clock: AudioClock) -> Double {
      let middle = Double(frame) + Double(blockFrames) / 2
      return Double(clock.frame(atNanoseconds: Int64(moment(of: middle)))) - middle
    }
  }

  private static let cards = [(48_000, 256, 50.0), (44_100, 256, -50), (48_000, 64, -50), (96_000, 256, 50)]

  /// Seconds after which the loop has forgotten how it started: five of its periods.
  private static let settlingSeconds = 10.0

  @Test("A steady card is followed to the frame, 50 millionths fast or slow", arguments: cards)
  func steady(rate: Int, blockFrames: Int, partsPerMillion: Double) {
    var card = Card(rate: rate, blockFrames: blockFrames, partsPerMillion: partsPerMillion, jitterNanoseconds: 0)
    var clock = AudioClock(epoch: 7, rate: rate, blockFrames: blockFrames)
    card.play(seconds: Self.settlingSeconds, into: &clock)
    var blocks = 0
    card.play(seconds: 10, into: &clock) { card, clock in
      if abs(card.error(of: clock)) > 1 { Issue.record("off by \(card.error(of: clock)) frames at \(card.frame)") }
      blocks += 1
    }
    #expect(blocks > 1000)
    #expect(clock.epoch == 7)
    #expect(abs(clock.measuredRate / Double(rate) - 1 - partsPerMillion * 1e-6) < 1e-7)
  }

  @Test("Lateness of up to 50 µs, a quiet real-time system's, is followed to the frame", arguments: cards)
  func quietSystem(rate: Int, blockFrames: Int, partsPerMillion: Double) {
    expectFollowed(rate, blockFrames, partsPerMillion, jitterSeconds: 50e-6, withinFrames: 1)
  }

  @Test("Of lateness of up to 4 ms no more is left than a loop of half a hertz lets through", arguments: cards)
  func busySystem(rate: Int, blockFrames: Int, partsPerMillion: Double) {
    // An even spread over `jitter` deviates by jitter/√12. A loop of natural frequency f and damping 1/√2 has a noise
    // bandwidth of 1.06·πf hertz, of the half of the block rate that the noise fills (F. Gardner, "Phaselock Techniques",
    // 3rd ed., 2005, §2.3). Six deviations: one block in a hundred million lies beyond.
    let jitter = 4e-3
    let noiseBandwidth = 1.06 * Double.pi * 0.5
    let blockRate = Double(rate) / Double(blockFrames)
    let deviation = jitter / 12.0.squareRoot() * (noiseBandwidth / (blockRate / 2)).squareRoot()
    expectFollowed(
      rate, blockFrames, partsPerMillion, jitterSeconds: jitter, withinFrames: 6 * deviation * Double(rate))
  }

  /// Expects the clock to be late by the mean lateness alone, which is constant, to within `withinFrames`.
  private func expectFollowed(
    _ rate: Int, _ blockFrames: Int, _ partsPerMillion: Double, jitterSeconds: Double, withinFrames: Double
  ) {
    var card = Card(
      rate: rate, blockFrames: blockFrames, partsPerMillion: partsPerMillion, jitterNanoseconds: jitterSeconds * 1e9)
    var clock = AudioClock(epoch: 0, rate: rate, blockFrames: blockFrames)
    card.play(seconds: Self.settlingSeconds, into: &clock)
    let meanLateness = jitterSeconds / 2 * Double(rate)
    var worst = 0.0
    var blocks = 0
    card.play(seconds: 60, into: &clock) { card, clock in
      worst = max(worst, abs(card.error(of: clock) + meanLateness))
      blocks += 1
    }
    #expect(worst <= withinFrames)
    #expect(blocks > 10_000)
  }

  @Test("After a stall the clock starts anew with the next block")
  func stall() {
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 0, jitterNanoseconds: 0)
    var clock = AudioClock(epoch: 0, rate: 48_000, blockFrames: 256)
    card.play(seconds: 5, into: &clock)
    for stall in [200_000_000, 3_600_000_000_000, -3_600_000_000_000] as [Int64] {
      card.start += stall
      card.play(seconds: 0.005, into: &clock)
      #expect(abs(card.error(of: clock)) <= 1)
    }
    // A device that counts anew does not drag the old count along.
    card.frame = 0
    card.start += 1_000_000
    card.play(seconds: 0.005, into: &clock)
    #expect(abs(card.error(of: clock)) <= 1)
  }

  @Test("Frames lost before a block move the clock at once, and leave it its rate")
  func gap() {
    var clock = AudioClock(epoch: 0, rate: 48_000, blockFrames: 256)
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 50, jitterNanoseconds: 0)
    card.play(seconds: 20, into: &clock)
    let rate = clock.measuredRate
    // 40 ms in which nothing was counted: too short to be taken for a stall.
    let late: Int64 = 40_000_000
    let moment = Int64(Double(card.frame) / rate * 1e9) + card.start + late
    clock.blockArrived(frame: card.frame, nanoseconds: moment, afterGap: true)
    #expect(clock.frame(atNanoseconds: moment) == card.frame)
    #expect(clock.measuredRate == rate)
  }

  @Test("Before the first block every moment is frame 0; no moment traps")
  func oddMoments() {
    let moments: [Int64] = [.min, -1, 0, 1, .max]
    var clock = AudioClock(epoch: 0, rate: 0, blockFrames: 256)
    #expect(clock.rate == 1)
    for moment in moments { #expect(clock.frame(atNanoseconds: moment) == 0) }
    clock = AudioClock(epoch: 0, rate: 192_000, blockFrames: 256)
    for moment in moments {
      clock.blockArrived(frame: 256, nanoseconds: moment)
      for other in moments { _ = clock.frame(atNanoseconds: other) }
      #expect(clock.frame(atNanoseconds: moment) == 256)
    }
  }
}

import Glibc
import TestSupport
import Testing
import Timebase

struct AudioClockTests {
  /// How late blocks are noticed.
  enum Lateness: CaseIterable, Sendable {
    case never, evenly, heavyTailed

    /// Seconds: up to 4 ms, evenly spread; or 1 ms in the mean, falling off exponentially, and one in fifty up to 40 ms.
    func draw(_ random: inout SplitMix64) -> Double {
      let unit = (Double(random.sample()) + 1) / 2
      switch self {
      case .never: return 0
      case .evenly: return 4e-3 * unit
      case .heavyTailed:
        return random.next() % 50 == 0 ? 40e-3 * unit : -1e-3 * log(max(1e-9, 1 - unit))
      }
    }
  }

  /// A sound card on paper: its crystal is off by `partsPerMillion`.
  struct Card: Sendable {
    var rate: Int
    var blockFrames: Int
    var partsPerMillion: Double
    var lateness = Lateness.never
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
        let late = 1e9 * lateness.draw(&random)
        clock.blockArrived(frame: frame, nanoseconds: Int64(moment(of: Double(frame)) + late))
        frame += Int64(blockFrames)
        body(self, clock)
      }
    }

    /// By how many frames a note that is played anywhere in the block that is next misses its frame.
    func error(of clock: AudioClock) -> Int64 {
      var random = SplitMix64(seed: UInt64(bitPattern: frame))
      let played = frame + Int64.random(in: 0..<Int64(blockFrames), using: &random)
      return clock.frame(atNanoseconds: Int64(moment(of: Double(played)))) - played
    }
  }

  /// A note lands on its frame, or on the next to it.
  private static let frameTolerance: Int64 = 1

  private static let cards = [
    Card(rate: 48_000, blockFrames: 256, partsPerMillion: 50),
    Card(rate: 44_100, blockFrames: 256, partsPerMillion: -50),
    Card(rate: 48_000, blockFrames: 64, partsPerMillion: -50),
    Card(rate: 96_000, blockFrames: 256, partsPerMillion: 50),
    Card(rate: 48_000, blockFrames: 1024, partsPerMillion: 50)
  ]

  /// Plays a minute and more, and returns the worst miss after some seconds; every card and sort of lateness has its own.
  private func worstError(_ card: Card, _ lateness: Lateness, after seconds: Double) -> (
    error: Int64, clock: AudioClock
  ) {
    var card = card
    card.lateness = lateness
    var clock = AudioClock(epoch: 7, rate: card.rate, blockFrames: card.blockFrames)
    card.play(seconds: seconds, into: &clock)
    var worst: Int64 = 0
    var blocks = 0
    card.play(seconds: 60, into: &clock) { card, clock in
      worst = max(worst, abs(card.error(of: clock)))
      blocks += 1
    }
    #expect(blocks > 2000)
    return (worst, clock)
  }

  @Test("A steady card is followed to the frame from the second on, 50 millionths fast or slow", arguments: cards)
  func steady(card: Card) {
    let (error, clock) = worstError(card, .never, after: 2)
    #expect(error <= Self.frameTolerance)
    #expect(clock.epoch == 7)
    #expect(abs(clock.measuredRate / Double(card.rate) - 1 - card.partsPerMillion * 1e-6) < 1e-7)
  }

  @Test(
    "Notes land on their frame although every block is noticed late", arguments: cards, [Lateness.evenly, .heavyTailed])
  func late(card: Card, lateness: Lateness) {
    // It takes some hundred blocks on either half of the window until one of each was as good as punctual.
    let settling = card.blockFrames > 256 ? 40.0 : card.rate > 48_000 ? 10 : 8
    let (error, clock) = worstError(card, lateness, after: settling)
    #expect(error <= Self.frameTolerance)
    #expect(abs(clock.measuredRate / Double(card.rate) - 1 - card.partsPerMillion * 1e-6) < 2e-6)
  }

  @Test("A second after the start, notes are no further off than a third of a millisecond")
  func soon() {
    for seed in 0..<20 as Range<UInt64> {
      for lateness in [Lateness.evenly, .heavyTailed] {
        var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: seed % 2 == 0 ? 50 : -50, lateness: lateness)
        card.random = SplitMix64(seed: seed)
        var clock = AudioClock(epoch: 0, rate: card.rate, blockFrames: card.blockFrames)
        card.play(seconds: 1, into: &clock)
        var worst: Int64 = 0
        card.play(seconds: 10, into: &clock) { card, clock in worst = max(worst, abs(card.error(of: clock))) }
        #expect(worst <= 16)
      }
    }
  }

  @Test("After a late start or a late block behind a gap, the first punctual block puts the clock right")
  func firstPunctualBlock() {
    var clock = AudioClock(epoch: 0, rate: 48_000, blockFrames: 256)
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 0)
    for afterGap in [false, true] {
      let late = Int64(card.moment(of: Double(card.frame))) + 4_000_000
      clock.blockArrived(frame: card.frame, nanoseconds: late, afterGap: afterGap)
      card.frame += 256
      card.play(seconds: 0.005, into: &clock)
      #expect(abs(card.error(of: clock)) <= Self.frameTolerance)
      card.play(seconds: 5, into: &clock)
    }
  }

  @Test("A card that runs at quite another rate than it says is followed too", arguments: [44_100, 52_000])
  func anotherRate(rate: Int) {
    let partsPerMillion = (Double(rate) / 48_000 - 1) * 1e6
    let card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: partsPerMillion)
    let (error, clock) = worstError(card, .evenly, after: 30)
    #expect(error <= Self.frameTolerance)
    #expect(abs(clock.measuredRate - Double(rate)) < 0.1)
  }

  @Test("Frames that a device loses without a word are noticed within some seconds")
  func silentLoss() {
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 50, lateness: .evenly)
    var clock = AudioClock(epoch: 0, rate: card.rate, blockFrames: card.blockFrames)
    card.play(seconds: 60, into: &clock)
    card.start += 15_000_000
    card.play(seconds: 10, into: &clock)
    #expect(abs(card.error(of: clock)) <= 2)
  }

  @Test("A block's arrival never touches the heap", .enabled(if: AllocationGuard.isActive))
  func heap() {
    var clock = AudioClock(epoch: 0, rate: 48_000, blockFrames: 64)
    var random = SplitMix64(seed: 3)
    let calls = AllocationGuard.heapCalls {
      for block in 0..<100_000 as Range<Int64> {
        clock.blockArrived(
          frame: 64 * block, nanoseconds: block * 1_333_333 + Int64(random.next() % 4_000_000),
          afterGap: random.next() % 5000 == 0)
      }
    }
    #expect(calls == 0)
    #expect(abs(clock.measuredRate - 48_000) < 1)
  }

  @Test("After a stall the clock starts anew with the next block")
  func stall() {
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 0)
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
    var card = Card(rate: 48_000, blockFrames: 256, partsPerMillion: 50)
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

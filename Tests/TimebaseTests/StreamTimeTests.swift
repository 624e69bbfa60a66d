import TestSupport
import Testing
import Timebase

struct StreamTimeTests {
  @Test("Every earlier epoch lies wholly before a later one")
  func order() {
    let times = [
      StreamTime(epoch: -1, frame: .max), .zero, StreamTime(epoch: 0, frame: 1), StreamTime(epoch: 0, frame: .max),
      StreamTime(epoch: 1, frame: .min), StreamTime(epoch: 1, frame: 0)
    ]
    var random = SplitMix64(seed: 4)
    for _ in 0..<20 { #expect(times.shuffled(using: &random).sorted() == times) }
  }

  @Test("Advancing stays within the epoch")
  func advance() {
    let time = StreamTime(epoch: 3, frame: 100)
    #expect(time.advanced(by: 44) == StreamTime(epoch: 3, frame: 144))
    #expect(time.advanced(by: -101) == StreamTime(epoch: 3, frame: -1))
  }

  @Test("A sleep lasts until its moment, and one whose moment has passed not at all")
  func sleep() {
    let start = MonotonicClock.nanoseconds()
    MonotonicClock.sleep(until: start - 1_000_000_000)
    MonotonicClock.sleep(until: start + 20_000_000)
    let spent = MonotonicClock.nanoseconds() - start
    #expect(spent >= 20_000_000)
    #expect(spent < 10_000_000_000)
  }
}

import Testing
import Timebase

struct FrameCountTests {
  private static let hops = [
    (8000, 42), (11_025, 58), (16_000, 85), (22_050, 117), (32_000, 170), (44_100, 256), (48_000, 256),
    (88_200, 512), (96_000, 512), (176_400, 1024), (192_000, 1024)
  ]

  @Test("A hop is 256 frames at 44.1 and 48 kHz and in proportion from 8 to 192 kHz", arguments: hops)
  func hop(rate: Int, frames: Int) {
    #expect(FrameCount.hop(rate: rate) == frames)
    let readingsPerSecond = Double(rate) / Double(frames)
    #expect((172...191).contains(readingsPerSecond))
  }

  @Test("A hop is never shorter than 16 frames, and never longer at a lower rate")
  func oddRates() {
    var previous = 0
    var count = 0
    for rate in stride(from: -1000, through: 400_000, by: 50) {
      let hop = FrameCount.hop(rate: rate)
      if hop < max(16, previous) { Issue.record("\(hop) frames at \(rate) Hz, after \(previous)") }
      previous = hop
      count += 1
    }
    #expect(count == 8021)
  }

  @Test("Seconds become the nearest count of frames")
  func seconds() {
    #expect(FrameCount.of(seconds: 0.2, rate: 44_100) == 8820)
    #expect(FrameCount.of(seconds: 0.025, rate: 48_000) == 1200)
    #expect(FrameCount.of(seconds: 1.0 / 3, rate: 48_000) == 16_000)
    #expect(FrameCount.of(seconds: 0.000_015, rate: 48_000) == 1)
    #expect(FrameCount.of(seconds: 0.000_01, rate: 48_000) == 0)
    #expect(FrameCount.of(seconds: -0.5, rate: 48_000) == -24_000)
    #expect(FrameCount.of(seconds: 86_400, rate: 192_000) == 16_588_800_000)
  }
}

import Testing
import TunerRules

struct StrobeReadingTests {
  @Test("What is shown turns by no more than 120 rad/s, either way")
  func shown() {
    let most = 120 / (2 * Double.pi)
    #expect(abs(StrobeReading.shown(turn: 30, seconds: 1) - most) < 1e-12)
    #expect(abs(StrobeReading.shown(turn: -0.4, seconds: 0.005) + most * 0.005) < 1e-12)
    #expect(StrobeReading.shown(turn: 0.05, seconds: 0.005) == 0.05)
    #expect(StrobeReading.shown(turn: 0.05, seconds: 0) == 0)
  }
}

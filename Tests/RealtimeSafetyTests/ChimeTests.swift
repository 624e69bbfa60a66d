import Testing
import TunerEngine

struct ChimeTests {
  @Test("The chime is three notes, 127 ms apart, a tenth as loud as a drone, and then silence")
  func chime() {
    let rate = 48_000
    let stage = Stage(rate: rate)
    stage.playChime(at: 4800, rate: rate)
    var output: [Float] = []
    while output.count < rate {
      stage.advance(to: stage.frame + 255)
      output += stage.play(256)
    }
    let spacing = 6096
    let delay = stage.render.delay
    #expect(output[..<(4800 + delay)].allSatisfy { $0 == 0 })
    for note in 0..<3 {
      // Each is at its loudest between its attack of 25 ms and its release after 120 ms.
      let start = 4800 + delay + note * spacing
      let peak = output[(start + 1500)..<(start + 5500)].map(abs).max() ?? 0
      #expect(peak > 0.02 && peak < 0.09)
    }
    #expect(output[(4800 + 3 * spacing + rate / 3)...].allSatisfy { abs($0) < 1e-6 })
  }
}

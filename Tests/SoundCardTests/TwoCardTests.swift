import AudioDevices
import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerEngine
import TunerRules
import Tuning

/// Two cards with a crystal each.
struct TwoCardTests {
  /// What the drift estimate may be off after 30 s.
  static let driftPartsPerMillion = 1.0
  /// What a reading may be off, the trim applied.
  static let readingCents = 0.1
  /// Over the loudest millisecond of a stream without any trouble: 6 dB.
  static let clickRatio: Float = 4
  /// Minutes that are simulated; eight hours with the soak.
  static let minutes = Soak.isOn ? 480.0 : 3.0

  static let crystals: [(input: Double, output: Double)] = [(200, -200), (-200, 200), (13, 40), (-75, -30)]

  @Test("The drift of two crystals is known within a part per million after 30 s, the blocks up to 4 ms late")
  func drift() throws {
    for tellsPlace in [true, false] {
      for (index, crystal) in Self.crystals.enumerated() {
        let stage = SimulatedStage()
        let input = card("in", .capture, stage, crystal.input, tellsPlace: tellsPlace, seed: UInt64(index + 1))
        let output = card("out", .playback, stage, crystal.output, tellsPlace: tellsPlace, seed: UInt64(index + 50))
        try stage.run(try DuplexDevice(input: input, output: output), seconds: 31)
        let truth = (1 + crystal.output * 1e-6) / (1 + crystal.input * 1e-6)
        let off = (stage.clocks.rates.ratio / truth - 1) * 1e6
        #expect(abs(off) < Self.driftPartsPerMillion, "\(crystal), place \(tellsPlace): \(off) ppm off")
        #expect(stage.clocks.rates.pace.seconds > 29)
      }
    }
  }

  @Test("For as long as it runs, nothing clicks, drones or input let through, and the input is read exactly")
  func hours() throws {
    let still = try played(minutes: 0.5, crystal: (0, 0), isTroubled: false)
    #expect(still.meter.windows > 20_000 && still.readings > 1000)
    for crystal in Self.crystals.prefix(Soak.isOn ? 1 : 2) {
      let long = try played(minutes: Self.minutes, crystal: crystal, isTroubled: true)
      #expect(long.meter.loudest < Self.clickRatio * still.meter.loudest, "\(crystal): \(long.meter.loudest)")
      #expect(long.worstCents < Self.readingCents, "\(crystal): \(long.worstCents) cents")
      #expect(Double(long.readings) > 0.9 * Self.minutes * 60 * 187)
      #expect(long.xruns == 0)
    }
  }

  private struct Outcome {
    var meter = ClickMeter()
    var readings = 0
    var worstCents = 0.0
    var xruns = 0
  }

  private func played(minutes: Double, crystal: (input: Double, output: Double), isTroubled: Bool) throws -> Outcome {
    let stage = SimulatedStage()
    let trouble = SimulatedCard.Behaviour(
      jitterSeconds: isTroubled ? 0.003 : 0, lostInterrupts: isTroubled ? 200 : 0,
      shortTransfers: isTroubled ? 2000 : 0)
    let input = card("in", .capture, stage, crystal.input, behaviour: trouble, seed: 3)
    let output = card("out", .playback, stage, crystal.output, behaviour: trouble, seed: 4)
    // An A4, 20 dB down, that is let through.
    input.sound = { seconds in 0.1 * sine(440 * seconds) }
    var outcome = Outcome()
    output.heard = { samples, count in outcome.meter.add(samples, count) }
    outcome.meter.overlook(48_000)
    stage.heard = { reading, _ in
      guard let target = reading.target, reading.time.frame > 24_000 else { return }
      outcome.readings += 1
      let off = target.note == 69 ? abs(reading.cents.value) : .infinity
      outcome.worstCents = max(outcome.worstCents, off)
    }
    stage.adjust { control, time in
      control.setThru(true, at: time)
      control.setClockRatios(input: 1 + crystal.input * 1e-6, output: 1 + crystal.output * 1e-6, at: time)
    }
    stage.latch(45)
    stage.latch(52)
    let device = try DuplexDevice(input: input, output: output)
    try stage.run(device, seconds: 60 * minutes)
    outcome.xruns = device.xruns
    return outcome
  }

  private func card(
    _ name: String, _ direction: SimulatedCard.Direction, _ stage: SimulatedStage, _ partsPerMillion: Double,
    tellsPlace: Bool = true, behaviour: SimulatedCard.Behaviour? = nil, seed: UInt64
  ) -> SimulatedCard {
    var behaviour = behaviour ?? SimulatedCard.Behaviour(jitterSeconds: 0.004)
    behaviour.partsPerMillion = partsPerMillion
    behaviour.tellsPlace = tellsPlace
    return SimulatedCard(
      name, direction, world: stage.world, periods: direction == .capture ? 8 : 4, behaviour: behaviour, seed: seed)
  }
}

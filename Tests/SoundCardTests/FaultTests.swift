import AudioDevices
import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerEngine
import TunerRules

/// Cards that fail at every call in every way.
struct FaultTests {
  /// Faults of a run; a million with the soak.
  static let faults = Soak.rounds(10_000)
  /// EINTR, EIO, EAGAIN, ENODEV, EPIPE, ENOSYS, EBADFD, ESTRPIPE.
  static let codes = [-4, -5, -11, -19, -32, -38, -77, -86]
  /// The codes that a running card comes back from.
  static let curable = [-4, -32, -86]
  /// The limiter's ceiling.
  static let ceiling: Float = 0.95
  /// Seconds of the world that a device may take to say that it is lost.
  static let longestSilence = 5.0

  private enum Cards: CaseIterable { case both, twoClocks, capture, playback }

  @Test("Whatever fails at whichever call, frames are counted without a gap, nothing is too loud, and no note hangs")
  func anyFault() {
    var random = SplitMix64(seed: 11)
    var failed = 0
    var opened = 0
    var lost = 0
    let stage = SimulatedStage()
    let pitch = NoteCounter()
    stage.heard = { _, messages in pitch.follow(messages) }
    let session = Session(stage, seed: 5)
    while failed < Self.faults {
      // Of a million calls so many fail: now and then, often, or nearly always.
      let rate = [3000, 30_000, 200_000, 700_000][Int(random.next() % 4)]
      let cards = Cards.allCases[Int(random.next() % 4)]
      let isCurable = random.next() % 2 == 0
      let codes = isCurable ? Self.curable : Self.codes
      var faulty = random
      let fault: (SimulatedCard.Call) -> Int? = { _ in
        guard faulty.next() % 1_000_000 < rate else { return nil }
        failed += 1
        return codes[Int(faulty.next() % UInt64(codes.count))]
      }
      _ = random.next()
      let input = SimulatedCard(
        "in", .capture, world: stage.world, periods: 8, card: cards == .both ? 1 : 2, seed: random.next())
      let output = SimulatedCard(
        "out", .playback, world: stage.world, card: cards == .both ? 1 : 3, seed: random.next())
      input.sound = { seconds in 0.3 * sine(330 * seconds) }
      input.fault = fault
      output.fault = fault
      output.heard = { samples, count in session.check(samples, count) }
      do {
        let device = try DuplexDevice(
          input: cards == .playback ? nil : input, output: cards == .capture ? nil : output)
        opened += 1
        try stage.run(device, seconds: Double(random.next() % 1000) * 0.005)
      } catch {
        lost += 1
        #expect(error.description.hasPrefix("sound card '"))
      }
      #expect(stage.world.nanoseconds - session.lastBlock < Self.longestSilence * 1e9)
      session.lastBlock = stage.world.nanoseconds
    }
    #expect(opened > 100 && lost > 50 && session.blocks > 1000 && session.events > 100)
    #expect(session.tooLoud == 0 && session.outOfOrder == 0 && session.overCap == 0)
    #expect(pitch.double == 0)
    stage.finish()
    #expect(pitch.sounding.isEmpty && pitch.ons > 10 && pitch.ons == pitch.offs)
  }

  /// Plays at random, and looks at every block.
  private final class Session {
    var lastBlock: Double
    var blocks = 0
    var events = 0
    var tooLoud = 0
    var outOfOrder = 0
    var overCap = 0
    private var next: Int64 = 0
    private var random: SplitMix64

    init(_ stage: SimulatedStage, seed: UInt64) {
      random = SplitMix64(seed: seed)
      lastBlock = stage.world.nanoseconds
      stage.rendering = { [unowned self, unowned stage] block in
        blocks += 1
        lastBlock = stage.world.nanoseconds
        if block.frame != 0, block.frame != next { outOfOrder += 1 }
        next = block.frame + Int64(block.frames)
        if stage.control.surface.ribbon.sounding.count > Ribbon.cap { overCap += 1 }
        guard random.next() % 8 == 0 else { return }
        events += 1
        play(stage)
      }
    }

    private func play(_ stage: SimulatedStage) {
      let isOn = random.next() % 2 == 0
      switch random.next() % 6 {
      case 0: stage.adjust { control, time in control.setThru(isOn, at: time) }
      case 1: stage.adjust { control, time in _ = control.setPower(isOn, at: time) }
      case 2: stage.adjust { control, time in control.setSmallSpeaker(isOn, at: time) }
      case 3:
        let ratio = isOn ? 1.0001 : 1
        stage.adjust { control, time in control.setClockRatios(input: ratio, output: ratio, at: time) }
      default: stage.latch(UInt7(clamping: Int(40 + random.next() % 30)))
      }
    }

    func check(_ samples: UnsafePointer<Float>, _ count: Int) {
      for i in 0..<count where !(abs(samples[i]) <= FaultTests.ceiling) { tooLoud += 1 }
    }
  }

  /// Counts the notes of port `pitch`.
  private final class NoteCounter {
    var sounding: Set<Int> = []
    var ons = 0
    var offs = 0
    var double = 0

    func follow(_ messages: [Message]) {
      for message in messages {
        switch message {
        case .noteOn(_, let note, let velocity) where velocity.value > 0:
          ons += 1
          if !sounding.insert(note.value).inserted { double += 1 }
        case .noteOn(_, let note, _), .noteOff(_, let note, _):
          if sounding.remove(note.value) != nil { offs += 1 }
        default: break
        }
      }
    }
  }

  @Test("A card that sleeps is woken, or else prepared; one that does not wake is lost")
  func suspends() throws {
    for answers in [[0], [-11, -11, -11, 0], [-38]] as [[Int]] {
      let stage = SimulatedStage()
      let card = SimulatedCard("in", .capture, world: stage.world)
      var left = answers
      var sleeps = false
      card.fault = { call in
        switch call {
        case .wait where sleeps: return -86
        case .resume:
          // Even where it wakes by itself it is started anew: what it held is old.
          let answer = left.count > 1 ? left.removeFirst() : left[0]
          if answer != -11 { sleeps = false }
          return answer
        default: return nil
        }
      }
      var blocks = 0
      var gaps: [Int] = []
      stage.rendering = { block in
        blocks += 1
        if block.afterGap { gaps.append(blocks) }
        if blocks == 100 { sleeps = true }
      }
      let device = try DuplexDevice(input: card, output: nil)
      try stage.run(device, seconds: 2)
      #expect(gaps == [101] && blocks > 300 && device.xruns == 1)
    }
    let stage = SimulatedStage()
    let card = SimulatedCard("in", .capture, world: stage.world)
    card.fault = { call in call == .wait ? -86 : call == .resume ? -11 : nil }
    #expect(throws: AudioFault.self) { try stage.run(try DuplexDevice(input: card, output: nil), seconds: 60) }
  }

  @Test("A microphone that is lost leaves the drones playing, without a gap; one that only runs over goes on")
  func lostMicrophone() throws {
    let stage = SimulatedStage()
    let input = SimulatedCard("in", .capture, world: stage.world, periods: 8)
    let output = SimulatedCard("out", .playback, world: stage.world, periods: 4)
    input.sound = { seconds in 0.3 * sine(330 * seconds) }
    var faultNow: Int?
    input.fault = { call in call == .available ? faultNow : nil }
    var blocks = 0
    var gaps = 0
    var inputGaps = 0
    stage.listening = { block in if block.afterGap { inputGaps += 1 } }
    stage.rendering = { block in
      blocks += 1
      if block.afterGap { gaps += 1 }
      faultNow = blocks == 500 ? -32 : blocks >= 1000 ? -19 : nil
    }
    var lastRead = 0.0
    stage.heard = { reading, _ in if reading.isLatched { lastRead = stage.world.nanoseconds } }
    var meter = ClickMeter()
    var loudestBefore: Float = 0
    output.heard = { samples, count in
      if blocks < 400 { loudestBefore = meter.loudest }
      meter.add(samples, count)
    }
    meter.overlook(24_000)
    stage.latch(45)
    let device = try DuplexDevice(input: input, output: output)
    let start = stage.world.nanoseconds
    try stage.run(device, seconds: 10)
    #expect(blocks > 1800 && gaps == 0 && inputGaps == 1 && device.xruns == 1)
    #expect(device.inputFault?.kind == .missing)
    let readSeconds = (lastRead - start) * 1e-9
    #expect(readSeconds > 4.5 && readSeconds < 6, "\(readSeconds)")
    #expect(loudestBefore > 0 && meter.loudest < TwoCardTests.clickRatio * loudestBefore)
  }
}

import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerEngine
import TunerRules
import Tuning

struct AnalysisStageTests {
  static let rates = [8000, 44_100, 48_000, 96_000, 192_000]

  @Test("A reading comes each hop, on absolute multiples of it", arguments: rates)
  func hops(rate: Int) {
    var rig = Rig(rate: rate)
    let hop = FrameCount.hop(rate: rate)
    let steps = rig.run(Signal.harmonicTone(220, rate: rate, seconds: 0.3), size: { 100 })
    #expect(steps.count == Int(0.3 * Double(rate)) / hop)
    for (number, step) in steps.enumerated() {
      #expect(step.reading.time == StreamTime(epoch: 0, frame: Int64((number + 1) * hop)))
    }
    #expect(steps.last?.reading.target?.name == "A3")
  }

  @Test("Readings and messages are the same however the stream is cut, and whenever the analysis gets to run")
  func cuts() {
    let rate = 48_000
    var signal: [Float] = []
    for (number, note) in [45, 52, 57, 40].enumerated() {
      signal += Signal.harmonicTone(Signal.hertz(ofNote: note), rate: rate, seconds: 0.3, seed: UInt64(number))
      signal += Signal.noise(amplitude: 0.01, count: 12_000, seed: UInt64(number))
    }
    var reference = Rig(rate: rate)
    let wanted = reference.run(signal, size: { 1024 })
    let last = reference.analysis.finish()
    #expect(wanted.filter { !$0.messages.isEmpty }.count >= 8)

    var random = SplitMix64(seed: 4)
    for round in 0..<6 {
      var rig = Rig(rate: rate)
      var steps: [Step] = []
      var done = 0
      while done < signal.count {
        let size = Int.random(in: 1...(round < 3 ? 300 : RenderStage.maximumBlock), using: &random)
        let end = min(signal.count, done + size)
        rig.renderBlock(signal[done..<end])
        done = end
        if round % 2 == 0 || Int.random(in: 0..<8, using: &random) == 0 { rig.analysis.run { steps.append(Step($0)) } }
      }
      rig.analysis.run { steps.append(Step($0)) }
      #expect(steps.elementsEqual(wanted), "round \(round)")
      #expect(rig.analysis.finish() == last)
    }
  }

  @Test("A clock that runs fast is put right in readings, from a note's beginning on, in its bends, and in the drones")
  func trim() throws {
    let rate = 48_000
    let fast = 1.001
    let cents = Signal.cents(fast, above: 1)
    var rig = Rig(rate: rate)
    rig.control.setClockRatios(input: fast, output: fast, at: rig.time(0))
    let steps = rig.run(Signal.harmonicTone(220, rate: rate, seconds: 0.5))
    let last = try #require(steps.last?.reading)
    // The tone has some noise.
    #expect(abs(last.cents.value - cents) < 0.1)
    let messages = steps.flatMap(\.messages)
    #expect(messages.contains { if case .noteOn(_, 57, _) = $0 { true } else { false } })
    // The note-on may come at its beginning, when its pitch is known roughly; 0.5 cents of 200 in 8192 steps.
    let bends = messages.compactMap { if case .pitchBend(_, let value) = $0 { value.value - 8192 } else { nil } }
    let final = try #require(bends.last)
    #expect(abs(Double(final) / 8192 * 200 - cents) < 0.5)
    var plainRig = Rig(rate: rate)
    let plain = plainRig.run(Signal.harmonicTone(220, rate: rate, seconds: 0.5))
    var beginnings = 0
    for (step, plain) in zip(steps, plain) {
      guard let begun = step.reading.beginning, let other = plain.reading.beginning else { continue }
      beginnings += 1
      #expect(abs(begun.frequency / other.frequency - fast) < 1e-9)
    }
    #expect(beginnings > 0)

    _ = rig.noteOn(69, at: rig.frame)
    let played = Array(rig.render(rate).suffix(rate / 2))
    var other = Rig(rate: rate)
    let heard = other.run(played.map { $0 * 0.5 })
    let drone = try #require(heard.last?.reading)
    #expect(abs(drone.cents.value + cents) < 0.02)
  }

  @Test("A gap ends the note that sounds, and what follows is read as if nothing had been before")
  func gap() throws {
    let rate = 48_000
    let before = Signal.harmonicTone(110, rate: rate, seconds: 0.3)
    let after = Signal.harmonicTone(196, rate: rate, seconds: 0.3, seed: 2)
    for lost in [1, 255, 256, 1000] {
      var rig = Rig(rate: rate)
      let first = rig.run(Array(before.prefix(14_000)))
      #expect(sounding(first) == [45])
      rig.lose(lost)
      rig.renderBlock(after[0..<100], afterGap: true)
      let rest = collect(&rig) + rig.run(Array(after[100...]))

      let release = try #require(rest.first)
      #expect(release.messages == [.noteOff(channel: Channel(clamping: 0), note: 45, velocity: 64)])
      #expect(!release.reading.isLatched)
      #expect(release.reading.time.frame == 14_000 + Int64(lost))
      let readings = rest.dropFirst()
      #expect(readings.count > 50)
      #expect(readings.allSatisfy { $0.reading.time.frame % 256 == 0 })
      let resumed = 14_000 + lost
      let firstHop = (resumed + 255) / 256 * 256 + 256
      #expect(readings.first?.reading.time.frame == Int64(firstHop))

      var fresh = Rig(rate: rate)
      let alone = fresh.run(Array(after[(firstHop - 256 - resumed)...]))
      #expect(readings.map(\.heard).elementsEqual(alone.map(\.heard)))
      #expect(sounding(rest) == [55])
    }
  }

  @Test("Targets change on their frame, however late the analysis comes to it")
  func targets() {
    let rate = 48_000
    let signal = Signal.harmonicTone(233.08, rate: rate, seconds: 1)
    for frame in [20_000, 20_223, 20_224, 20_225] as [Int64] {
      var rig = Rig(rate: rate)
      _ = rig.control.install(Rig.guitar, at: rig.time(frame))
      for start in stride(from: 0, to: signal.count, by: 480) { rig.renderBlock(signal[start..<(start + 480)]) }
      let steps = collect(&rig)
      let early = steps.filter { $0.reading.time.frame <= frame }
      let late = steps.filter { $0.reading.time.frame > frame }
      #expect(early.last?.reading.target?.name == "A#3")
      #expect(late.allSatisfy { $0.reading.target?.name != "A#3" })
      #expect(late.last?.reading.target?.name == "B3")
    }
  }

  @Test("Frames that the analysis is too slow for are lost and counted; it goes on in time, with what is in force")
  func overrun() throws {
    let rate = 48_000
    let signal = Signal.harmonicTone(233.08, rate: rate, seconds: 10)
    var rig = Rig(rate: rate)
    #expect(sounding(rig.run(Array(signal[0..<24_000]))) == [58])
    // The analysis stands still for nine seconds, and the targets change within them.
    _ = rig.control.install(Rig.guitar, at: rig.time(8 * 48_000))
    for start in stride(from: 24_000, to: 456_000, by: 64) { rig.renderBlock(signal[start..<(start + 64)]) }
    #expect(rig.engine.losses.frames > 200_000)
    let rest = collect(&rig) + rig.run(Array(signal[456_000...]))
    let last = try #require(rest.last?.reading)
    #expect(last.time == StreamTime(epoch: 0, frame: 480_000))
    #expect(last.target?.name == "B3")
    #expect(abs(Signal.cents(last.frequency, above: 233.08)) < 0.1)
    for pair in zip(rest, rest.dropFirst()) { #expect(pair.0.reading.time <= pair.1.reading.time) }
    #expect(rig.engine.losses.events == 0)
  }

  @Test("A new epoch that begins while the analysis stands still is read at its own rate and time, by what is in force")
  func epochDuringOverrun() throws {
    var rig = Rig(rate: 48_000)
    let signal = Signal.harmonicTone(233.08, rate: 48_000, seconds: 6)
    _ = rig.control.install(Rig.guitar, at: rig.time(5 * 48_000))
    for start in stride(from: 0, to: signal.count, by: 64) { rig.renderBlock(signal[start..<(start + 64)]) }
    rig.begin(rate: 96_000)
    _ = collect(&rig)
    let steps = rig.run(Signal.harmonicTone(233.08, rate: 96_000, seconds: 0.5))
    let last = try #require(steps.last?.reading)
    #expect(last.time == StreamTime(epoch: 1, frame: 47_616))
    #expect(last.target?.name == "B3")
  }

  @Test("An epoch ends the note that sounds; the next counts its frames from 0, at its own hop")
  func epochs() throws {
    var rig = Rig(rate: 48_000)
    #expect(sounding(rig.run(Signal.harmonicTone(220, rate: 48_000, seconds: 0.3))) == [57])
    rig.begin(rate: 192_000)
    let steps = rig.run(Signal.harmonicTone(330, rate: 192_000, seconds: 0.3))
    let release = try #require(steps.first)
    #expect(release.messages == [.noteOff(channel: Channel(clamping: 0), note: 57, velocity: 64)])
    #expect(steps.allSatisfy { $0.reading.time.epoch == 1 && $0.reading.time.frame % 1024 == 0 })
    #expect(sounding(steps) == [64])
    #expect(rig.analysis.finish().contains(.noteOff(channel: Channel(clamping: 0), note: 64, velocity: 64)))
    #expect(rig.analysis.finish().allSatisfy { !$0.isNoteOff })
  }

  @Test("A change of targets goes on with the note that sounds: nothing is sent of it")
  func targetsUnderNote() {
    let rate = 48_000
    var rig = Rig(rate: rate)
    let signal = Signal.harmonicTone(220, rate: rate, seconds: 1)
    var steps = rig.run(Array(signal[0..<24_000]))
    #expect(sounding(steps) == [57])
    for route in [Rig.guitar, Rig.chromatic, Rig.guitar] {
      _ = rig.control.install(route, at: rig.time(rig.frame))
      let more = rig.run(Array(signal[24_000..<36_000]))
      #expect(more.allSatisfy { $0.reading.isLatched && $0.messages.allSatisfy { !$0.isNoteOff && !$0.isNoteOn } })
      steps += more
    }
    #expect(sounding(steps) == [57])
  }

  @Test("Muted or without power nothing is sent, and what sounds ends at once; afterwards it begins anew")
  func silence() {
    let rate = 48_000
    let signal = Signal.harmonicTone(220, rate: rate, seconds: 0.5)
    let off = Message.noteOff(channel: Channel(clamping: 0), note: 57, velocity: 64)
    for isMute in [true, false] {
      var rig = Rig(rate: rate)
      let silence = { (rig: inout Rig, isSilent: Bool) in
        if isMute {
          rig.control.isPitchMuted = isSilent
        } else {
          _ = rig.control.setPower(!isSilent, at: rig.time(rig.frame))
        }
      }
      #expect(sounding(rig.run(signal)) == [57])
      silence(&rig, true)
      // Without a further frame: the card may have stopped.
      #expect(collect(&rig).flatMap(\.messages) == [off])
      let silent = rig.run(signal)
      #expect(silent.allSatisfy(\.messages.isEmpty) && silent.contains { $0.reading.isLatched })
      silence(&rig, false)
      #expect(sounding(rig.run(signal)) == [57])
    }
  }

  @Test("Another way of sending ends the note in the old way, tells receivers of the new one, and goes on in it")
  func settings() throws {
    let rate = 48_000
    let signal = Signal.harmonicTone(220.5, rate: rate, seconds: 0.5)
    var rig = Rig(rate: rate)
    #expect(sounding(rig.run(signal)) == [57])
    var settings = PitchOut.Settings()
    settings.mode = .mpe
    _ = rig.control.setPitchOut(settings)
    let change = try #require(collect(&rig).first).messages
    let end: [Message] = [
      .noteOff(channel: Channel(clamping: 0), note: 57, velocity: 64),
      .pitchBend(channel: Channel(clamping: 0), value: PitchBend.centre)
    ]
    #expect(change == end + settings.introduction)
    let after = rig.run(signal).flatMap(\.messages)
    #expect(after.allSatisfy { $0.channel == Channel(clamping: 1) } && after.contains(where: \.isNoteOn))
  }

  @Test("When no frames come any more what sounds ends, and is heard anew when they do")
  func pause() {
    var rig = Rig(rate: 48_000)
    let signal = Signal.harmonicTone(220, rate: 48_000, seconds: 0.5)
    #expect(sounding(rig.run(signal)) == [57])
    var steps: [Step] = []
    rig.analysis.pause { steps.append(Step($0)) }
    #expect(steps.flatMap(\.messages) == [.noteOff(channel: Channel(clamping: 0), note: 57, velocity: 64)])
    #expect(steps.last?.reading.isLatched == false)
    #expect(sounding(rig.run(signal)) == [57])
  }

  @Test("The channel that was chosen is listened to, the last one where there are fewer")
  func inputChannels() {
    let rate = 48_000
    let tones = [110.0, 146.83, 196].map { Signal.harmonicTone($0, rate: rate, seconds: 0.25) }
    let interleaved = (0..<(rate / 4)).flatMap { i in tones.map { $0[i] } }
    for (channel, name) in [(0, "A2"), (1, "D3"), (2, "G3"), (3, "G3"), (1000, "G3")] {
      var rig = Rig(rate: rate, inputChannel: channel)
      rig.renderBlock(interleaved[0..<12_000], channels: 3)
      rig.renderBlock(interleaved[12_000..<24_000], channels: 3)
      rig.renderBlock(interleaved[24_000...], channels: 3)
      #expect(collect(&rig).last?.reading.target?.name == name)
    }
  }

  private func collect(_ rig: inout Rig) -> [Step] {
    var steps: [Step] = []
    rig.analysis.run { steps.append(Step($0)) }
    return steps
  }

  /// The notes that still sound after these steps.
  private func sounding(_ steps: [Step]) -> [Int] {
    var notes: [Int] = []
    for message in steps.flatMap(\.messages) {
      switch message {
      case .noteOn(_, let note, _): notes.append(note.value)
      case .noteOff(_, let note, _): notes.removeAll { $0 == note.value }
      default: break
      }
    }
    return notes
  }
}

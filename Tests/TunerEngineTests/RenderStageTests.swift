import MIDIMessages
import TestSupport
import Testing
import Timebase
import TunerEngine
import TunerRules
import Tuning

struct RenderStageTests {
  /// The most that ever leaves: the limiter's ceiling.
  static let ceiling: Float = 0.95

  @Test("A key sounds from its own frame on, behind the look-ahead, and not one frame sooner")
  func onset() throws {
    for rate in [8000, 44_100, 48_000, 192_000] {
      for frame in [0, 1, 15, 16, 1000, 1023] as [Int64] {
        var rig = Rig(rate: rate)
        _ = rig.noteOn(69, at: frame)
        let output = Array(rig.render(2048))
        let silent = Int(frame) + rig.render.delay
        #expect(output[..<silent].allSatisfy { $0 == 0 })
        // The saw and its envelope begin near zero, but not at it for more than a sample or two.
        #expect(output[silent..<(silent + 3)].contains { $0 != 0 }, "\(rate) Hz, frame \(frame)")
      }
    }
  }

  @Test("A key that is let go dies away, and then nothing sounds at all")
  func release() {
    var rig = Rig(rate: 48_000)
    #expect(rig.render.isSilent)
    #expect(rig.noteOn(57, at: 0).contains { $0.isNoteOn })
    _ = rig.render(4800)
    #expect(!rig.render.isSilent)
    #expect(rig.noteOff(57, at: 4800).contains { $0.isNoteOff })
    _ = rig.render(96_000)
    #expect(rig.render.isSilent)
    #expect(rig.render(256).allSatisfy { $0 == 0 })
  }

  @Test("The output does not depend on the blocks, to the bit, and never passes the ceiling")
  func cuts() {
    let length: Int64 = 96_000
    for seed in 0..<4 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var frame: Int64 = 0
      var messages: [(frame: Int64, message: Message)] = []
      while frame < length {
        messages.append((frame, randomMessage(&random)))
        frame += Int64.random(in: 0...2000, using: &random)
      }
      let whole = play(messages, length: length) { 1024 }
      #expect(whole.count == Int(length))
      #expect(whole.allSatisfy { abs($0) <= Self.ceiling })
      #expect(whole.contains { abs($0) > 0.1 })
      for limit in [1, 17, 700, RenderStage.maximumBlock] {
        var cut = SplitMix64(seed: seed + 100)
        let pieces = play(messages, length: length) { Int.random(in: 1...limit, using: &cut) }
        #expect(pieces.elementsEqual(whole), "blocks of up to \(limit) frames")
      }
    }
  }

  /// Plays messages, each sent before the block that holds it.
  private func play(_ messages: [(frame: Int64, message: Message)], length: Int64, size: () -> Int) -> [Float] {
    var rig = Rig(rate: 48_000, keyMode: .latch)
    var pending = messages[...]
    while rig.frame < length {
      let count = min(size(), Int(length - rig.frame))
      let end = rig.frame + Int64(count)
      while let next = pending.first, next.frame < end {
        pending.removeFirst()
        _ = rig.control.handle(next.message, device: 0, at: rig.time(next.frame))
      }
      _ = rig.control.advance(to: rig.time(end - 1))
      rig.renderBlock(Array(repeating: 0, count: count)[...])
    }
    return rig.output
  }

  @Test("After any hundred thousand messages of any keyboards everything can be silenced")
  func anyMessages() {
    var random = SplitMix64(seed: 77)
    for mode in KeyMode.allCases {
      var rig = Rig(rate: 8000, keyMode: mode)
      var peak: Float = 0
      for _ in 0..<50_000 {
        let frame = rig.frame + Int64.random(in: -50...50, using: &random)
        let device = Int32.random(in: 0..<3, using: &random)
        if Int.random(in: 0..<200, using: &random) == 0 {
          _ = rig.control.deviceGone(device, at: rig.time(frame))
        } else {
          _ = rig.control.handle(randomMessage(&random), device: device, at: rig.time(frame))
        }
        guard Int.random(in: 0..<6, using: &random) == 0 else { continue }
        let block = rig.render(16, size: { 16 })
        peak = max(peak, block.map(abs).max() ?? .infinity)
      }
      #expect(peak <= Self.ceiling && peak > 0.1)
      #expect(rig.control.surface.ribbon.sounding.count <= 3)
      _ = rig.control.release(at: rig.time(rig.frame))
      #expect(rig.control.surface.ribbon.sounding.isEmpty)
      _ = rig.render(16_000)
      #expect(rig.render.isSilent)
      #expect(rig.engine.losses.events == 0)
    }
  }

  private func randomMessage(_ random: inout SplitMix64) -> Message {
    let channel = Channel(clamping: Int.random(in: 0..<2, using: &random))
    let value = UInt7(clamping: Int.random(in: 0...127, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4: return .noteOn(channel: channel, note: value, velocity: UInt7(clamping: Int(random.next() % 128)))
    case 5...7: return .noteOff(channel: channel, note: value, velocity: 64)
    case 8: return .controlChange(channel: channel, controller: .modulation, value: value)
    case 9: return .controlChange(channel: channel, controller: .sustain, value: value)
    case 10:
      return .controlChange(channel: channel, controller: .volume, value: UInt7(clamping: max(60, value.value)))
    default:
      return Int.random(in: 0..<8, using: &random) == 0
        ? .controlChange(channel: channel, controller: .allNotesOff, value: 0)
        : .pitchBend(channel: channel, value: 0)
    }
  }

  @Test("Rendering takes nothing from the heap and gives nothing back, whatever happens in the block")
  func heap() throws {
    try #require(AllocationGuard.isActive)
    var rig = Rig(rate: 48_000)
    var output = Array(repeating: Float(0), count: 512)
    let input = Array(repeating: Float(0.1), count: 1024)
    var calls: UInt64 = 0
    for round in 0..<200 {
      let frame = Int64(round * 512)
      _ = rig.noteOn(UInt7(clamping: 40 + round % 40), at: frame + 3)
      _ = rig.noteOff(UInt7(clamping: 40 + (round + 39) % 40), at: frame + 200)
      if round % 20 == 0 { _ = rig.control.install(round % 40 == 0 ? Rig.guitar : Rig.chromatic, at: rig.time(frame)) }
      let stage = rig.render
      calls += AllocationGuard.heapCalls {
        input.withUnsafeBufferPointer { input in
          output.withUnsafeMutableBufferPointer { output in
            guard let base = output.baseAddress else { return }
            stage.render(
              input: input.baseAddress, inputChannels: 2, output: base, frames: 512, frame: frame,
              afterGap: round % 7 == 0)
          }
        }
      }
    }
    #expect(output.contains { $0 != 0 })
    #expect(calls == 0)
  }

  @Test("Closing fades within 0.3 s to nothing at all, and no key sounds after it")
  func closing() {
    var rig = Rig(rate: 48_000, keyMode: .latch)
    _ = rig.noteOn(45, at: 0)
    _ = rig.render(48_000)
    #expect(rig.control.close(at: rig.time(48_000)).contains { $0.isNoteOff })
    #expect(rig.noteOn(57, at: 48_100).isEmpty)
    let fade = Array(rig.render(24_000))
    #expect(fade[..<1000].contains { abs($0) > 0.1 })
    #expect(fade[(14_400 + rig.render.delay)...].allSatisfy { $0 == 0 })
  }

  @Test("What sounds is started anew in the next epoch; events of an old one count at once, those of a later one wait")
  func epochs() {
    var rig = Rig(rate: 48_000, keyMode: .latch)
    _ = rig.noteOn(45, at: 0)
    _ = rig.render(4800)
    rig.begin(rate: 44_100)
    _ = rig.control.restart(rate: 44_100, at: rig.time(0))
    let second = Array(rig.render(4410))

    var fresh = Rig(rate: 44_100, keyMode: .latch)
    _ = fresh.noteOn(45, at: 0)
    #expect(fresh.render(4410).elementsEqual(second))

    // Sent before the device was lost, and meant for a frame that it never reached.
    var late = Rig(rate: 48_000, keyMode: .latch)
    _ = late.noteOn(45, at: 1_000_000)
    #expect(late.render(4800).allSatisfy { $0 == 0 })
    late.begin(rate: 44_100)
    #expect(late.render(4410).elementsEqual(second))

    var early = Rig(rate: 48_000, keyMode: .latch)
    _ = early.control.handle(
      .noteOn(channel: Channel(clamping: 0), note: 45, velocity: 1), device: 0, at: StreamTime(epoch: 1, frame: 0))
    #expect(early.render(4800).allSatisfy { $0 == 0 })
    early.begin(rate: 44_100)
    #expect(early.render(4410).elementsEqual(second))
  }

  @Test("A key begins on the frame of its event although an earlier time comes after a later one")
  func order() {
    var rig = Rig(rate: 48_000)
    _ = rig.noteOn(45, at: 1000)
    // It cannot be in time any more: it takes effect with the one before.
    _ = rig.noteOn(52, at: 500)
    var together = Rig(rate: 48_000)
    _ = together.noteOn(45, at: 1000)
    _ = together.noteOn(52, at: 1000)
    #expect(rig.render(4800).elementsEqual(together.render(4800)))
  }

  @Test("A change of route glides what sounds and stops what has no key any more")
  func install() {
    var rig = Rig(rate: 48_000, keyMode: .latch)
    _ = rig.noteOn(64, at: 0)
    _ = rig.noteOn(61, at: 0)
    #expect(rig.control.surface.ribbon.sounding.map(\.note).sorted() == [61, 64])
    _ = rig.render(4800)
    let messages = rig.control.install(Rig.guitar, at: rig.time(4800))
    #expect(messages.contains { $0.isNoteOff })
    #expect(rig.control.surface.ribbon.sounding.map(\.note) == [64])
    _ = rig.render(48_000)
    #expect(!rig.render.isSilent)
    _ = rig.control.release(at: rig.time(rig.frame))
    _ = rig.render(48_000)
    #expect(rig.render.isSilent)
  }
}

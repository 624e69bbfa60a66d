import AudioDevices
import Realtime
import Synchronization
import TestSupport
import Testing
import Timebase

struct AudioThreadTests {
  /// How long anything may take that is to happen within two retries, on a busy machine.
  static let patience = 8.0
  /// What stopping may take.
  static let stopSeconds = 1.0

  @Test("A device that is lost makes way for the clock, and comes back as a new epoch; each fault is told once")
  func lossAndReturn() throws {
    let recorder = Recorder()
    let source = ScriptedSource { attempt throws(AudioFault) in
      if attempt <= 2 { throw AudioFault(.missing, "gone") }
      return OpenedDevice(ScriptedDevice(rate: 96_000))
    }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start(with: OpenedDevice(ScriptedDevice(rate: 44_100, blocks: 20, gaps: [7, 11]))) != nil)
    #expect(recorder.wait { $0.epochs.count == 3 && $0.epochs[2].blocks > 10 })
    #expect(thread.clock.read().epoch == 2)
    #expect(thread.clock.read().rate == 96_000)
    #expect(stop(thread) < Self.stopSeconds)
    let record = recorder.record
    #expect(record.epochs.map(\.number) == [0, 1, 2])
    #expect(record.epochs.map(\.rate) == [44_100, 48_000, 96_000])
    #expect(record.faults == ["lost", "gone"])
    #expect(record.epochs[0].blocks == 20)
    #expect(record.epochs[0].gaps == [7, 11])
    #expect(record.epochs[2].gaps.isEmpty)
    #expect(record.isInOrder)
    // The clock goes on while there is no device: for the most of the two seconds that it was away.
    #expect(record.epochs[1].frames > 48_000)
    #expect(thread.xruns.value == 0)
  }

  @Test("A device that opens but never runs is tried again every second, not without pause, and told of once")
  func failingStart() throws {
    let recorder = Recorder()
    let source = ScriptedSource { _ in OpenedDevice(ScriptedDevice(rate: 48_000, blocks: 0)) }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start() != nil)
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds() + 2_500_000_000)
    #expect(stop(thread) < Self.stopSeconds)
    #expect((2...4).contains(source.attempts.value), "\(source.attempts.value) attempts")
    #expect(recorder.record.faults.count == 1 && recorder.record.faults.first == "lost")
    #expect(recorder.record.isInOrder)
  }

  @Test("Without a device it keeps the stream's time by the clock, and stops within a second")
  func noDevice() throws {
    let recorder = Recorder()
    let done = WakeSignal()
    let source = ScriptedSource { _ throws(AudioFault) in throw AudioFault(.missing, "none") }
    let thread = AudioThread(renderer: recorder, blockDone: done, source: source)
    let begun = MonotonicClock.nanoseconds()
    #expect(thread.start() != nil)
    #expect(recorder.wait { $0.epochs.first.map { $0.blocks > 100 } == true })
    done.wait(milliseconds: 1000)
    let model = thread.clock.read()
    let now = MonotonicClock.nanoseconds()
    let frame = model.frame(atNanoseconds: now)
    #expect(model.epoch == 0)
    #expect(frame > 24_000 && Double(frame) < 48e-6 * Double(now - begun) + 9600)
    #expect(stop(thread) < Self.stopSeconds)
    let blocks = recorder.record.epochs[0].blocks
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds() + 50_000_000)
    #expect(recorder.record.epochs[0].blocks == blocks)
    #expect(recorder.record.faults == ["none"])
  }

  @Test("A device that gives nothing does not hold up the end")
  func stalled() throws {
    let recorder = Recorder()
    let source = ScriptedSource { _ in OpenedDevice(ScriptedDevice(rate: 48_000, isStalled: true)) }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start() != nil)
    #expect(recorder.wait { $0.epochs.count == 1 })
    #expect(stop(thread) < Self.stopSeconds)
    #expect(recorder.record.epochs.map(\.blocks) == [0])
  }

  @Test("One side alone runs while the other is missing, and both once it can be had; what is missing is told once")
  func oneSide() throws {
    let recorder = Recorder()
    let source = ScriptedSource(improvesAfter: 3) { attempt in
      attempt == 1
        ? OpenedDevice(ScriptedDevice(rate: 44_100), missing: AudioFault(.missing, "no microphone"))
        : OpenedDevice(ScriptedDevice(rate: 96_000))
    }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start() != nil)
    #expect(recorder.wait { $0.epochs.count == 2 && $0.epochs[1].blocks > 10 })
    let looks = source.looks.value
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds() + 1_200_000_000)
    #expect(source.looks.value == looks, "nothing is looked for while nothing is missing")
    #expect(stop(thread) < Self.stopSeconds)
    #expect(recorder.record.epochs.map(\.rate) == [44_100, 96_000])
    #expect(recorder.record.faults == ["no microphone"])
    #expect(looks == 3)
  }

  @Test("An input that is lost while the output goes on is told, and looked for; the stream goes on meanwhile")
  func lostInput() throws {
    let recorder = Recorder()
    let source = ScriptedSource(improvesAfter: 2) { attempt in
      OpenedDevice(ScriptedDevice(rate: attempt == 1 ? 44_100 : 48_000, losesInputAfter: attempt == 1 ? 30 : nil))
    }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start() != nil)
    #expect(recorder.wait { $0.epochs.count == 2 && $0.epochs[1].blocks > 10 })
    #expect(stop(thread) < Self.stopSeconds)
    let record = recorder.record
    #expect(record.faults == ["the microphone is gone"])
    #expect(record.epochs.map(\.rate) == [44_100, 48_000])
    #expect(record.epochs[0].blocks > 100)
  }

  @Test("A device that is to be opened anew is, at once")
  func reopening() throws {
    let recorder = Recorder()
    let source = ScriptedSource { attempt in OpenedDevice(ScriptedDevice(rate: 40_000 + Int(attempt))) }
    let thread = AudioThread(renderer: recorder, blockDone: WakeSignal(), source: source)
    #expect(thread.start() != nil)
    for count in 1...5 {
      #expect(recorder.wait { $0.epochs.count == count && $0.epochs[count - 1].blocks > 2 })
      thread.reopen()
    }
    #expect(recorder.wait { $0.epochs.count == 6 })
    #expect(stop(thread) < Self.stopSeconds)
    #expect(recorder.record.epochs.map(\.rate) == [40_001, 40_002, 40_003, 40_004, 40_005, 40_006])
    #expect(recorder.record.faults.isEmpty && recorder.record.isInOrder)
  }

  @Test("A null device keeps to the clock, and captures what its source adds to silence")
  func pace() {
    let device = NullDevice(name: "test", rate: 48_000, blockFrames: 480) { samples, count in
      for i in 0..<count { samples[i] += Float(i) }
    }
    #expect(device.shape == StreamShape(rate: 48_000, blockFrames: 480, inputChannels: 1))
    var samples = Array(repeating: Float.nan, count: 480)
    device.start()
    let start = MonotonicClock.nanoseconds()
    for _ in 0..<50 {
      #expect(device.capture(into: &samples) == .frames(480))
      #expect(samples == (0..<480).map { Float($0) })
      device.play(samples, frames: 480)
    }
    let seconds = Double(MonotonicClock.nanoseconds() - start) * 1e-9
    device.stop()
    // A block is given when its last frame is due; a busy machine may only make it later.
    #expect(seconds > 0.499 && seconds < 2)
    #expect(NullDevice(name: "", rate: 48_000, blockFrames: 1).shape.inputChannels == 0)
  }

  private func stop(_ thread: AudioThread) -> Double {
    let start = MonotonicClock.nanoseconds()
    thread.stop()
    return Double(MonotonicClock.nanoseconds() - start) * 1e-9
  }
}

/// Gives devices as it is told.
private final class ScriptedSource: DeviceSource {
  let attempts = Counter()
  let looks = Counter()
  private let improvesAfter: UInt64?
  private let script: @Sendable (UInt64) throws(AudioFault) -> OpenedDevice

  init(
    improvesAfter: UInt64? = nil, _ script: @escaping @Sendable (UInt64) throws(AudioFault) -> OpenedDevice
  ) {
    self.improvesAfter = improvesAfter
    self.script = script
  }

  func open() throws(AudioFault) -> OpenedDevice {
    attempts.add()
    return try script(attempts.value)
  }

  func canImprove() -> Bool {
    looks.add()
    return improvesAfter.map { looks.value >= $0 } ?? false
  }
}

/// A sound card that does as it is told.
private final class ScriptedDevice: AudioDevice {
  let shape: StreamShape
  let name = "scripted"
  private let blocks: Int?
  private let gaps: Set<Int>
  private let isStalled: Bool
  private let losesInputAfter: Int?
  private var given = 0

  /// A card that gives blocks until it is lost; with none to give it does not even start.
  init(rate: Int, blocks: Int? = nil, gaps: Set<Int> = [], isStalled: Bool = false, losesInputAfter: Int? = nil) {
    shape = StreamShape(rate: rate, blockFrames: 64, inputChannels: 1)
    self.blocks = blocks
    self.gaps = gaps
    self.isStalled = isStalled
    self.losesInputAfter = losesInputAfter
  }

  var inputFault: AudioFault? {
    losesInputAfter.map { given > $0 } == true ? AudioFault(.missing, "the microphone is gone") : nil
  }

  func start() throws(AudioFault) {
    if blocks == 0 { throw AudioFault(.failed, "lost") }
  }

  func capture(into input: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome {
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds() + (isStalled ? 100_000_000 : 1_000_000))
    if isStalled { return .nothing }
    if given == blocks { throw AudioFault(.failed, "lost") }
    defer { given += 1 }
    return gaps.contains(given) ? .framesAfterGap(64) : .frames(64)
  }

  func play(_ output: UnsafePointer<Float>, frames: Int) {}

  func stop() {}
}

/// Writes down what the audio thread does.
private final class Recorder: AudioRenderer {
  struct Epoch {
    var number: Int32
    var rate: Int
    var blocks = 0
    var frames: Int64 = 0
    var gaps: [Int] = []
  }

  struct Record {
    var epochs: [Epoch] = []
    var faults: [String] = []
    /// Whether epochs counted up by one, and frames from 0 without a gap.
    var isInOrder = true
  }

  private let state = Mutex(Record())

  var record: Record { state.withLock { $0 } }

  func wait(until isDone: (Record) -> Bool) -> Bool {
    let end = MonotonicClock.nanoseconds() + Int64(AudioThreadTests.patience * 1e9)
    while !isDone(record) {
      if MonotonicClock.nanoseconds() > end { return false }
      MonotonicClock.sleep(until: MonotonicClock.nanoseconds() + 5_000_000)
    }
    return true
  }

  func streamBegins(epoch: Int32, shape: StreamShape, device: String) {
    state.withLock {
      if epoch != Int32($0.epochs.count) { $0.isInOrder = false }
      $0.epochs.append(Epoch(number: epoch, rate: shape.rate))
    }
  }

  func render(_ block: StreamRunner.Block) {
    state.withLock {
      let last = $0.epochs.count - 1
      if last < 0 || $0.epochs[last].frames != block.frame {
        $0.isInOrder = false
        return
      }
      if block.afterGap { $0.epochs[last].gaps.append($0.epochs[last].blocks) }
      $0.epochs[last].blocks += 1
      $0.epochs[last].frames += Int64(block.frames)
    }
  }

  func listen(_ block: StreamRunner.InputBlock, ratio: Double) {}

  func deviceFailed(_ fault: AudioFault) { state.withLock { $0.faults.append(fault.description) } }
}

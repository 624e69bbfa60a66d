public import MIDIMessages
internal import PitchDetection
internal import Realtime
public import Timebase
public import TunerRules
internal import Tuning

/// The analysis thread's part of the engine: frames in, a reading a hop out, and what is sent of it as MIDI.
///
/// Stepped by its thread live, and in order offline, with the same result. One instance is one thread's.
public final class AnalysisStage {
  /// What one hop gives.
  public struct Step {
    /// The reading.
    public var reading: Reading
    /// What is sent of it, in order.
    public var messages: [Message]
  }

  private let feed: StreamFeed
  private let tables: EventQueue<TargetUpdate>
  private let orders: Snapshot<Orders>
  private var settings: PitchOut.Settings

  private var tracker: PitchTracker?
  private var latch: DisplayLatch?
  private var clipping: ClippingDetector?
  private var strobe: Strobe?
  private var sender: PitchToMIDI?
  private var table: TargetTable
  private var generation = 0
  /// The time of the next frame that it has not seen.
  public private(set) var time = StreamTime.zero
  private var rate = 48_000

  private var consumed: UInt64 = 0
  private var hop: UnsafeMutablePointer<Float>
  private var rendered: UnsafeMutablePointer<Float>
  private var hopCount = 0
  private var filled = 0
  private var skip = 0
  private var messages: [Message] = []
  private var reading = Reading(time: .zero)
  private var sensitivity: Float
  private let hasStrobe: Bool
  private var isSilent = false
  private var inputRatio = 1.0

  /// Tables of targets on their way to the analysis.
  struct TargetUpdate: Sendable {
    var generation: Int
    var table: TargetTable
  }

  /// What the control thread wants to be sent of the heard pitch.
  ///
  /// Trivial; the newest counts, and those in between may be lost.
  struct Orders: Sendable {
    /// How it is sent; nil for as it was at the start.
    var settings: PitchOut.Settings?
    /// The level in dB relative to full scale under which no note begins; nil for as it was at the start.
    var sensitivity: Float?
    /// How much faster the input's clock runs than it is called.
    var inputRatio = 1.0
    /// Whether nothing at all is sent: it is muted, or the power is off.
    var isSilent = false
  }

  init(
    feed: StreamFeed, tables: EventQueue<TargetUpdate>, orders: Snapshot<Orders>, targets: TargetTable,
    settings: PitchOut.Settings, sensitivity: Float, hasStrobe: Bool
  ) {
    self.feed = feed
    self.tables = tables
    self.orders = orders
    self.settings = settings
    self.sensitivity = sensitivity
    self.hasStrobe = hasStrobe
    table = targets
    hop = .allocate(capacity: 1)
    rendered = .allocate(capacity: 1)
  }

  deinit {
    hop.deallocate()
    rendered.deallocate()
  }

  /// Works through the frames that wait, and those that arrive meanwhile, hop by hop.
  ///
  /// - Parameters:
  ///   - isWanted: asked before every hop; where the work takes longer than the frames last, it is what ends it.
  ///   - sink: is given each hop's result.
  public func run(while isWanted: () -> Bool = { true }, _ sink: (Step) -> Void) {
    while isWanted() {
      obey(sink)
      while let mark = feed.marks.first(), mark.position <= consumed {
        _ = feed.marks.pop()
        apply(mark, sink)
      }
      var wanted = skip > 0 ? skip : hopCount - filled
      if let mark = feed.marks.first() { wanted = min(wanted, Int(clamping: mark.position - consumed)) }
      let count = min(wanted, feed.frames.count)
      guard count > 0, feed.frames.read(captured: hop + filled, rendered: rendered + filled, count: count)
      else {
        return
      }
      consumed += UInt64(count)
      time = time.advanced(by: Int64(count))
      if skip > 0 {
        skip -= count
        continue
      }
      filled += count
      if filled == hopCount {
        filled = 0
        sink(stepHop())
      }
    }
  }

  /// Ends what sounds, since no frames come any more; those that do come later are read as if nothing had been before.
  public func pause(_ sink: (Step) -> Void) {
    tracker?.reset()
    strobe?.reset()
    clipping?.reset()
    release(at: time, sink)
  }

  /// Ends what sounds: the last messages to be sent.
  public func finish() -> [Message] {
    messages.removeAll(keepingCapacity: true)
    sender?.finish(into: &messages)
    return messages
  }

  private func stepHop() -> Step {
    guard let tracker else { return Step(reading: Reading(time: time), messages: []) }
    let estimate = tracker.process(hop)
    reading =
      latch?.step(
        time: time, frequency: estimate.frequency * inputRatio, clarity: estimate.clarity, level: estimate.level,
        attack: estimate.attack) ?? Reading(time: time)
    reading.beginning = latch?.beginning(estimate.begun * inputRatio)
    clipping?.process(hop, count: hopCount)
    reading.isClipping = clipping?.isClipping ?? false
    strobe?.compare(with: (reading.target?.frequency.hertz ?? 0) / inputRatio)
    strobe?.process(hop, count: hopCount)
    reading.strobe = strobe?.reading ?? StrobeReading()
    messages.removeAll(keepingCapacity: true)
    if !isSilent { sender?.step(reading, into: &messages) }
    return Step(reading: reading, messages: messages)
  }

  /// Does what the control thread wants, if that has changed.
  private func obey(_ sink: (Step) -> Void) {
    let wanted = orders.read()
    if let wanted = wanted.sensitivity, wanted != sensitivity {
      sensitivity = wanted
      tracker?.settings.sensitivity = wanted
    }
    inputRatio = wanted.inputRatio
    let newSettings = wanted.settings ?? settings
    guard wanted.isSilent != isSilent || newSettings != settings else { return }
    messages.removeAll(keepingCapacity: true)
    if newSettings != settings {
      sender?.finish(into: &messages)
      messages += newSettings.introduction
      settings = newSettings
      sender = PitchToMIDI(settings: settings, rate: rate)
    } else if wanted.isSilent {
      sender?.release(into: &messages)
    }
    isSilent = wanted.isSilent
    sink(Step(reading: reading, messages: messages))
  }

  private func apply(_ mark: StreamMark, _ sink: (Step) -> Void) {
    switch mark.kind {
    case .begin(let newRate):
      begin(rate: newRate, at: mark.time, sink)
    case .gap:
      tracker?.reset()
      strobe?.reset()
      clipping?.reset()
      resume(at: mark.time, sink)
    case .targets(let wanted):
      while generation < wanted, let update = tables.pop() {
        generation = update.generation
        table = update.table
      }
      latch?.retarget(table)
    }
  }

  private func begin(rate newRate: Int, at start: StreamTime, _ sink: (Step) -> Void) {
    rate = newRate
    hopCount = FrameCount.hop(rate: rate)
    hop.deallocate()
    rendered.deallocate()
    hop = .allocate(capacity: hopCount)
    hop.initialize(repeating: 0, count: hopCount)
    rendered = .allocate(capacity: hopCount)
    rendered.initialize(repeating: 0, count: hopCount)
    tracker = PitchTracker(
      sampleRate: rate, hop: hopCount, settings: PitchTracker.Settings(sensitivity: sensitivity))
    clipping = ClippingDetector(sampleRate: Double(rate))
    strobe = hasStrobe ? Strobe(sampleRate: Double(rate)) : nil
    resume(at: start, sink)
    sender = PitchToMIDI(settings: settings, rate: rate, after: sender)
  }

  /// Takes the stream up again at `start`: what was shown and sounding ends, and hops fall on multiples again.
  private func resume(at start: StreamTime, _ sink: (Step) -> Void) {
    release(at: start, sink)
    time = start
    filled = 0
    skip = Int((Int64(hopCount) - start.frame % Int64(hopCount)) % Int64(hopCount))
  }

  /// Ends what is shown and sounding.
  private func release(at moment: StreamTime, _ sink: (Step) -> Void) {
    messages.removeAll(keepingCapacity: true)
    sender?.release(into: &messages)
    let wasShown = reading.isLatched
    reading = Reading(time: moment)
    if !messages.isEmpty || wasShown { sink(Step(reading: reading, messages: messages)) }
    latch = DisplayLatch(targets: table, hopSeconds: Double(hopCount) / Double(rate))
  }
}

extension Strobe {
  /// The harmonics as the rules know them.
  fileprivate var reading: StrobeReading {
    let (first, second, third, fourth) = harmonics
    return StrobeReading(
      amplitudes: SIMD4(first.amplitude, second.amplitude, third.amplitude, fourth.amplitude),
      phases: SIMD4(first.phase, second.phase, third.phase, fourth.phase),
      turns: SIMD4(first.turn, second.turn, third.turn, fourth.turn))
  }
}

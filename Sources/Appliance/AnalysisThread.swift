internal import MIDIMessages
internal import Realtime
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// The analysis thread: steps the tracker through what was captured, hop by hop, and hands on what it hears.
final class AnalysisThread: @unchecked Sendable {
  /// The newest reading: one reader.
  let readings = Snapshot(Reading(time: .zero))
  /// The same for the control thread.
  let heard = Snapshot(Reading(time: .zero))
  /// Rung when a note begins or ceases to be shown, and when the input begins or ceases to clip: between that, a
  /// display that is at rest may stay so.
  let stirred = WakeSignal()

  private let stage: AnalysisStage
  private let blockDone: WakeSignal
  private let outgoing: Outgoing
  private let stopping = Counter()
  private var wasShown = false
  private var wasClipping = false
  private var thread: WorkerThread?

  /// SCHED_FIFO priority: below the audio thread.
  private static let priority: Int32 = 40
  /// How long to wait for a block before looking whether to stop, in milliseconds.
  private static let waitMilliseconds: Int32 = 50
  /// Without a block for so long the card has stopped: what sounds ends.
  private static let stallNanoseconds: Int64 = 1_000_000_000

  init(stage: AnalysisStage, blockDone: WakeSignal, outgoing: Outgoing) {
    self.stage = stage
    self.blockDone = blockDone
    self.outgoing = outgoing
  }

  /// Starts the thread; false when the system has no room for one.
  func start() -> Bool {
    thread = WorkerThread(name: "analysis", priority: .realtime(Self.priority), body: { [self] in run() })
    return thread != nil
  }

  /// Ends the note that sounds, and the thread.
  func stop() {
    stopping.add()
    blockDone.ring()
    thread?.join()
    thread = nil
  }

  private func run() {
    var lastHop = MonotonicClock.nanoseconds()
    var isPaused = true
    while stopping.value == 0 {
      blockDone.wait(milliseconds: Self.waitMilliseconds)
      let before = stage.time
      stage.run(while: { stopping.value == 0 }, handOn)
      let now = MonotonicClock.nanoseconds()
      if stage.time != before {
        lastHop = now
        isPaused = false
      } else if !isPaused, now - lastHop > Self.stallNanoseconds {
        isPaused = true
        stage.pause(handOn)
      }
    }
    outgoing.post(stage.finish())
  }

  private func handOn(_ step: AnalysisStage.Step) {
    readings.publish(step.reading)
    heard.publish(step.reading)
    if step.reading.isLatched != wasShown || step.reading.isClipping != wasClipping {
      wasShown = step.reading.isLatched
      wasClipping = step.reading.isClipping
      stirred.ring()
    }
    outgoing.post(step.messages)
  }
}

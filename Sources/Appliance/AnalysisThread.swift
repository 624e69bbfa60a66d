internal import MIDIMessages
internal import Realtime
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// The analysis thread: steps the tracker through what was captured, hop by hop, and hands on what it hears.
final class AnalysisThread: @unchecked Sendable {
  /// The newest reading: one reader.
  let readings = Snapshot(Reading(time: .zero))

  private let stage: AnalysisStage
  private let blockDone: WakeSignal
  private let outgoing: Outgoing
  private let stopping = Counter()
  private var thread: WorkerThread?

  /// SCHED_FIFO priority: below the audio thread.
  private static let priority: Int32 = 40
  /// How long to wait for a block before looking whether to stop, in milliseconds.
  private static let waitMilliseconds: Int32 = 50

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
    while stopping.value == 0 {
      blockDone.wait(milliseconds: Self.waitMilliseconds)
      stage.run(while: { stopping.value == 0 }) { step in
        readings.publish(step.reading)
        outgoing.post(step.messages)
      }
    }
    outgoing.post(stage.finish())
  }
}

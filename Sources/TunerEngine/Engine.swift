internal import Realtime
internal import Timebase
public import TunerRules
public import Tuning

/// The product's rules, its tracker and its synthesiser on one timebase, for a sound card or a file alike.
///
/// It owns the ways between its three stages, each of which belongs to one thread: control (`ControlStage`), audio
/// (`RenderStage`), analysis (`AnalysisStage`). It knows no device.
public final class Engine: @unchecked Sendable {
  private let events: EventQueue<RenderEvent>
  private let feed: StreamFeed
  private let tables: EventQueue<AnalysisStage.TargetUpdate>
  private let lostEvents = Counter()
  private let orders = Snapshot(AnalysisStage.Orders())
  private var generation = 0

  /// Makes an engine at rest.
  public init() {
    events = EventQueue(capacity: 1024)
    feed = StreamFeed(capacity: 1 << 17)
    tables = EventQueue(capacity: 64)
  }

  /// Makes the render stage of a new epoch.
  ///
  /// The thread that renders, between two blocks: allocates.
  ///
  /// - Parameters:
  ///   - previous: the stage of the epoch before, if there was one.
  ///   - epoch: of the new one.
  ///   - rate: frames a second.
  ///   - input: what is listened to; what one with a clock of its own captures is given to
  ///     ``RenderStage/listen(_:channels:frames:frame:afterGap:ratio:)``.
  public func renderStage(
    after previous: RenderStage?, epoch: Int32, rate: Int, input: InputSource = InputSource(channel: 0)
  ) -> RenderStage {
    RenderStage(epoch: epoch, rate: rate, input: input, events: events, feed: feed, previous: previous)
  }

  /// Makes the analysis stage: once.
  ///
  /// - Parameters:
  ///   - targets: what heard pitches are compared with at first.
  ///   - settings: how the heard pitch is sent.
  ///   - sensitivity: the level in dB relative to full scale under which no note begins.
  ///   - hasStrobe: whether readings say what lies at the target's harmonics; where nobody looks it need not be found.
  public func analysisStage(
    targets: TargetTable, settings: PitchOut.Settings, sensitivity: Float = -120, hasStrobe: Bool = true
  ) -> AnalysisStage {
    AnalysisStage(
      feed: feed, tables: tables, orders: orders, targets: targets, settings: settings, sensitivity: sensitivity,
      hasStrobe: hasStrobe)
  }

  /// Sends an event to the render stage.
  ///
  /// Control thread only; one that does not fit is lost and counted.
  ///
  /// - Returns: whether it fitted.
  @discardableResult
  func send(_ event: RenderEvent) -> Bool {
    guard !events.push(event) else { return true }
    lostEvents.add()
    return false
  }

  /// Sends a table of targets to the analysis, to count from `time` on.
  ///
  /// Control thread only.
  func send(targets: TargetTable, at time: StreamTime) {
    generation += 1
    guard tables.push(AnalysisStage.TargetUpdate(generation: generation, table: targets)) else {
      lostEvents.add()
      return
    }
    send(RenderEvent(time: time, change: .targets(generation: generation)))
  }

  /// Tells the analysis what it is to send of the heard pitch, from its next hop on.
  ///
  /// Control thread only.
  func send(orders newOrders: AnalysisStage.Orders) { orders.publish(newOrders) }

  /// Events that did not fit, and frames that the analysis was too slow for.
  ///
  /// Any thread.
  public var losses: (events: UInt64, frames: UInt64) { (lostEvents.value, feed.lostFrames.value) }
}

internal import CALSA
internal import Timebase

/// The way from a sequencer queue's time, which the kernel stamps events with, to CLOCK_MONOTONIC.
///
/// Both run on the same oscillator; only their zeros differ. The offset is read between two looks at the clock, and the
/// reading that took the shortest is believed.
struct QueueClock {
  private(set) var offset: Int64 = 0

  private let queue: Int32

  /// Readings of which the quickest counts.
  private static let readings = 5

  init(_ sequencer: OpaquePointer, queue: Int32) {
    self.queue = queue
    measure(sequencer)
  }

  /// Measures the offset anew.
  mutating func measure(_ sequencer: OpaquePointer) {
    var allocated: OpaquePointer?
    guard snd_seq_queue_status_malloc(&allocated) >= 0, let status = allocated else { return }
    defer { snd_seq_queue_status_free(status) }
    var quickest = Int64.max
    for _ in 0..<Self.readings {
      let before = MonotonicClock.nanoseconds()
      guard snd_seq_get_queue_status(sequencer, queue, status) >= 0 else { return }
      let after = MonotonicClock.nanoseconds()
      guard after - before < quickest, let time = snd_seq_queue_status_get_real_time(status) else { continue }
      quickest = after - before
      let queued = Int64(time.pointee.tv_sec) * 1_000_000_000 + Int64(time.pointee.tv_nsec)
      offset = before + (after - before) / 2 - queued
    }
  }
}

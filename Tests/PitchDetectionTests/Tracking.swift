import PitchDetection

/// Runs a tracker over a signal, hop by hop.
struct Tracking {
  let tracker: PitchTracker
  /// Seconds of a hop.
  let hopSeconds: Double

  /// A tracker with the product's hop: 256 frames at 44.1 and 48 kHz, in proportion at other rates.
  init?(rate: Int) {
    let hop = 256 * ((rate + 24_000) / 48_000)
    guard let tracker = PitchTracker(sampleRate: rate, hop: hop) else { return nil }
    self.tracker = tracker
    hopSeconds = Double(hop) / Double(rate)
  }

  /// The estimates of all whole hops of a signal.
  func estimates(_ signal: [Float]) -> [PitchEstimate] {
    signal.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      return stride(from: 0, through: buffer.count - tracker.hop, by: tracker.hop).map {
        tracker.process(base + $0)
      }
    }
  }

  /// The estimates of hops that begin at `seconds` or later.
  func estimates(_ signal: [Float], after seconds: Double) -> ArraySlice<PitchEstimate> {
    estimates(signal).dropFirst(Int((seconds / hopSeconds).rounded(.up)))
  }
}

internal import DSP

/// The newest hop of the signal at its own rate and at halves of it, down to what the lowest notes need.
///
/// One chain of half-band decimators serves all bands. Its delay is 2.4 samples of each stage's input: 0.05 ms at
/// 24 kHz, 0.75 ms at 3 kHz.
final class BandSplitter {
  /// How often the rate is halved.
  let depth: Int
  private let stages: [HalfBandDecimator]
  private let outputs: [UnsafeMutablePointer<Float>]
  private var source: UnsafePointer<Float>
  private var counts: [Int]

  /// - Parameters:
  ///   - hop: the samples that one call brings.
  ///   - depth: how many halvings there are.
  init(hop: Int, depth: Int) {
    self.depth = depth
    var capacity = hop
    var stages: [HalfBandDecimator] = []
    var outputs: [UnsafeMutablePointer<Float>] = []
    for _ in 0..<depth {
      stages.append(HalfBandDecimator())
      capacity = capacity / 2 + 1
      let output = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
      output.initialize(repeating: 0, count: capacity)
      outputs.append(output)
    }
    self.stages = stages
    self.outputs = outputs
    counts = Array(repeating: 0, count: depth + 1)
    let empty = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    empty.initialize(to: 0)
    nothing = empty
    source = UnsafePointer(empty)
  }

  private let nothing: UnsafeMutablePointer<Float>

  deinit {
    for output in outputs { output.deallocate() }
    nothing.deallocate()
  }

  /// Takes in one hop, which must stay where it is until the last `level(_:)` of it.
  func process(_ samples: UnsafePointer<Float>, count: Int) {
    source = samples
    counts[0] = count
    var input = samples
    for stage in 0..<depth {
      counts[stage + 1] = stages[stage].process(input, count: counts[stage], into: outputs[stage])
      input = UnsafePointer(outputs[stage])
    }
  }

  /// The new samples after `halvings` halvings of the rate.
  func level(_ halvings: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: halvings == 0 ? source : UnsafePointer(outputs[halvings - 1]), count: counts[halvings])
  }

  /// Forgets the past.
  func reset() { for stage in stages { stage.reset() } }
}

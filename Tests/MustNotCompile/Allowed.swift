/// What the render path is made of compiles: the proof that the other files of this folder are refused for what they
/// do, not for how they are compiled.
struct Allowed: ~Copyable {
  enum Change { case gain(Float), none }

  private let samples: UnsafeMutablePointer<Float>
  private let count: Int
  private var gain: Float = 1

  init(count: Int) {
    self.count = count
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
  }

  deinit { samples.deallocate() }

  @_noLocks
  mutating func render(_ change: Change) -> Float {
    switch change {
    case .gain(let value): gain = min(1, max(0, value))
    case .none: break
    }
    var sum: Float = 0
    for i in 0..<count {
      samples[i] *= gain
      sum += abs(samples[i])
    }
    return sum.isFinite ? sum : 0
  }
}

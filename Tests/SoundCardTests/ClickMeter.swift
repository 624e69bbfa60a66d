/// Looks for clicks in a stream of any length: the energy of the fourth difference, which leaves little of what a drone
/// has and all that a step has, in each millisecond.
struct ClickMeter {
  /// The loudest millisecond so far.
  private(set) var loudest: Float = 0
  private(set) var windows = 0

  private var history: (Float, Float, Float, Float) = (0, 0, 0, 0)
  private var energy: Float = 0
  private var count = 0
  private var blind = 0

  private static let windowFrames = 48

  /// Overlooks what comes next, for so many frames: a fault has forced it.
  mutating func overlook(_ frames: Int) { blind = max(blind, frames) }

  mutating func add(_ samples: UnsafePointer<Float>, _ frames: Int) {
    for i in 0..<frames {
      let x = samples[i]
      let d = x - 4 * history.0 + 6 * history.1 - 4 * history.2 + history.3
      history = (x, history.0, history.1, history.2)
      if blind > 0 {
        blind -= 1
        (energy, count) = (0, 0)
        continue
      }
      energy += d * d
      count += 1
      guard count == Self.windowFrames else { continue }
      loudest = max(loudest, energy)
      windows += 1
      (energy, count) = (0, 0)
    }
  }
}

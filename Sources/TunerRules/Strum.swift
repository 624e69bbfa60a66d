public import Timebase

/// A control that sweeps over the ribbon like a finger: which key it is on, and since when.
///
/// Pure: it is told of every movement with its time, and asked what has become due. Every key that a sweep crosses
/// sounds in turn for at least 30 ms, so that a fast sweep is a strum; resting for 300 ms or reaching the idle end
/// lifts the finger.
public struct Strum: Sendable {
  /// What the finger does, and when.
  public enum Action: Hashable, Sendable {
    /// It is now on this key.
    case touch(key: Int)
    /// It has left the ribbon.
    case lift
  }

  /// Seconds for which a crossed key sounds at the least.
  public static let crossingSeconds = 0.03
  /// Seconds of rest after which the finger is lifted.
  public static let restSeconds = 0.3
  /// The control's value that means "off the ribbon".
  public static let idleValue = 0

  private let crossingFrames: Int64
  private let restFrames: Int64
  private var keyCount: Int

  private var current: Int?
  private var path: [Int] = []
  private var nextStep = StreamTime.zero
  private var restEnds = StreamTime.zero

  /// Makes a strum off the ribbon.
  ///
  /// - Parameters:
  ///   - keyCount: keys of the ribbon.
  ///   - rate: frames a second.
  public init(keyCount: Int, rate: Int) {
    self.keyCount = keyCount
    crossingFrames = Int64(FrameCount.of(seconds: Self.crossingSeconds, rate: rate))
    restFrames = Int64(FrameCount.of(seconds: Self.restSeconds, rate: rate))
  }

  /// The key at a value of the control: 1…127 spread evenly over the ribbon; nil at the idle end.
  public func key(at value: Int) -> Int? {
    guard value > Self.idleValue, keyCount > 0 else { return nil }
    return min(keyCount - 1, (min(value, 127) - 1) * keyCount / 127)
  }

  /// Takes in a movement of the control to `value`, 0…127, at `time`; returns what has become due by then.
  public mutating func move(to value: Int, at time: StreamTime) -> [(StreamTime, Action)] {
    var due = advance(to: time)
    guard let goal = key(at: value) else {
      path = []
      if current != nil { due.append((time, .lift)) }
      current = nil
      return due
    }
    restEnds = time.advanced(by: restFrames)
    guard let from = current else {
      current = goal
      nextStep = time.advanced(by: crossingFrames)
      due.append((time, .touch(key: goal)))
      return due
    }
    path = from == goal ? [] : Array(stride(from: from, through: goal, by: goal > from ? 1 : -1).dropFirst())
    return due + advance(to: time)
  }

  /// What has become due by `time`, in order, each with its own time.
  public mutating func advance(to time: StreamTime) -> [(StreamTime, Action)] {
    var due: [(StreamTime, Action)] = []
    while let deadline, deadline <= time {
      if path.isEmpty {
        current = nil
        due.append((deadline, .lift))
      } else {
        // The path was laid down by a movement; its steps cannot lie before it.
        let key = path.removeFirst()
        current = key
        due.append((deadline, .touch(key: key)))
        nextStep = deadline.advanced(by: crossingFrames)
        restEnds = max(restEnds, nextStep)
      }
    }
    return due
  }

  /// When something becomes due by itself; nil while the finger is off the ribbon.
  public var deadline: StreamTime? {
    guard current != nil else { return nil }
    return path.isEmpty ? restEnds : max(nextStep, restEnds.advanced(by: -restFrames))
  }

  /// Takes on a ribbon of another size: the finger leaves the old one.
  public mutating func resize(keyCount newCount: Int, at time: StreamTime) -> [(StreamTime, Action)] {
    keyCount = newCount
    path = []
    guard current != nil else { return [] }
    current = nil
    return [(time, .lift)]
  }
}

internal import Timebase

/// No sound card: blocks come at the pace of CLOCK_MONOTONIC, what is rendered goes nowhere.
///
/// It keeps the stream's time while no device runs, and, given a source, plays the demonstration's instrument.
public final class NullDevice: AudioDevice {
  /// Adds `frames` samples to a buffer of zeros.
  public typealias Source = @Sendable (UnsafeMutablePointer<Float>, Int) -> Void

  /// What the stream is like.
  public let shape: StreamShape
  /// What it is.
  public let name: String

  private let source: Source?
  private var started: Int64 = 0
  private var frames: Int64 = 0

  /// A block this late is not caught up with, in nanoseconds: the machine was asleep.
  private static let lateNanoseconds: Int64 = 500_000_000

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - name: for people.
  ///   - rate: frames a second.
  ///   - blockFrames: frames of a block.
  ///   - source: what is captured; nil for silence.
  public init(name: String, rate: Int, blockFrames: Int, source: Source? = nil) {
    self.name = name
    self.source = source
    shape = StreamShape(rate: rate, blockFrames: blockFrames, inputChannels: source == nil ? 0 : 1)
  }

  /// Starts the clock.
  public func start() {
    started = MonotonicClock.nanoseconds()
    frames = 0
  }

  /// Waits until the block's last frame is due.
  public func capture(into input: UnsafeMutablePointer<Float>) -> BlockOutcome {
    frames += Int64(shape.blockFrames)
    // Whole seconds apart, so that hours do not overflow.
    let rate = Int64(shape.rate)
    let due = started + frames / rate * 1_000_000_000 + frames % rate * 1_000_000_000 / rate
    let now = MonotonicClock.nanoseconds()
    if now - due > Self.lateNanoseconds {
      started += now - due
    } else if now < due {
      MonotonicClock.sleep(until: due)
    }
    if let source {
      input.update(repeating: 0, count: shape.blockFrames)
      source(input, shape.blockFrames)
    }
    return .frames(shape.blockFrames)
  }

  /// Lets the block go.
  public func play(_ output: UnsafePointer<Float>, frames: Int) {}

  /// Nothing is held.
  public func stop() {}
}

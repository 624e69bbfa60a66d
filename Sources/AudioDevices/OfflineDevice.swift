/// A file in, a file out, as fast as they go: blocks come when asked for, from a source, and go to a sink.
public final class OfflineDevice: AudioDevice {
  /// Fills a block of interleaved frames; returns how many it had, fewer or none at the end.
  public typealias Source = (UnsafeMutablePointer<Float>, Int) throws(AudioFault) -> Int
  /// Takes rendered samples.
  public typealias Sink = (UnsafePointer<Float>, Int) throws(AudioFault) -> Void

  /// What the stream is like.
  public let shape: StreamShape
  /// What it is.
  public let name: String

  private let source: Source
  private let sink: Sink

  /// Makes a device.
  public init(name: String, shape: StreamShape, source: @escaping Source, sink: @escaping Sink = { _, _ in }) {
    self.name = name
    self.shape = shape
    self.source = source
    self.sink = sink
  }

  /// Nothing to start.
  public func start() {}

  /// Takes the next block from the source.
  public func capture(into input: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome {
    let count = try source(input, shape.blockFrames)
    return count > 0 ? .frames(count) : .ended
  }

  /// Gives a block to the sink.
  public func play(_ output: UnsafePointer<Float>, frames: Int) throws(AudioFault) {
    try sink(output, frames)
  }

  /// Nothing to stop.
  public func stop() {}
}

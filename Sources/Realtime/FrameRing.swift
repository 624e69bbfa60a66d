/// Frames on their way from the audio thread to the analysis thread: what was captured beside what was
/// rendered at the same instant, sample by sample.
///
/// One producer, one consumer, no waiting. A write that does not fit is refused whole, so that what is lost is
/// whole blocks, and the producer can say where the gap lies.
public final class FrameRing: @unchecked Sendable {
  /// The ring without its ownership: trivial, since counting references may lock.
  ///
  /// Valid as long as the ring lives.
  public struct Unowned: @unchecked Sendable {
    let captured: UnsafeMutablePointer<Float>
    let rendered: UnsafeMutablePointer<Float>
    let indices: SharedIndices
    let mask: Int

    /// Whether `count` frames fit now; they still will when nothing was written since.
    ///
    /// Producer (audio thread). Wait-free.
    @_noLocks
    public func hasRoom(for count: Int) -> Bool {
      count <= mask + 1 - Int(indices.written &- indices.readByConsumer)
    }

    /// Appends `count` frames of both signals; false, and nothing written, when they do not fit.
    ///
    /// Producer (audio thread). Wait-free.
    @_noLocks
    public func write(
      captured source: UnsafePointer<Float>, rendered renderedSource: UnsafePointer<Float>, count: Int
    ) -> Bool {
      guard hasRoom(for: count) else { return false }
      let written = indices.written
      let start = Int(truncatingIfNeeded: written)
      for i in 0..<count {
        let slot = (start &+ i) & mask
        captured[slot] = source[i]
        rendered[slot] = renderedSource[i]
      }
      indices.publishWritten(written &+ UInt64(count))
      return true
    }
  }

  /// The ring for the audio thread.
  public let unowned: Unowned

  /// Makes an empty ring that holds at least `capacity` frames (rounded up to a power of two).
  public init(capacity: Int) {
    let size = powerOfTwo(atLeast: capacity)
    unowned = Unowned(
      captured: .allocate(capacity: size), rendered: .allocate(capacity: size), indices: SharedIndices(),
      mask: size - 1)
    unowned.captured.initialize(repeating: 0, count: size)
    unowned.rendered.initialize(repeating: 0, count: size)
  }

  deinit {
    unowned.captured.deallocate()
    unowned.rendered.deallocate()
    unowned.indices.deallocate()
  }

  /// How many frames fit.
  public var capacity: Int { unowned.mask + 1 }

  /// How many frames wait to be read.
  ///
  /// Consumer; the producer may only have added to it since.
  public var count: Int { Int(unowned.indices.writtenByProducer &- unowned.indices.read) }

  /// Takes `count` frames of both signals; false, and nothing read, when fewer wait.
  ///
  /// Consumer. Wait-free.
  public func read(
    captured target: UnsafeMutablePointer<Float>, rendered renderedTarget: UnsafeMutablePointer<Float>,
    count: Int
  ) -> Bool {
    let read = unowned.indices.read
    guard count <= self.count else { return false }
    let start = Int(truncatingIfNeeded: read)
    for i in 0..<count {
      let slot = (start &+ i) & unowned.mask
      target[i] = unowned.captured[slot]
      renderedTarget[i] = unowned.rendered[slot]
    }
    unowned.indices.publishRead(read &+ UInt64(count))
    return true
  }
}

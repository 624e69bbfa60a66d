import Synchronization

/// Waits for whoever holds the lock.
final class Level: Sendable {
  let value = Mutex<Float>(1)

  @_noLocks
  func render(_ sample: Float) -> Float { sample * value.withLock { $0 } }
}

internal import CRealtime

/// A number that any thread may add to and any thread may read: a flag, a counter of losses.
public final class Counter: @unchecked Sendable {
  /// The counter without its ownership: trivial, since counting references may lock.
  ///
  /// Valid as long as the counter lives.
  public struct Unowned: @unchecked Sendable {
    let word: UnsafeMutablePointer<UInt64>

    /// Adds.
    ///
    /// Any thread. Wait-free.
    @_noLocks
    public func add(_ amount: UInt64) { _ = cr_add(word, amount) }
  }

  /// The counter for the audio thread.
  public let unowned: Unowned

  /// Makes a counter that stands at zero.
  public init() {
    unowned = Unowned(word: .allocate(capacity: 1))
    unowned.word.initialize(to: 0)
  }

  deinit { unowned.word.deallocate() }

  /// What it stands at.
  ///
  /// Any thread. Wait-free.
  public var value: UInt64 { cr_load_acquire(unowned.word) }

  /// Adds.
  ///
  /// Any thread. Wait-free.
  public func add(_ amount: UInt64 = 1) { unowned.add(amount) }
}

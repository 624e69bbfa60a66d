internal import CRealtime

/// The newest value that one thread has to tell another; older ones that were never looked at are lost.
///
/// A triple buffer: the writer fills a slot of its own and swaps it for the shared one, the reader swaps the
/// shared one for its own when it is newer. One writer, one reader, both wait-free. `Value` must be trivial
/// where the audio thread takes part; the compiler checks the methods, specialised, in every `@_noLocks` caller.
public final class Snapshot<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// [0] the shared slot's number, plus 4 while the reader has not taken it; [1] the writer's slot;
  /// [2] the reader's.
  @usableFromInline let words: UnsafeMutablePointer<UInt64>

  /// Makes a snapshot that reads `initial` until something is published.
  public init(_ initial: Value) {
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: initial, count: 3)
    words = .allocate(capacity: 3)
    words.initialize(repeating: 0, count: 3)
    words[1] = 1
    words[2] = 2
  }

  deinit {
    slots.deinitialize(count: 3)
    slots.deallocate()
    words.deallocate()
  }

  /// Makes `value` the newest.
  ///
  /// Writer.
  @inlinable
  public func publish(_ value: Value) {
    let mine = words[1]
    slots[Int(mine)] = value
    words[1] = exchangeShared(mine | 4) & 3
  }

  /// The newest value published, or the initial one.
  ///
  /// Reader.
  @inlinable
  public func read() -> Value {
    if sharedIsFresh { words[2] = exchangeShared(words[2]) & 3 }
    return slots[Int(words[2])]
  }

  @usableFromInline @_noLocks
  func exchangeShared(_ value: UInt64) -> UInt64 { cr_exchange(words, value) }

  @usableFromInline
  var sharedIsFresh: Bool { @_noLocks get { cr_load_acquire(words) & 4 != 0 } }
}

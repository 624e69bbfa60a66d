internal import CRealtime

/// A write and a read position that two threads share, each on a cache line of its own so that neither
/// thread's stores slow the other's loads.
@usableFromInline
struct SharedIndices: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>

  init() {
    let wordsPerLine = 8
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * wordsPerLine * 8, alignment: 64)
    words = memory.initializeMemory(as: UInt64.self, repeating: 0, count: 2 * wordsPerLine)
  }

  func deallocate() { UnsafeMutableRawPointer(words).deallocate() }

  @usableFromInline
  var written: UInt64 { @_noLocks get { cr_load_relaxed(words) } }

  @usableFromInline
  var writtenByProducer: UInt64 { @_noLocks get { cr_load_acquire(words) } }

  @usableFromInline @_noLocks
  func publishWritten(_ position: UInt64) { cr_store_release(words, position) }

  @usableFromInline
  var read: UInt64 { @_noLocks get { cr_load_relaxed(words + 8) } }

  @usableFromInline
  var readByConsumer: UInt64 { @_noLocks get { cr_load_acquire(words + 8) } }

  @usableFromInline @_noLocks
  func publishRead(_ position: UInt64) { cr_store_release(words + 8, position) }
}

/// The smallest power of two that is at least `count`, and at least 1.
func powerOfTwo(atLeast count: Int) -> Int {
  var size = 1
  while size < count { size *= 2 }
  return size
}

/// A bounded queue from one thread to one other, in order, without waiting on either side.
///
/// Made and freed outside the audio thread. Exactly one thread may call `push` and exactly one may call the
/// consumer's methods (`first`, `pop`); which they are is decided by whoever joins the threads. Where the audio thread
/// takes part, it uses `unowned`, and `Element` must be trivial (no reference inside): moving anything else could
/// free memory there.
///
/// The methods are generic and so cannot carry `@_noLocks` themselves; they are inlinable, and the compiler checks
/// them, specialised, in every `@_noLocks` caller. The indices count for ever and are masked on use, so a full queue
/// and an empty one differ (L. Lamport, "Proving the Correctness of Multiprocess Programs", 1977).
public final class EventQueue<Element: Sendable>: @unchecked Sendable {
  /// The queue without its ownership: trivial, since counting references may lock.
  ///
  /// Valid as long as the queue lives.
  public struct Unowned: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let indices: SharedIndices
    @usableFromInline let mask: UInt64

    /// Appends an element; false, and nothing appended, when the queue is full.
    ///
    /// Producer. Wait-free.
    @inlinable
    public func push(_ element: Element) -> Bool {
      let written = indices.written
      guard written &- indices.readByConsumer <= mask else { return false }
      (slots + Int(written & mask)).initialize(to: element)
      indices.publishWritten(written &+ 1)
      return true
    }

    /// The oldest element, left in place; nil when the queue is empty.
    ///
    /// Consumer. Wait-free.
    @inlinable
    public func first() -> Element? {
      let read = indices.read
      guard read != indices.writtenByProducer else { return nil }
      return slots[Int(read & mask)]
    }

    /// Where the oldest element lies until it is taken; nil when the queue is empty.
    ///
    /// Consumer. Wait-free. For elements that are more than a few words: Swift 6.0 cannot compile a copy of those,
    /// optional, into an unoptimised `@_noLocks` function.
    @inlinable
    public func oldest() -> UnsafePointer<Element>? {
      let read = indices.read
      guard read != indices.writtenByProducer else { return nil }
      return UnsafePointer(slots + Int(read & mask))
    }

    /// Lets go of the oldest element; does nothing when the queue is empty.
    ///
    /// Consumer. Wait-free.
    @inlinable
    public func removeOldest() {
      let read = indices.read
      guard read != indices.writtenByProducer else { return }
      _ = (slots + Int(read & mask)).move()
      indices.publishRead(read &+ 1)
    }

    /// Takes the oldest element; nil when the queue is empty.
    ///
    /// Consumer. Wait-free.
    @inlinable
    public func pop() -> Element? {
      let read = indices.read
      guard read != indices.writtenByProducer else { return nil }
      let element = (slots + Int(read & mask)).move()
      indices.publishRead(read &+ 1)
      return element
    }
  }

  /// The queue for the audio thread.
  public let unowned: Unowned

  /// Makes an empty queue that holds at least `capacity` elements (rounded up to a power of two).
  public init(capacity: Int) {
    let size = powerOfTwo(atLeast: capacity)
    unowned = Unowned(slots: .allocate(capacity: size), indices: SharedIndices(), mask: UInt64(size - 1))
  }

  deinit {
    while unowned.pop() != nil {}
    unowned.slots.deallocate()
    unowned.indices.deallocate()
  }

  /// How many elements fit.
  public var capacity: Int { Int(unowned.mask) + 1 }

  /// Appends an element; false, and nothing appended, when the queue is full.
  ///
  /// Producer. Wait-free.
  public func push(_ element: Element) -> Bool { unowned.push(element) }

  /// The oldest element, left in place; nil when the queue is empty.
  ///
  /// Consumer. Wait-free.
  public func first() -> Element? { unowned.first() }

  /// Takes the oldest element; nil when the queue is empty.
  ///
  /// Consumer. Wait-free.
  public func pop() -> Element? { unowned.pop() }
}

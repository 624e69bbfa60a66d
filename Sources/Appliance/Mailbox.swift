internal import Realtime
internal import Synchronization

/// Lines that any thread has to say, on their way to the one that prints.
typealias Notices = Mailbox<String>

/// What threads have for another that is in no hurry.
///
/// Not for the render path: it locks.
final class Mailbox<Item: Sendable>: Sendable {
  /// Rung when there is something to take.
  let posted = WakeSignal()
  private let items = Mutex<[Item]>([])

  /// Adds an item.
  func post(_ item: Item) {
    items.withLock { $0.append(item) }
    posted.ring()
  }

  /// Takes all items, oldest first.
  func take() -> [Item] {
    posted.clear()
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}

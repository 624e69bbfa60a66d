internal import MIDIDevices
internal import MIDIMessages
internal import Realtime

/// Messages of the analysis thread on their way to the control thread, which owns the sequencer.
final class Outgoing: Sendable {
  /// Rung when there is something to send.
  let posted = WakeSignal()
  /// Messages that did not fit.
  let lost = Counter()
  private let queue = EventQueue<Message>(capacity: 1024)

  /// Adds messages.
  ///
  /// Analysis thread.
  func post(_ messages: [Message]) {
    guard !messages.isEmpty else { return }
    for message in messages where !queue.push(message) { lost.add() }
    posted.ring()
  }

  /// Takes all messages, oldest first.
  ///
  /// Control thread.
  func take() -> [Message] {
    posted.clear()
    var messages: [Message] = []
    while let message = queue.pop() { messages.append(message) }
    return messages
  }
}

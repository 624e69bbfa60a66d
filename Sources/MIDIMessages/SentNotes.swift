/// What a receiver has been told and not yet been told the end of: the notes that sound and the wheels that are off
/// their centre.
public struct SentNotes: Hashable, Sendable {
  private struct Note: Hashable {
    var channel: Channel
    var note: UInt7
  }

  private var notes: [Note] = []
  private var bent: [Channel] = []

  /// Nothing sounds.
  public init() {}

  /// Whether there is nothing to end.
  public var isEmpty: Bool { notes.isEmpty && bent.isEmpty }

  /// Takes in a message that was sent.
  public mutating func record(_ message: Message) {
    switch message {
    case .noteOn(let channel, let note, let velocity):
      notes.removeAll { $0 == Note(channel: channel, note: note) }
      if velocity > 0 { notes.append(Note(channel: channel, note: note)) }
    case .noteOff(let channel, let note, _): notes.removeAll { $0 == Note(channel: channel, note: note) }
    case .pitchBend(let channel, let value):
      bent.removeAll { $0 == channel }
      if value != PitchBend.centre { bent.append(channel) }
    default: break
    }
  }

  /// What ends it: each note's own note-off, oldest first, and then the wheels back to their centre.
  public var ending: [Message] {
    notes.map { .noteOff(channel: $0.channel, note: $0.note, velocity: 64) }
      + bent.map { .pitchBend(channel: $0, value: PitchBend.centre) }
  }
}

package import MIDIMessages

/// What the receivers of a port must know: which notes sound, how each channel is bent and where its controllers stand.
///
/// Follows all that is sent, so that a receiver that missed some of it can be told anew. Fixed in size.
package struct PortState {
  // By channel and note, or channel and controller.
  private var velocities = [UInt7?](repeating: nil, count: 16 * 128)
  private var mayHang = Set<Int>()
  private var controllers = [UInt7?](repeating: nil, count: 16 * 128)
  private var bends = [UInt14?](repeating: nil, count: 16)
  private var tunings = [Message?](repeating: nil, count: 128)

  package init() {}

  /// Controllers that are steps of a longer conversation, or commands.
  private static let notStates = Set([6, 38] + Array(96...101) + Array(120...127))

  /// Takes note of a message that is to be sent.
  package mutating func follow(_ message: Message) {
    if let change = SingleNoteTuning(message) { tunings[change.key.value] = message }
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity.value > 0:
      velocities[Self.index(channel, note)] = velocity
    case .noteOff(let channel, let note, _), .noteOn(let channel, let note, _):
      let index = Self.index(channel, note)
      if velocities[index] != nil { mayHang.insert(index) }
      velocities[index] = nil
    case .controlChange(let channel, let controller, let value):
      if !Self.notStates.contains(controller.number.value) {
        controllers[Self.index(channel, controller.number)] = value
      }
    case .pitchBend(let channel, let value): bends[channel.index] = value
    default: break
    }
  }

  /// Forgets the notes that ended: everybody has been told.
  package mutating func everythingArrived() { mayHang.removeAll(keepingCapacity: true) }

  /// What brings a receiver up to date that may have missed anything.
  ///
  /// First the note-offs of what must not sound, then what it is told on being connected, then the state; a note that
  /// sounds is struck again.
  ///
  /// - Parameter introduction: what a receiver is told on being connected.
  package func messages(after introduction: [Message]) -> [Message] {
    var messages = mayHang.sorted().map(Self.noteOff) + introduction
    for index in velocities.indices where velocities[index] != nil { messages.append(Self.noteOff(index)) }
    for index in controllers.indices {
      guard let value = controllers[index] else { continue }
      messages.append(
        .controlChange(
          channel: Channel(clamping: index / 128), controller: Controller(UInt7(clamping: index % 128)), value: value))
    }
    for (index, bend) in bends.enumerated() {
      if let bend { messages.append(.pitchBend(channel: Channel(clamping: index), value: bend)) }
    }
    for index in velocities.indices {
      guard let velocity = velocities[index] else { continue }
      if let tuning = tunings[index % 128] { messages.append(tuning) }
      messages.append(
        .noteOn(channel: Channel(clamping: index / 128), note: UInt7(clamping: index % 128), velocity: velocity))
    }
    return messages
  }

  /// What ends all that sounds: each note's own note-off, and then the wheels back to their centre.
  var ending: [Message] {
    var messages = velocities.indices.filter { velocities[$0] != nil }.map(Self.noteOff)
    for (index, bend) in bends.enumerated() where bend != nil && bend != PitchBend.centre {
      messages.append(.pitchBend(channel: Channel(clamping: index), value: PitchBend.centre))
    }
    return messages
  }

  private static func index(_ channel: Channel, _ note: UInt7) -> Int { 128 * channel.index + note.value }

  private static func noteOff(_ index: Int) -> Message {
    .noteOff(channel: Channel(clamping: index / 128), note: UInt7(clamping: index % 128), velocity: UInt7(clamping: 64))
  }
}

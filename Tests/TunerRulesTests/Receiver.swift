import MIDIMessages

/// A receiver of notes and bends, as strict as the pickiest one.
struct Receiver {
  private(set) var notes: [Channel: UInt7] = [:]
  private(set) var bends: [Channel: UInt14] = [:]
  private(set) var noteOns = 0
  /// The first thing that a receiver should never be sent.
  private(set) var fault: String?
  private var range: BendRange
  private var previous: Message?

  init(range: BendRange = .standard) { self.range = range }

  mutating func receive(_ message: Message) {
    switch message {
    case .noteOn(let channel, let note, let velocity):
      noteOns += 1
      if velocity == 0 { reject("a note-on without velocity") }
      if notes[channel] != nil { reject("a note-on over a sounding note") }
      if case .pitchBend(channel, _)? = previous {} else { reject("a note-on without its bend before it") }
      notes[channel] = note
    case .noteOff(let channel, let note, _):
      if notes[channel] != note { reject("a note-off for \(note.value), which does not sound") }
      notes[channel] = nil
    case .pitchBend(let channel, let value): bends[channel] = value
    default: reject("\(message)")
    }
    previous = message
  }

  /// What sounds on a channel, in semitones above note 0 of A4 = 440 Hz.
  func pitch(_ channel: Channel) -> Double? {
    notes[channel].map { note in
      Double(note.value) + PitchBend.cents(bends[channel] ?? PitchBend.centre, range: range) / 100
    }
  }

  private mutating func reject(_ text: String) { if fault == nil { fault = text } }
}

import MIDIMessages

/// A standard MIDI file of notes, one after the other or together.
struct Song {
  private var messages: [TimedMessage] = []
  private var end: Int64 = 0

  static let rate = 48_000
  static let channel = Channel(clamping: 0)

  /// Notes of one length, one after the other, with rests between.
  init(_ notes: [Int] = [], seconds: Double = 0, rest: Double = 0) {
    for (number, note) in notes.enumerated() {
      let start = Double(number) * (seconds + rest)
      add(note, from: start, to: start + seconds)
    }
    end(at: Double(notes.count) * (seconds + rest))
  }

  mutating func add(_ note: Int, from start: Double, to end: Double) {
    let key = UInt7(clamping: note)
    add(.noteOn(channel: Self.channel, note: key, velocity: 100), at: start)
    add(.noteOff(channel: Self.channel, note: key, velocity: 64), at: end)
  }

  mutating func add(_ message: Message, at seconds: Double) {
    messages.append(TimedMessage(frame: frame(seconds), message: message))
  }

  mutating func end(at seconds: Double) { end = frame(seconds) }

  var bytes: [UInt8] { StandardMIDIFile.encode(messages, endFrame: end, rate: Self.rate) }

  private func frame(_ seconds: Double) -> Int64 { Int64((seconds * Double(Self.rate)).rounded()) }
}

import MIDIMessages
import TestSupport
import Testing

/// A note of a file that `transcribe` has written.
struct Played {
  /// When a note's windows are full of it.
  static let settledSeconds = 0.35

  var note: Int
  var start: Double
  var end: Double
  /// The bend in force when it had settled.
  var cents: Double

  /// The notes of the file that `transcribe` writes; what breaks the rules of port `pitch` is recorded.
  static func transcribed(_ folder: TemporaryFolder, _ path: String, range semitones: Int = 2) throws -> [Played] {
    let range = BendRange(clamping: semitones)
    let output = folder.file("out.mid")
    let result = Program.run(["transcribe", path, "-o", output, "--bend-range", "\(semitones)"])
    #expect(result.exit == 0 && result.errors.isEmpty && result.output.isEmpty)
    let file = try StandardMIDIFile(bytes: TemporaryFolder.read(output), file: output)
    let messages = file.frames(rate: 48_000).messages
    let told = UInt7(clamping: semitones)
    var played: [Played] = []
    var isSounding = false
    var bend: UInt14?
    #expect(
      Array(messages.prefix(3).map(\.message))
        == [(Controller.registeredParameterMSB, UInt7(0)), (.registeredParameterLSB, 0), (.dataEntry, told)].map {
          .controlChange(channel: Song.channel, controller: $0.0, value: $0.1)
        })
    for timed in messages {
      let seconds = Double(timed.frame) / 48_000
      switch timed.message {
      case .pitchBend(_, let value):
        bend = value
        guard isSounding, let last = played.last, seconds < last.start + settledSeconds else { continue }
        played[played.count - 1].cents = PitchBend.cents(value, range: range)
      case .noteOn(_, let note, let velocity):
        #expect(!isSounding && velocity > 0)
        let value = try #require(bend, "a bend precedes the note")
        played.append(
          Played(note: note.value, start: seconds, end: .infinity, cents: PitchBend.cents(value, range: range)))
        isSounding = true
      case .noteOff(_, let note, _):
        #expect(isSounding && played.last?.note == note.value)
        played[played.count - 1].end = seconds
        isSounding = false
      case .controlChange: #expect(played.isEmpty)
      default: Issue.record("\(timed.message)")
      }
    }
    #expect(!isSounding)
    #expect(bend == nil || bend == PitchBend.centre)
    return played
  }
}

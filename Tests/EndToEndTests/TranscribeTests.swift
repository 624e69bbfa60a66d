import DroneSynth
import Glibc
import MIDIMessages
import TestSupport
import Testing

struct TranscribeTests {
  /// The longest window of the notes used here, the confirmation, and a hop.
  static let onsetSeconds = 0.09
  /// The release of 0.25 s, the longest window, the hold of 0.2 s, and a hop.
  static let endSeconds = 0.7
  /// When a note's windows are full of it.
  static let settledSeconds = 0.35
  /// What a bend of two semitones resolves, and what the first reading of a note may be off.
  static let bendCents = 1.0

  @Test("A rendered melody is written back: the right notes, once each, in time and in tune")
  func melody() throws {
    let folder = TemporaryFolder()
    let notes = [45, 57, 61, 64, 69, 64, 52, 81]
    let step = 1.4
    let song = folder.write(Song(notes, seconds: 0.5, rest: step - 0.5).bytes, "song.mid")
    #expect(Program.run(["render", song, "-o", folder.file("song.wav")]).exit == 0)
    let played = try transcribe(folder, folder.file("song.wav"))
    #expect(played.map(\.note) == notes)
    for (number, note) in played.enumerated() {
      let start = Double(number) * step
      #expect(note.start > start && note.start < start + Self.onsetSeconds, "note \(number) at \(note.start) s")
      #expect(note.end > start + 0.5 && note.end < start + 0.5 + Self.endSeconds, "note \(number) to \(note.end) s")
      #expect(abs(note.cents) < Self.bendCents, "note \(number): \(note.cents) cents")
    }
  }

  @Test("A plucked string is one note however low it is, and a pitch between notes is its note and bend")
  func strings() throws {
    let folder = TemporaryFolder()
    for (note, offset) in [(28, 0.0), (33, -30), (40, 20), (52, 45), (64, -45), (76, 0)] {
      let detuned = Signal.hertz(ofNote: note) * exp2(offset / 1200)
      var string = PluckedString(frequency: detuned, amplitude: 0.5, sampleRate: 44_100)
      var samples = Array(repeating: Float(0), count: 66_150)
      samples.withUnsafeMutableBufferPointer {
        if let base = $0.baseAddress { string.add(to: base + 4410, count: $0.count - 4410) }
      }
      let path = folder.write(WAVFile.encode([samples], rate: 44_100, format: .integer16), "string.wav")
      let played = try transcribe(folder, path)
      #expect(played.map(\.note) == [note], "note \(note)")
      let first = try #require(played.first)
      #expect(abs(first.cents - offset) < 2 * Self.bendCents, "note \(note): \(first.cents) cents")
      #expect(first.end > 1.4)
    }
  }

  @Test("Silence and noise are written as no note at all")
  func nothing() throws {
    let folder = TemporaryFolder()
    for samples in [
      Array(repeating: Float(0), count: 48_000), Signal.noise(amplitude: 0.3, count: 96_000, seed: 2)
    ] {
      let path = folder.write(WAVFile.encode([samples], rate: 48_000), "a.wav")
      #expect(try transcribe(folder, path).isEmpty)
    }
  }

  struct Played {
    var note: Int
    var start: Double
    var end: Double
    /// The bend in force when it had settled.
    var cents: Double
  }

  /// The notes of the file that `transcribe` writes; what breaks the rules of port `pitch` is recorded.
  private func transcribe(_ folder: TemporaryFolder, _ path: String) throws -> [Played] {
    let output = folder.file("out.mid")
    let result = Program.run(["transcribe", path, "-o", output])
    #expect(result.exit == 0 && result.errors.isEmpty && result.output.isEmpty)
    let file = try StandardMIDIFile(bytes: TemporaryFolder.read(output), file: output)
    let messages = file.frames(rate: 48_000).messages
    var played: [Played] = []
    var isSounding = false
    var bend: UInt14?
    #expect(
      Array(messages.prefix(3).map(\.message))
        == [(Controller.registeredParameterMSB, UInt7(0)), (.registeredParameterLSB, 0), (.dataEntry, 2)].map {
          .controlChange(channel: Song.channel, controller: $0.0, value: $0.1)
        })
    for timed in messages {
      let seconds = Double(timed.frame) / 48_000
      switch timed.message {
      case .pitchBend(_, let value):
        bend = value
        guard isSounding, let last = played.last, seconds < last.start + Self.settledSeconds else { continue }
        played[played.count - 1].cents = PitchBend.cents(value, range: .standard)
      case .noteOn(_, let note, let velocity):
        #expect(!isSounding && velocity > 0)
        let value = try #require(bend, "a bend precedes the note")
        played.append(
          Played(note: note.value, start: seconds, end: .infinity, cents: PitchBend.cents(value, range: .standard)))
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

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
  /// What a bend of two semitones resolves, and what the first reading of a note may be off.
  static let bendCents = 1.0

  @Test("A rendered melody is written back: the right notes, once each, in time and in tune")
  func melody() throws {
    let folder = TemporaryFolder()
    let notes = [45, 57, 61, 64, 69, 64, 52, 81]
    let step = 1.4
    let song = folder.write(Song(notes, seconds: 0.5, rest: step - 0.5).bytes, "song.mid")
    #expect(Program.run(["render", song, "-o", folder.file("song.wav")]).exit == 0)
    let played = try Played.transcribed(folder, folder.file("song.wav"))
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
      let played = try Played.transcribed(folder, path)
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
      #expect(try Played.transcribed(folder, path).isEmpty)
    }
  }

  @Test(
    "A vibrato of 40 cents to either side is one note with bends, a string that dies away has no ghost an octave off")
  func oneNote() throws {
    let folder = TemporaryFolder()
    for hertz in [110.0, 196, 440] {
      let samples = Signal.glide(seconds: 3, rate: 48_000) { hertz * exp2(40 * sin(2 * .pi * 5.5 * $0) / 1200) }
      let path = folder.write(WAVFile.encode([samples], rate: 48_000), "vibrato.wav")
      #expect(try Played.transcribed(folder, path).count == 1, "\(hertz) Hz")
    }
    for note in [28, 40, 45, 55, 64] {
      var string = PluckedString(frequency: Signal.hertz(ofNote: note), amplitude: 0.5, sampleRate: 48_000)
      var samples = Array(repeating: Float(0), count: 480_000)
      samples.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { string.add(to: base, count: $0.count) } }
      let path = folder.write(WAVFile.encode([samples], rate: 48_000), "string.wav")
      #expect(try Played.transcribed(folder, path).map(\.note) == [note])
    }
  }

  @Test("A slow slide over an octave begins another note only where the bend range ends")
  func slide() throws {
    let folder = TemporaryFolder()
    let samples = Signal.glide(seconds: 4, rate: 48_000) { 220 * exp2(min(1, max(0, ($0 - 0.5) / 3))) }
    let path = folder.write(WAVFile.encode([samples], rate: 48_000), "slide.wav")
    #expect(try Played.transcribed(folder, path).map(\.note) == [57, 59, 61, 63, 65, 67, 69])
    #expect(try Played.transcribed(folder, path, range: 13).map(\.note) == [57])
  }

  @Test("Each mode is written as it would have been sent, and a relative bend knows the reference")
  func modes() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      WAVFile.encode([Signal.harmonicTone(415 / 2, rate: 48_000, seconds: 1)], rate: 48_000), "old.wav")
    func messages(_ options: [String]) throws -> [Message] {
      let output = folder.file("out.mid")
      #expect(Program.run(["transcribe", path, "-o", output, "--reference", "415"] + options).exit == 0)
      return try StandardMIDIFile(bytes: TemporaryFolder.read(output), file: output).frames(rate: 48_000).messages
        .map(\.message)
    }
    func notes(_ messages: [Message]) -> [Int] {
      messages.compactMap { if case .noteOn(_, let note, _) = $0 { note.value } else { nil } }
    }
    #expect(try notes(messages([])) == [56])
    #expect(try notes(messages(["--bend", "relative"])) == [57])
    let zone = try messages(["--mode", "mpe"])
    #expect(Array(zone.prefix(2).map(\.bytes)) == [[0xB0, 101, 0], [0xB0, 100, 6]])
    #expect(zone.contains { if case .noteOn(Channel(clamping: 1), 56, _) = $0 { true } else { false } })
    let tuned = try messages(["--mode", "mts"]).compactMap { SingleNoteTuning($0) }
    let first = try #require(tuned.first)
    #expect(abs(first.pitch.cents(above: 69) + 1200 + 101.27) < Self.bendCents)
    let shown = try messages(["--mode", "display", "--deviation", "velocity"])
    #expect(notes(shown) == [57] && shown.count == 2)
    let wrong = Program.run(["transcribe", path, "-o", folder.file("x.mid"), "--mode", "midi"])
    #expect(wrong.exit == 2 && wrong.errors.contains("bend or mpe or mts or display"))
  }
}

import MIDIMessages
import TestSupport
import Testing

struct RenderTests {
  /// Between what was asked for and what is shown, and heard in the middle of the hops.
  static let pitchCents = 0.1
  /// In the odd hop of a low note the refinement stops a step early, and is worth half as much.
  static let hopCents = 0.35
  /// The limiter's ceiling.
  static let ceiling: Float = 0.95
  /// The release to silence, the look-ahead, and the blocks that the end is noticed in.
  static let tailSeconds = 3.0

  @Test("A rendered note is heard and shown as itself within 0.1 cent, at any rate and reference")
  func pitches() throws {
    let folder = TemporaryFolder()
    let notes = Array(stride(from: 28, through: 91, by: 7))
    let song = folder.write(Song(notes, seconds: 0.8, rest: 0.2).bytes, "song.mid")
    let output = folder.file("song.wav")
    for (rate, reference) in [(44_100, 440.0), (48_000, 440), (96_000, 415.3), (48_000, 466.16)] {
      let rendered = Program.run(
        ["render", song, "-o", output, "--rate", "\(rate)", "--reference", "\(reference)"])
      #expect(rendered.exit == 0 && rendered.errors.isEmpty && rendered.output.isEmpty)
      let table = Table(csv: Program.run(["analyze", output, "--reference", "\(reference)"]).output)
      for (number, note) in notes.enumerated() {
        let wanted = Signal.hertz(ofNote: note) * reference / 440
        // A low note's window is full after 0.2 s; it must not reach into the release.
        let rows = table.rows(from: Double(number) + 0.3, to: Double(number) + 0.78)
        #expect(rows.count > 80)
        expectPitch(wanted, rows, "\(rate) Hz, note \(note)")
        let shown = rows.filter { $0.time > Double(number) + 0.7 }
        #expect(shown.allSatisfy { abs($0.cents) < Self.pitchCents && $0.isLatched }, "\(rate) Hz, note \(note)")
      }
    }
  }

  private func expectPitch(_ frequency: Double, _ rows: [Table.Row], _ name: String) {
    let cents = rows.map { Signal.cents(max(1, $0.frequency), above: frequency) }.sorted()
    guard let lowest = cents.first, let highest = cents.last else {
      Issue.record("\(name): no rows")
      return
    }
    #expect(abs(cents[cents.count / 2]) < Self.pitchCents, "\(name)")
    #expect(lowest > -Self.hopCents && highest < Self.hopCents, "\(name): \(lowest) to \(highest)")
  }

  @Test("Three notes sound together at their pitches; a fourth takes the place of the first")
  func chord() throws {
    let folder = TemporaryFolder()
    var song = Song()
    for (note, start) in [(45, 0.0), (64, 0.1), (73, 0.2), (81, 1.0)] {
      song.add(
        .noteOn(channel: Song.channel, note: UInt7(clamping: note), velocity: 100), at: start)
    }
    song.end(at: 2)
    let output = folder.file("chord.wav")
    #expect(Program.run(["render", folder.write(song.bytes, "chord.mid"), "-o", output]).exit == 0)
    let samples = try #require(WAVFile.floats(TemporaryFolder.read(output)))
    let before = strengths(samples[24_000..<43_200])
    let after = strengths(samples[67_200..<86_400])
    #expect(before[0] > 0.02 && before[1] > 0.02 && before[2] > 0.02 && before[3] < 0.1 * before[2])
    #expect(after[0] < 0.02 * before[0] && after[1] > 0.02 && after[2] > 0.02 && after[3] > 0.02)
    #expect(samples.allSatisfy { abs($0) <= Self.ceiling })
  }

  /// The amplitudes of the four notes' first partials: three of them are no partial of another.
  private func strengths(_ samples: ArraySlice<Float>) -> [Double] {
    [45, 64, 73, 81].map { note in
      let cosine = Signal.tone(Signal.hertz(ofNote: note), rate: 48_000, seconds: 0.4, partials: [1])
      let quarter = Int((48_000 / Signal.hertz(ofNote: note) / 4).rounded())
      var (x, y) = (0.0, 0.0)
      for i in 0..<(cosine.count - quarter) {
        // A window that falls to nothing at both ends, so that partials nearby do not leak in.
        let place = Double(i) / Double(cosine.count - quarter)
        let sample = Double(samples[samples.startIndex + i]) * 4 * place * (1 - place)
        x += sample * Double(cosine[i])
        y += sample * Double(cosine[i + quarter])
      }
      return (x * x + y * y).squareRoot() / Double(cosine.count)
    }
  }

  @Test("The same song renders to the same bytes, and they say nothing of when")
  func equalRenders() throws {
    let folder = TemporaryFolder()
    let song = folder.write(Song([45, 57, 61, 64], seconds: 0.3, rest: 0.1).bytes, "song.mid")
    for name in ["a.wav", "b.wav"] { #expect(Program.run(["render", song, "-o", folder.file(name)]).exit == 0) }
    let first = TemporaryFolder.read(folder.file("a.wav"))
    #expect(first.count > 200_000)
    #expect(first.elementsEqual(TemporaryFolder.read(folder.file("b.wav"))))
  }

  @Test(
    "A song begins with silence where its first note comes later, and ends with silence soon after its last release")
  func silences() throws {
    let folder = TemporaryFolder()
    var song = Song()
    song.add(69, from: 0.5, to: 1)
    song.end(at: 1.2)
    let output = folder.file("a.wav")
    #expect(Program.run(["render", folder.write(song.bytes, "a.mid"), "-o", output]).exit == 0)
    let samples = try #require(WAVFile.floats(TemporaryFolder.read(output)))
    #expect(samples[0..<24_064].allSatisfy { $0 == 0 })
    #expect(samples[24_064..<24_100].contains { $0 != 0 })
    #expect(samples.suffix(64).allSatisfy { $0 == 0 })
    #expect(samples.count >= 57_600 && Double(samples.count) < (1.2 + Self.tailSeconds) * 48_000)
  }

  @Test("Keys are held by default; with --latch a second note-on lets go, and the end of the track fades the rest")
  func latching() throws {
    let folder = TemporaryFolder()
    var song = Song()
    song.add(57, from: 0, to: 0.1)
    song.add(57, from: 1, to: 1.1)
    song.add(64, from: 1, to: 1.1)
    song.end(at: 2)
    let path = folder.write(song.bytes, "a.mid")
    func note(_ table: Table, at seconds: Double) -> String {
      let row = table.rows(from: seconds, to: seconds + 0.01).first
      return row.map { $0.frequency > 0 && $0.level > -60 ? $0.note : "" } ?? "none"
    }
    let output = folder.file("a.wav")
    #expect(Program.run(["render", path, "-o", output, "--latch"]).exit == 0)
    let latched = Table(csv: Program.run(["analyze", output]).output)
    #expect([0.5, 0.95, 1.8, 1.99].map { note(latched, at: $0) } == ["A3", "A3", "E4", "E4"])
    let end = try #require(latched.lastRow)
    #expect(end.level < -90)
    #expect(latched.rows.count < Int((2 + Self.tailSeconds) * 48_000 / 256))

    #expect(Program.run(["render", path, "-o", output]).exit == 0)
    let held = Table(csv: Program.run(["analyze", output]).output)
    #expect(note(held, at: 0.09) == "A3")
    #expect([0.9, 1.9].map { note(held, at: $0) } == ["", ""])
  }

  @Test("A tone file is as long as asked, at its pitch, within the ceiling")
  func tone() throws {
    let folder = TemporaryFolder()
    let output = folder.file("tone.wav")
    let cases: [([String], Double, Double, Int)] = [
      (["A4"], 440, 5, 48_000), (["Bb2", "--seconds", "0.5"], Signal.hertz(ofNote: 46), 0.5, 48_000),
      (["432,5", "--seconds", "1"], 432.5, 1, 48_000), (["a4", "--reference", "442", "--seconds", "1"], 442, 1, 48_000),
      (["F#3", "--rate", "44100", "--seconds", "1"], Signal.hertz(ofNote: 54), 1, 44_100),
      (["4000", "--rate", "192000", "--seconds", "0.5"], 4000, 0.5, 192_000)
    ]
    for (arguments, frequency, seconds, rate) in cases {
      let result = Program.run(["tone", "-o", output] + arguments)
      #expect(result.exit == 0 && result.errors.isEmpty && result.output.isEmpty, "\(arguments)")
      let samples = try #require(WAVFile.floats(TemporaryFolder.read(output)))
      #expect(samples.allSatisfy { abs($0) <= Self.ceiling } && samples.contains { abs($0) > 0.1 })
      #expect(Double(samples.count) > seconds * Double(rate))
      #expect(Double(samples.count) < (seconds + Self.tailSeconds) * Double(rate))
      let rows = Table(csv: Program.run(["analyze", output]).output).rows(from: 0.3, to: seconds)
      #expect(rows.count > 30)
      expectPitch(frequency, rows, "\(arguments)")
    }
  }
}

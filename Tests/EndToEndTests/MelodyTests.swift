import Glibc
import MIDIMessages
import TestSupport
import Testing

/// Melodies that a synthesiser plays, written back: a second opinion on what notes are, where one is installed.
struct MelodyTests {
  private static let synthesiser = "/usr/bin/fluidsynth"
  private static let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  private static let isInstalled = access(synthesiser, X_OK) == 0 && access(font, R_OK) == 0

  /// The sample's own attack, two periods and their confirmation; where they do not agree, the windows' three.
  private static let onsetSeconds = 0.1
  private static let guitar = [40, 45, 52, 55, 59, 64, 62, 59, 57, 52, 48, 43]
  private static let bass = [33, 40, 45, 43, 40, 38, 36, 33]
  private static let sax = [60, 62, 64, 65, 67, 72, 70, 67, 57, 55]
  private static let trumpet = [60, 62, 65, 72, 74]

  struct Part: Sendable, CustomStringConvertible {
    var description: String
    /// By General MIDI, from 0.
    var program: UInt8
    var notes: [Int]
  }

  static let parts = [
    Part(description: "nylon guitar", program: 24, notes: guitar),
    Part(description: "steel guitar", program: 25, notes: guitar),
    Part(description: "fingered bass", program: 33, notes: bass)
  ]
  static let winds = [
    Part(description: "alto saxophone", program: 65, notes: sax),
    Part(description: "trumpet", program: 56, notes: trumpet)
  ]
  /// Of these a note that is played again is heard as one.
  static let repeaters = [
    Part(description: "nylon guitar", program: 24, notes: [45, 52, 64]),
    Part(description: "fingered bass", program: 33, notes: [33, 40, 45]),
    Part(description: "cello", program: 42, notes: [52, 60]),
    Part(description: "alto saxophone", program: 65, notes: [57, 64, 70]),
    Part(description: "trumpet", program: 56, notes: [60, 72])
  ]

  @Test(
    "Each note of a melody is written once, under its number and in time", .enabled(if: isInstalled),
    arguments: parts + winds)
  func detached(part: Part) throws {
    let step = 0.5
    var song = Song()
    song.add(.programChange(channel: Song.channel, program: UInt7(clamping: Int(part.program))), at: 0)
    for (number, note) in part.notes.enumerated() {
      // One string, or one breath: a new note stops the last.
      song.add(.controlChange(channel: Song.channel, controller: .allSoundOff, value: 0), at: Double(number) * step)
      song.add(note, from: Double(number) * step, to: Double(number) * step + 0.35)
    }
    song.end(at: Double(part.notes.count) * step + 0.5)
    let played = try Self.transcribed(song)
    #expect(played.map(\.note) == part.notes)
    for (number, note) in played.enumerated() {
      #expect(note.start > Double(number) * step && note.start < Double(number) * step + Self.onsetSeconds)
    }
  }

  @Test("A note that is played again is written again, in time", .enabled(if: isInstalled), arguments: repeaters)
  func repeated(part: Part) throws {
    let step = 0.4
    var song = Song()
    song.add(.programChange(channel: Song.channel, program: UInt7(clamping: Int(part.program))), at: 0)
    let notes = part.notes.flatMap { Array(repeating: $0, count: 4) }
    for (number, note) in notes.enumerated() {
      song.add(note, from: Double(number) * step, to: (Double(number) + 0.8) * step)
    }
    song.end(at: Double(notes.count) * step + 0.5)
    let played = try Self.transcribed(song)
    #expect(played.map(\.note) == notes)
    for (number, note) in played.enumerated() {
      #expect(note.start > Double(number) * step && note.start < Double(number) * step + Self.onsetSeconds)
    }
  }

  @Test(
    "A note that is bent by a semitone and back is one note", .enabled(if: isInstalled), arguments: parts.dropFirst())
  func slides(part: Part) throws {
    var song = Song()
    song.add(.programChange(channel: Song.channel, program: UInt7(clamping: Int(part.program))), at: 0)
    let notes = part.notes.prefix(4)
    for (number, note) in notes.enumerated() {
      let start = Double(number) * 1.5
      song.add(note, from: start, to: start + 1)
      for step in 0...60 {
        let cents = 100 * (1 - cos(2 * .pi * Double(step) / 60)) / 2
        song.add(
          .pitchBend(channel: Song.channel, value: PitchBend.value(cents: cents, range: .standard)),
          at: start + 0.3 + Double(step) * 0.01)
      }
    }
    song.end(at: Double(notes.count) * 1.5)
    #expect(try Self.transcribed(song).map(\.note) == Array(notes))
  }

  private static func transcribed(_ song: Song) throws -> [Played] {
    let folder = TemporaryFolder()
    let path = folder.write(song.bytes, "melody.mid")
    let sound = folder.file("melody.wav")
    let options = "-ni -g 0.8 -R 0 -C 0 -r 48000"
    try #require(system("\(synthesiser) \(options) -F '\(sound)' \(font) '\(path)' >/dev/null 2>&1") == 0)
    return try Played.transcribed(folder, sound)
  }
}

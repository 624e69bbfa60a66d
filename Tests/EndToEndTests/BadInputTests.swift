import MIDIMessages
import TestSupport
import Testing

struct BadInputTests {
  static let goodWAV = WAVFile.encode([Signal.harmonicTone(220, rate: 48_000, seconds: 0.2)], rate: 48_000)
  static let goodMIDI = StandardMIDIFile.encode(
    [
      TimedMessage(frame: 0, message: .noteOn(channel: Channel(clamping: 0), note: 57, velocity: 100)),
      TimedMessage(frame: 4800, message: .noteOff(channel: Channel(clamping: 0), note: 57, velocity: 64))
    ], endFrame: 9600, rate: 48_000)

  @Test("What is no audio file fails in one line that names it, for analyze and transcribe alike")
  func audioFiles() {
    let folder = TemporaryFolder()
    var badRate = Self.goodWAV
    badRate.replaceSubrange(24..<28, with: [50, 0, 0, 0])
    let paths = [
      folder.file("none.wav"), folder.path, "/dev/null", folder.write([], "empty.wav"),
      folder.write(Array("not a sound at all, but a text\n".utf8), "text.wav"),
      folder.write(Array(Self.goodWAV[0..<20]), "short.wav"), folder.write(Array(Self.goodWAV[0..<44]), "silent.wav"),
      folder.write(badRate, "rate.wav"), folder.write(Self.goodMIDI, "song.wav")
    ]
    for path in paths {
      for arguments in [["analyze", path], ["transcribe", path, "-o", folder.file("out.mid")]] {
        let result = Program.run(arguments)
        #expect(result.exit == 1, "\(arguments)")
        #expect(isOneLine(result.errors) && result.errors.contains(path), "\(result.errors)")
        // The header alone, or nothing.
        #expect(result.output.split(separator: "\n").count <= 1)
      }
    }
    #expect(TemporaryFolder.read(folder.file("out.mid")).isEmpty)
  }

  @Test("A WAV file that was cut off in its sound is read as far as it goes, and then it is said")
  func truncated() {
    let folder = TemporaryFolder()
    let path = folder.write(Array(Self.goodWAV[0..<(44 + 4 * 5000)]), "cut.wav")
    let result = Program.run(["analyze", path])
    #expect(result.exit == 1)
    #expect(result.errors.contains("cut short"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(Table(csv: result.output).rows.count == 5000 / 256)
  }

  @Test("Whatever a WAV file's header says, the program ends by itself with rows or one line")
  func damagedHeaders() {
    let folder = TemporaryFolder()
    var random = SplitMix64(seed: 31)
    var failed = 0
    for round in 0..<150 {
      var bytes = Self.goodWAV
      if round < 40 {
        let rate = round < 20 ? round * 60 : Int(truncatingIfNeeded: random.next() >> 33)
        bytes.replaceSubrange(24..<28, with: (0..<4).map { UInt8(truncatingIfNeeded: rate >> (8 * $0)) })
      } else {
        for _ in 0...(round % 3) {
          bytes[Int.random(in: 0..<44, using: &random)] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let result = Program.run(["analyze", folder.write(bytes, "a.wav")])
      #expect(result.exit == 0 && result.errors.isEmpty || result.exit == 1 && isOneLine(result.errors), "\(result)")
      if result.exit == 1 { failed += 1 }
    }
    #expect(failed > 20)
  }

  @Test("A damaged MIDI file fails in one line that names it and the place, or is rendered; never more than that")
  func midiFiles() {
    let folder = TemporaryFolder()
    let output = folder.file("out.wav")
    var paths = [
      folder.file("none.mid"), folder.path, folder.write([], "empty.mid"),
      folder.write(Array("MThd".utf8), "short.mid"), folder.write(Self.goodWAV, "sound.mid"),
      folder.write(Array(Self.goodMIDI.dropLast(5)), "cut.mid"), folder.write(Array("text\n".utf8), "text.mid")
    ]
    for path in paths {
      let result = Program.run(["render", path, "-o", output])
      #expect(result.exit == 1, "\(path)")
      #expect(isOneLine(result.errors) && result.errors.contains(path), "\(result.errors)")
    }
    var random = SplitMix64(seed: 8)
    paths = []
    for round in 0..<60 {
      var bytes = Self.goodMIDI
      // Not the delta times, which might ask for days of sound.
      for _ in 0...(round % 2) {
        bytes[Int.random(in: 0..<12, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      let result = Program.run(["render", folder.write(bytes, "a.mid"), "-o", output])
      #expect(result.exit == 0 && result.errors.isEmpty || result.exit == 1 && isOneLine(result.errors), "\(result)")
    }
  }

  @Test("An unknown preset, and a file that cannot be written, fail in one line")
  func presetsAndOutputs() {
    let folder = TemporaryFolder()
    let sound = folder.write(Self.goodWAV, "a.wav")
    let song = folder.write(Self.goodMIDI, "a.mid")
    let nowhere = folder.file("none/out")
    let cases: [([String], String)] = [
      (["analyze", sound, "--preset", "nonsense"], "nonsense"),
      (["render", song, "-o", folder.file("o.wav"), "--preset", "nonsense"], "nonsense"),
      (["run", "--preset", "nonsense"], "nonsense"), (["demo", "--preset", "nonsense"], "nonsense"),
      (["presets", "show", "nonsense"], "nonsense"),
      (["transcribe", sound, "-o", nowhere], nowhere), (["render", song, "-o", nowhere], nowhere),
      (["tone", "A4", "-o", nowhere], nowhere), (["tone", "A4", "-o", folder.path], folder.path),
      (["analyze", sound, "--presets", nowhere], nowhere)
    ]
    for (arguments, found) in cases {
      let result = Program.run(arguments)
      #expect(result.exit == 1, "\(arguments)")
      #expect(isOneLine(result.errors) && result.errors.contains(found), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }
}

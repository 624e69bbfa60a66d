import TestSupport
import Testing

struct AnalyzeTests {
  static let header = "time,frequency,note,cents,clarity,level,latched"

  /// A tone, a rest and another tone.
  static let melody =
    Signal.harmonicTone(110, rate: 48_000, seconds: 0.6) + Array(repeating: 0, count: 24_000)
    + Signal.harmonicTone(221, rate: 48_000, seconds: 0.6)

  @Test("A row comes each hop, of exactly the seven columns, and says what sounds")
  func csv() throws {
    let folder = TemporaryFolder()
    let result = Program.run(["analyze", folder.write(WAVFile.encode([Self.melody], rate: 48_000), "a.wav")])
    #expect(result.exit == 0 && result.errors.isEmpty)
    let table = Table(csv: result.output)
    #expect(table.header == Self.header)
    #expect(table.rows.count == Self.melody.count / 256)
    for (number, row) in table.rows.enumerated() {
      let row = try #require(row)
      #expect(abs(row.time - Double(number + 1) * 256 / 48_000) < 0.000_000_6)
      #expect((0...1).contains(row.clarity) && row.level >= -120 && row.level <= 0)
      #expect(row.isLatched == !row.note.isEmpty)
      #expect(row.frequency == 0 || row.clarity > 0)
    }
    let line = try #require(result.output.split(separator: "\n").dropFirst(50).first)
    #expect(line.wholeMatch(of: /\d+\.\d{6},\d+\.\d{6},A2,-?\d+\.\d{3},\d\.\d{3},-\d+\.\d,1/) != nil, "\(line)")

    #expect(table.rows(from: 0.2, to: 0.6).allSatisfy { abs(Signal.cents($0.frequency, above: 110)) < 0.1 })
    #expect(table.rows(from: 0.3, to: 0.6).allSatisfy { $0.note == "A2" && abs($0.cents) < 0.1 })
    // What is shown outlasts the sound by the hold of 0.2 s; what is heard does not.
    #expect(table.rows(from: 0.75, to: 0.77).allSatisfy { $0.frequency == 0 && $0.note == "A2" })
    #expect(table.rows(from: 1.0, to: 1.1).allSatisfy { $0 == rest($0.time) })
    #expect(table.rows(from: 1.4, to: 1.7).allSatisfy { $0.note == "A3" && abs($0.cents - 7.85) < 0.1 })
  }

  private func rest(_ time: Double) -> Table.Row {
    Table.Row(time: time, frequency: 0, note: "", cents: 0, clarity: 0, level: -120, isLatched: false)
  }

  @Test("JSON is an object a line that says what the CSV says, whatever the file is called")
  func json() throws {
    let folder = TemporaryFolder()
    let bytes = WAVFile.encode([Array(Self.melody[0..<48_000])], rate: 48_000)
    let paths = ["plain.wav", "a,b \"c\"\\d.wav", "line\nend\t\u{1}.wav", "ein Ton – ♪.wav"].map {
      folder.write(bytes, $0)
    }
    let table = Table(csv: Program.run(["analyze", paths[0]]).output)
    let result = Program.run(["analyze", "--format=json"] + paths)
    #expect(result.exit == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == paths.count * table.rows.count)
    var sounding = 0
    for (number, line) in lines.enumerated() {
      guard case .object(var members)? = JSON(line) else {
        Issue.record("no object: \(line)")
        return
      }
      // What only JSON has, of a melody that clips nothing: four harmonics, the first of which sounds in the end.
      #expect(members.removeValue(forKey: "clipping") == .bool(false))
      guard case .array(let strobe)? = members.removeValue(forKey: "strobe") else {
        Issue.record("no strobe: \(line)")
        return
      }
      #expect(strobe.count == 4)
      if case .number(let amplitude)? = strobe.first?["amplitude"], amplitude > 0.01 { sounding += 1 }
      let row = try #require(table.rows[number % table.rows.count])
      #expect(
        members
          == [
            "file": .string(paths[number / table.rows.count]), "time": .number(row.time),
            "frequency": .number(row.frequency), "note": .string(row.note), "cents": .number(row.cents),
            "clarity": .number(row.clarity), "level": .number(row.level), "latched": .bool(row.isLatched)
          ])
    }
    #expect(sounding > lines.count / 2)
    let single = Program.run(["analyze", "--format", "json", paths[0]]).output.split(separator: "\n")
    #expect(JSON(single[10])?["file"] == nil && JSON(single[10])?["time"] != nil)
  }

  @Test(
    "Of several files each row begins with its own, quoted where it must be; a bad one is said and the rest are read")
  func severalFiles() {
    let folder = TemporaryFolder()
    let bytes = WAVFile.encode([Array(Self.melody[0..<9600])], rate: 48_000)
    let paths = [
      folder.write(bytes, "one.wav"), folder.file("none.wav"), folder.write(Array("text".utf8), "text.wav"),
      folder.write(bytes, "two, \"too\".wav")
    ]
    let result = Program.run(["analyze"] + paths)
    #expect(result.exit == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first.map(String.init) == "file," + Self.header)
    #expect(lines.count == 1 + 2 * 37)
    #expect(lines.dropFirst().prefix(37).allSatisfy { $0.hasPrefix(paths[0] + ",") })
    #expect(lines.suffix(37).allSatisfy { $0.hasPrefix("\"\(folder.path)/two, \"\"too\"\".wav\",") })
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.first?.contains(paths[1]) == true && errors.last?.contains(paths[2]) == true)
  }

  @Test("The beginning of a file gives the same rows as the whole, byte for byte")
  func causality() {
    let folder = TemporaryFolder()
    let whole = Program.run(["analyze", folder.write(WAVFile.encode([Self.melody], rate: 48_000), "a.wav")]).output
    for frames in [1000, 20_000, 28_900, 30_001, 60_000] {
      let start = folder.write(WAVFile.encode([Array(Self.melody[0..<frames])], rate: 48_000), "b.wav")
      let rows = Program.run(["analyze", start]).output
      #expect(rows.split(separator: "\n").count == 1 + frames / 256)
      #expect(whole.hasPrefix(rows), "\(frames) frames")
    }
  }

  @Test("Any rate and channel count is read, and the channel that is asked for")
  func channelsAndRates() throws {
    let folder = TemporaryFolder()
    for rate in [8000, 44_100, 48_000, 96_000, 192_000] {
      let tones = [110.0, 146.832, 195.998].map { Signal.harmonicTone($0, rate: rate, seconds: 0.4) }
      let path = folder.write(WAVFile.encode(tones, rate: rate, format: .integer16), "a.wav")
      for (channel, note) in [("1", "A2"), ("2", "D3"), ("3", "G3"), ("4", "G3"), ("1024", "G3")] {
        let table = Table(csv: Program.run(["analyze", path, "--channel", channel]).output)
        #expect(table.rows.last??.note == note, "\(rate) Hz, channel \(channel)")
      }
    }
  }

  @Test("Preset and reference decide what the pitch is compared with, and not what it is")
  func targets() throws {
    let folder = TemporaryFolder()
    let tone = Signal.harmonicTone(233.082, rate: 48_000, seconds: 0.4)
    let path = folder.write(WAVFile.encode([tone], rate: 48_000), "a.wav")
    func lastRow(_ options: [String]) -> Table.Row? {
      Table(csv: Program.run(["analyze", path] + options).output).lastRow
    }
    let plain = try #require(lastRow([]))
    let preset = try #require(lastRow(["--preset", "gtr-standard"]))
    let reference = try #require(lastRow(["--reference", "442,5"]))
    #expect(plain.note == "A#3" && abs(plain.cents) < 0.1)
    #expect(preset.note == "B3" && abs(preset.cents + 100) < 0.1)
    #expect(reference.note == "A#3" && abs(reference.cents - Signal.cents(440, above: 442.5)) < 0.1)
    #expect(plain.frequency == preset.frequency && plain.frequency == reference.frequency)
  }
}

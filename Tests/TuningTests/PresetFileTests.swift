import TestSupport
import Testing
import Tuning

struct PresetFileTests {
  private func note(_ number: Int, _ cents: Double? = nil) -> PresetPitch {
    .note(number, offset: cents.map { Cents($0) })
  }

  private func strings(_ tokens: String, indian: Bool = false) throws -> [Course] {
    let text = "group G\npreset p \"P\"\n\(indian ? "indian\n" : "")strings \(tokens)\n"
    let file = PresetFile.parse(text, file: "g.presets")
    try #require(file.faults.isEmpty, "\(file.faults)")
    return try #require(file.presets.first).strings
  }

  @Test("A file gives its presets in order, with group, name and strings")
  func wholeFile() {
    let text = """
      # Comments begin with # anywhere outside a name
      group Guitar

      preset gtr-standard "Standard EADGBE" # the usual one
      strings E2 A2 D3 G3 B3 E4

      preset gtr-csharp "C# standard"
      strings C#2 F#2 B2  # the low ones
      strings\tE3 G#3 C#4
      detect C#2 F#2+B2
      octaves 2
      """
    let file = PresetFile.parse(text, file: "guitar.presets")
    #expect(file.faults.isEmpty)
    #expect(file.group == "Guitar")
    #expect(file.presets.map(\.id) == ["gtr-standard", "gtr-csharp"])
    #expect(file.presets.map(\.name) == ["Standard EADGBE", "C# standard"])
    #expect(file.presets.map(\.group) == ["Guitar", "Guitar"])
    #expect(file.presets[0].strings == [40, 45, 50, 55, 59, 64].map { Course([note($0)]) })
    #expect(file.presets[0].octaveSpan == 1)
    #expect(file.presets[0].detectionSet == file.presets[0].keys)
    #expect(file.presets[1].strings == [37, 42, 47, 52, 56, 61].map { Course([note($0)]) })
    #expect(file.presets[1].keys.count == 12)
    #expect(file.presets[1].detectionSet == [37, 42, 47].map { note($0) })
    #expect(file.presets[1].octaveSpan == 2)
  }

  @Test("Names, numbers, cents and courses are told apart")
  func tokens() throws {
    #expect(try strings("A3+14c") == [Course([note(57, 14)])])
    #expect(try strings("A3-14.5c") == [Course([note(57, -14.5)])])
    #expect(try strings("A3+0c") == [Course([note(57, 0)])])
    #expect(try strings("C-1 C-1-3c") == [Course([note(0)]), Course([note(0, -3)])])
    #expect(try strings("45 0 127") == [45, 0, 127].map { Course([note($0)]) })
    #expect(try strings("45+14c+57-3c") == [Course([note(45, 14), note(57, -3)])])
    #expect(try strings("E2+E3") == [Course([note(40), note(52)])])
    #expect(try strings("A2-2c+A3+2c+e4") == [Course([note(45, -2), note(57, 2), note(64)])])
    #expect(try strings("bb3 B♭3 A#3") == [58, 58, 58].map { Course([note($0)]) })
  }

  @Test("In an Indian preset the pitches are ratios, whole numbers too")
  func ratios() throws {
    let three = try #require(Ratio(3, 4))
    let one = try #require(Ratio(1, 1))
    let two = try #require(Ratio(2, 1))
    #expect(
      try strings("3/4 1 2/2+2", indian: true) == [
        Course([.ratio(three)]), Course([.ratio(one)]), Course([.ratio(one), .ratio(two)])
      ]
    )
  }

  @Test("A pitch's text reads back as the pitch")
  func pitchText() throws {
    var random = SplitMix64(seed: 6)
    var count = 0
    for _ in 0..<2000 {
      let offset = Double(Int.random(in: -1_200_000...1_200_000, using: &random)) / 1000
      let course = Course([
        note(.random(in: 0...127, using: &random), Bool.random(using: &random) ? offset : nil)
      ])
      #expect(try strings(course.text) == [course])
      count += 1
    }
    #expect(count == 2000)
  }

  @Test("A chromatic preset has no strings")
  func chromatic() throws {
    let file = PresetFile.parse("group Open/Chromatic\npreset c \"C\"\nchromatic", file: "c.presets")
    let preset = try #require(file.presets.first)
    #expect(file.group == "Open/Chromatic")
    #expect(preset.isChromatic)
    #expect(preset.keys.isEmpty)
    #expect(!preset.isIndian)
  }

  @Test("Two strings of one pitch are one key, in order of first appearance")
  func keys() throws {
    let file = PresetFile.parse(
      "group G\npreset a \"A\"\nindian\nstrings 3/4 1 1 1/2\npreset b \"B\"\nstrings E4 E4 A4\n"
        + "preset t \"T\"\noctaves 2\nindian\nstrings 1 3/2 2\n", file: "g.presets"
    )
    #expect(file.faults.isEmpty)
    #expect(
      file.presets.map { $0.keys.map(\.text) } == [
        ["3/4", "1", "1/2"], ["E4", "A4"], ["1", "3/2", "2", "3", "4"]
      ])
    #expect(file.presets.map(\.isIndian) == [true, false, true])
    #expect(file.presets.map(\.keepsIntonation) == [true, false, true])
  }

  @Test("The text of a file is written back byte for byte, whatever its line ends")
  func roundTrip() {
    for text in [
      "", "\n", "\r", "\r\n\r\n", "group G\r\npreset a \"A\"\r\nstrings E2", "a\rb\nc\r\nd",
      "\u{FEFF}group G\n\n",
      "e\u{301}\u{0}\r\n\u{2028}x\u{85}y"
    ] {
      let file = PresetFile.parse(text, file: "g.presets")
      #expect(Array(file.text.utf8) == Array(text.utf8))
    }
    #expect(
      PresetFile.parse("a\rb\nc\r\nd", file: "").lines.map { Array($0.utf8) } == [
        Array("a\r".utf8), Array("b\n".utf8), Array("c\r\n".utf8), Array("d".utf8)
      ])
  }

  @Test("Line ends and a byte order mark do not change what is read", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(ending: String) {
    let lines = ["\u{FEFF}group G", "preset a \"A\"", "strings E2", "wrong"]
    let file = PresetFile.parse(lines.joined(separator: ending), file: "g.presets")
    #expect(file.group == "G")
    #expect(file.faults.map(\.line) == [4])
  }
}

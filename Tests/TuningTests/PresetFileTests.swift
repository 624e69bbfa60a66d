import TestSupport
import Testing
import Tuning

struct PresetFileTests {
  private func note(_ number: Int, _ cents: Double? = nil) -> PresetPitch {
    .note(SpeltNote(number), offset: cents.map { Cents($0) })
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

  private func preset(_ body: String) throws -> Preset {
    let file = PresetFile.parse("group G\npreset p \"P\"\n" + body, file: "g.presets")
    try #require(file.faults.isEmpty, "\(file.faults)")
    return try #require(file.presets.first)
  }

  @Test("A key is named as its string is spelt, and two spellings of a pitch are one key")
  func spelling() throws {
    let preset = try preset("strings Eb2 D#2 bb2 Cb3+B2\noctaves 2\n")
    #expect(preset.keys.map(\.text) == ["Eb2", "Bb2", "Cb3", "Eb3", "Bb3", "Cb4"])
    let (reference, sa) = (Frequency(hertz: 440), Frequency(hertz: 277))
    let ribbon = RibbonKeys(
      preset: preset, intonation: Intonation(reference: reference, ratios: .just(sa: sa)))
    #expect(ribbon.keys.map(\.name) == ["Eb2", "Bb2", "Cb3", "Eb3", "Bb3", "Cb4"])
    let table = TargetTable(
      preset: preset, intonation: Intonation(reference: reference, ratios: .just(sa: sa)))
    #expect(table.entries.map(\.name) == ["Eb2", "Bb2", "Cb3", "Eb3", "Bb3", "Cb4"])
    #expect(table.entries.map(\.note) == [39, 46, 47, 51, 58, 59])
  }

  @Test("Ratios and cents lie above the preset's base, whatever the temperament and Sa, and are named from its note")
  func base() throws {
    let preset = try preset("base Bb4 476Hz\ntranspose +1\nstrings 1/4 7/8 1 5/4 -231.5c 2+702c\n")
    #expect(preset.keepsIntonation && !preset.isIndian)
    let temperament = Temperament(id: "r", scale: .equal, tonic: 3)
    for reference in [Frequency(hertz: 415), Frequency(hertz: 440)] {
      let ribbon = RibbonKeys(
        preset: preset,
        intonation: Intonation(
          temperament: temperament, reference: reference, ratios: .just(sa: Frequency(hertz: 200))))
      let hertz = ribbon.keys.map(\.frequency.hertz)
      #expect(hertz.prefix(4).elementsEqual([119, 416.5, 476, 595]))
      #expect(abs(ribbon.keys[4].frequency.cents(above: Frequency(hertz: 476)).value + 231.5) < 1e-9)
      #expect(abs(ribbon.keys[6].frequency.cents(above: Frequency(hertz: 476)).value - 702) < 1e-9)
      #expect(ribbon.keys.map(\.name) == ["Bb2", "Ab4", "Bb4", "D5", "Ab4", "Bb5", "F5"])
      #expect(ribbon.keys.map(\.note) == [46, 68, 70, 74, 68, 82, 77])
    }
    let written = preset.keys.compactMap { $0.speltNote(sa: Frequency(hertz: 200)) }.map { preset.written($0).text }
    #expect(written == ["A2", "G4", "A4", "C#5", "G4", "A5", "E5"])
  }

  @Test("A base without a frequency follows the reference, and equal temperament alone")
  func followingBase() throws {
    let preset = try preset("base F2-20c\noctaves 2\nstrings 0c 185c 3/2\n")
    let reference = Frequency(hertz: 432)
    let ribbon = RibbonKeys(
      preset: preset,
      intonation: Intonation(temperament: Temperament(id: "r", scale: .equal, tonic: 3), reference: reference))
    let f2 = NoteName.frequency(ofNote: 41, reference: reference)
    let cents = ribbon.keys.map { $0.frequency.cents(above: f2).value }
    let expected = [-20, 165, 681.955, 1180, 1365, 1881.955]
    // The fifth is given to three decimals here.
    #expect(zip(cents, expected).allSatisfy { abs($0 - $1) < 0.001 } && cents.count == 6)
    #expect(ribbon.keys.map(\.name) == ["F2", "G2", "C3", "F3", "G3", "C4"])
  }

  @Test("Transposition, remark and detection set are read, with and without signs and quotes")
  func furtherLines() throws {
    let preset = try preset("transpose -26\nremark in \t treble clef # not this\nstrings C5\ndetect C5 Bb4\n")
    #expect(preset.transposition == -26)
    #expect(preset.remark == "in treble clef")
    #expect(preset.detectionSet.map(\.text) == ["C5", "Bb4"])
    let other = try self.preset("remark \"a # b\"\ntranspose 12\nstrings 4/5\nbase 41\n")
    #expect(other.remark == "a # b" && other.transposition == 12)
    #expect(other.base == PresetBase(SpeltNote(41)))
  }

  @Test("A preset is set in a file without changing another byte", arguments: ["\n", "\r\n", "\r"])
  func setting(ending: String) throws {
    let before = ["\u{FEFF}# Mine", "group  G", "", "preset a \"A\"", "strings  E2"].joined(separator: ending)
    let block = ["preset b \"B\"", "# inner", "strings E2 H2"].joined(separator: ending)
    let after = ["", "", "# after b", "preset c \"C\"  # c", "chromatic"].joined(separator: ending)
    let file = PresetFile.parse(before + ending + block + after, file: "g.presets")
    #expect(file.presets.map(\.id) == ["a", "c"], "b has a fault")
    let b = Preset(
      id: "b", name: "New B", group: "other", strings: [Course([note(40), note(52, -3.25)]), Course([note(45)])],
      transposition: -2, remark: "mine", octaveSpan: 2, detecting: [note(40)])
    let changed = try #require(file.setting(b))
    let written = [
      "preset b \"New B\"", "remark mine", "transpose -2", "octaves 2", "strings E2+E3-3.25c A2", "detect E2"
    ].joined(separator: ending)
    #expect(Array(changed.text.utf8) == Array((before + ending + written + after).utf8))
    #expect(changed.faults.isEmpty && changed.presets.map(\.id) == ["a", "b", "c"])
    #expect(changed.presets[1].keys == b.keys && changed.presets[1].group == "G")

    let c = Preset(id: "c", name: "C", group: "G", strings: [Course([note(60)])])
    let last = try #require(file.setting(c))
    let end = ["", "", "# after b", "preset c \"C\"", "strings C4"].joined(separator: ending)
    #expect(Array(last.text.utf8) == Array((before + ending + block + end).utf8))

    let d = Preset(id: "d", name: "D", group: "G", strings: [])
    let longer = try #require(changed.setting(d))
    let added = ["", "", "preset d \"D\"", "chromatic", ""].joined(separator: ending)
    #expect(Array(longer.text.utf8) == Array((changed.text + added).utf8))
  }

  @Test("What the format cannot express is not set")
  func cannotSet() {
    let file = PresetFile.parse("group G\n", file: "g.presets")
    let strings = [Course([note(60)])]
    for (id, name, remark) in [
      ("a b", "A", ""), ("A", "A", ""), ("", "A", ""), ("a", "A\"", ""), ("a", "A\nB", ""), ("a", " ", ""),
      ("a", "A", "#x\"y"), ("a", "A", " x\"y")
    ] {
      #expect(file.setting(Preset(id: id, name: name, group: "G", strings: strings, remark: remark)) == nil)
    }
    let low = Preset(id: "a", name: "A", group: "G", strings: [Course([note(-1)])])
    #expect(file.setting(low) == nil)
    #expect(file.setting(Preset(id: "a", name: "A", group: "G", strings: strings)) != nil)
  }

  @Test("Every shape of preset that can be set is read back as it was")
  func settingAnything() throws {
    var random = SplitMix64(seed: 9)
    var file = PresetFile.parse("group G\n", file: "g.presets")
    for round in 0..<500 {
      let base = PresetBase(
        SpeltNote(.random(in: 0...127, using: &random)),
        at: round.isMultiple(of: 3) ? Frequency(hertz: .random(in: 100...900, using: &random).rounded() / 2) : nil)
      let kind = Int.random(in: 0..<4, using: &random)
      let strings = (0..<Int.random(in: 1...20, using: &random)).map { _ -> Course in
        let cents = Cents(Double(Int.random(in: -1200_000...1200_000, using: &random)) / 1000)
        let ratio = Ratio(.random(in: 1...16, using: &random), .random(in: 1...16, using: &random))
        guard let ratio, kind < 2 else { return Course([note(.random(in: 0...127, using: &random), cents.value)]) }
        return Course([
          kind == 0
            ? .ratio(ratio) : .interval(Bool.random(using: &random) ? .ratio(ratio) : .cents(cents), above: base)
        ])
      }
      let preset = Preset(
        id: "p\(round % 20)", name: "P \(round)", group: "G", strings: kind == 3 ? [] : strings, isIndian: kind == 0,
        base: kind == 1 ? base : nil, transposition: .random(in: -36...36, using: &random),
        remark: ["", "# \(round)", "plain \"\(round)", " a  b"][round % 4],
        octaveSpan: .random(in: 1...8, using: &random),
        detecting: kind != 3 && round.isMultiple(of: 5) ? strings.first?.pitches : nil)
      file = try #require(file.setting(preset), "\(preset)")
      let read = try #require(file.presets.first { $0.id == preset.id })
      #expect(read == preset)
    }
    #expect(file.presets.count == 20 && file.faults.isEmpty)
  }
}

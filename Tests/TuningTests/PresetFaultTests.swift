import TestSupport
import Testing
import Tuning

struct PresetFaultTests {
  private static let head = "group G\npreset p \"P\"\n"
  private static let note = "a note such as E2, Bb3 or A3+14c, or a MIDI number"

  /// Damaged files and what is to be said of them.
  ///
  /// Apart from the attribute below, where Swift 6.0 does not compile an interpolated string.
  private static let damagedFiles: [(text: String, descriptions: [String])] = [
    ("group\n", ["g:1:6: found the end of the line; expected the name of the group"]),
    ("group \"G\n", ["g:1:7: found \"\"G\"; expected a double quote at the end of the name"]),
    ("group \"\"\n", ["g:1:7: found \"\"\"\"; expected the name of the group"]),
    ("group \"G\" H\n", ["g:1:11: found \"H\"; expected the end of the line after the name"]),
    (
      "group G\ngroup H\n",
      ["g:2:1: found \"group\"; expected one group line in a file, before its presets"]
    ),
    (
      "preset p \"P\"\nchromatic\ngroup G\n",
      [
        "g:1:1: found a preset without a group; expected a line: group NAME, before the first preset",
        "g:3:1: found \"group\"; expected one group line in a file, before its presets"
      ]
    ),
    (
      "group G\n  strngs E2\n",
      [
        "g:2:3: found \"strngs\"; expected group, preset, strings, chromatic, indian, base, transpose, octaves, detect or remark"
      ]
    ),
    ("group G\nstrings E2\n", ["g:2:1: found \"strings\"; expected a line: preset ID \"NAME\", before it"]),
    ("group G\nindian\n", ["g:2:1: found \"indian\"; expected a line: preset ID \"NAME\", before it"]),
    (
      "group G\npreset # nothing\nchromatic\n",
      [
        "g:2:8: found the end of the line; expected an id and a name, such as gtr-standard \"Standard EADGBE\""
      ]
    ),
    (
      "group G\npreset Gtr \"P\"\nchromatic\n",
      ["g:2:8: found \"Gtr\"; expected an id of small letters, digits and hyphens"]
    ),
    (
      "group G\npreset p\nchromatic\n",
      [
        "g:2:9: found the end of the line; expected a name in double quotes, such as \"Standard EADGBE\""
      ]
    ),
    (
      "group G\npreset p “P”\nchromatic\n",
      ["g:2:10: found \"“P”\"; expected a name in double quotes, such as \"Standard EADGBE\""]
    ),
    (
      "group G\npreset p \"P\" \"Q\"\nchromatic\n",
      ["g:2:14: found \"\"Q\"\"; expected the end of the line after the name"]
    ),
    (
      "group G\npreset p \"P\"\nchromatic\npreset p \"Q\"\nchromatic\n",
      ["g:4:8: found \"p\"; expected an id of its own; line 2 has this one"]
    ),
    (
      head + "preset q \"Q\"\nchromatic\n",
      ["g:2:1: found a preset without strings; expected a line: strings E2 A2, or: chromatic"]
    ),
    (
      head + "chromatic\nstrings E2\n",
      ["g:3:1: found \"chromatic\"; expected either chromatic or strings in a preset, not both"]
    ),
    (
      head + "chromatic\nindian\n",
      ["g:3:1: found \"chromatic\"; expected strings given as ratios in an indian preset"]
    ),
    (
      head + "chromatic\n chromatic\n",
      ["g:4:2: found \"chromatic\"; expected one such line in a preset; line 3 has it"]
    ),
    (head + "chromatic yes\n", ["g:3:11: found \"yes\"; expected the end of the line"]),
    (
      head + "strings # E2\n",
      [
        "g:3:9: found the end of the line; expected one or more pitches, such as E2 A2 D3",
        "g:2:1: found a preset without strings; expected a line: strings E2 A2, or: chromatic"
      ].reversed()
    ),
    (
      head + "chromatic\noctaves\n",
      ["g:4:8: found the end of the line; expected a number of octaves, 1 to 8"]
    ),
    (head + "chromatic\noctaves 9\n", ["g:4:9: found \"9\"; expected a number of octaves, 1 to 8"]),
    (head + "chromatic\noctaves 0\n", ["g:4:9: found \"0\"; expected a number of octaves, 1 to 8"]),
    (
      head + "strings E2 H2 X\n",
      ["g:3:12: found \"H2\"; expected \(note)", "g:3:15: found \"X\"; expected \(note)"]
    ),
    (head + "strings B♭2 E\n", ["g:3:13: found \"E\"; expected \(note)"]),
    (head + "strings A10\n", ["g:3:9: found \"A10\"; expected a note from 0 (C-1) to 127 (G9)"]),
    (head + "strings 128\n", ["g:3:9: found \"128\"; expected a note from 0 (C-1) to 127 (G9)"]),
    (head + "strings C-2\n", ["g:3:9: found \"C-2\"; expected a note from 0 (C-1) to 127 (G9)"]),
    (head + "strings A2+\n", ["g:3:12: found nothing; expected \(note)"]),
    (head + "strings A2++A3\n", ["g:3:12: found nothing; expected \(note)"]),
    (
      head + "strings A3+14\n",
      ["g:3:12: found \"14\"; expected cents such as 14c, or a pitch written as the ones before it"]
    ),
    (
      head + "strings 45+A3\n",
      ["g:3:12: found \"A3\"; expected cents such as 14c, or a pitch written as the ones before it"]
    ),
    (head + "strings A3-14\n", ["g:3:9: found \"A3-14\"; expected \(note)"]),
    (head + "strings A3+14c+3c\n", ["g:3:16: found \"3c\"; expected \(note)"]),
    (head + "strings A3+1.2.3c\n", ["g:3:12: found \"1.2.3c\"; expected \(note)"]),
    (head + "strings A3+1201c\n", ["g:3:12: found \"1201c\"; expected at most 1200 cents"]),
    (head + "strings A3-1201c\n", ["g:3:9: found \"A3-1201c\"; expected at most 1200 cents"]),
    (head + "strings 3/2\n", ["g:3:9: found \"3/2\"; expected \(note); ratios need a line: indian, or: base NOTE"]),
    (
      head + "strings 3/2 E2\nindian\n",
      ["g:3:13: found \"E2\"; expected a ratio above Sa, such as 3/2 or 1"]
    ),
    (
      head + "indian\nstrings 0/1 65\n",
      [
        "g:4:9: found \"0/1\"; expected a ratio from 1/64 to 64",
        "g:4:13: found \"65\"; expected a ratio from 1/64 to 64"
      ]
    ),
    (
      head + "indian\nstrings 1/2/3 18446744073709551616\n",
      [
        "g:4:9: found \"1/2/3\"; expected a ratio above Sa, such as 3/2 or 1",
        "g:4:15: found \"18446744073709551616\"; expected a ratio above Sa, such as 3/2 or 1"
      ]
    ),
    (head + "strings E2\ndetect E2 X2\n", ["g:4:11: found \"X2\"; expected \(note)"]),
    (
      head + "base\nstrings 1 9z\n",
      ["g:3:5: found the end of the line; expected a note, such as F2, F2-20c or Bb4 476Hz"]
    ),
    (head + "base H2\nstrings 1\n", ["g:3:6: found \"H2\"; expected \(note)"]),
    (head + "base F2+C3\nstrings 1\n", ["g:3:6: found \"F2+C3\"; expected one note"]),
    (head + "base F2-20c 90Hz\nstrings 1\n", ["g:3:13: found \"90Hz\"; expected the end of the line"]),
    (
      head + "base F2 90\nstrings 1\n",
      ["g:3:9: found \"90\"; expected a frequency from 8Hz to 12000Hz, such as 476Hz"]
    ),
    (
      head + "base F2 1e9Hz\nstrings 1\n",
      ["g:3:9: found \"1e9Hz\"; expected a frequency from 8Hz to 12000Hz, such as 476Hz"]
    ),
    (
      head + "base F2\nindian\nstrings 1\n",
      ["g:3:1: found \"base\"; expected one of chromatic, indian and base in a preset"]
    ),
    (
      head + "chromatic\nbase F2\n",
      ["g:4:1: found \"base\"; expected one of chromatic, indian and base in a preset"]
    ),
    (
      head + "base F2\nstrings 1 E2 7201c -7201c 65 --3c\n",
      [
        "g:4:11: found \"E2\"; expected a ratio or cents above the base, such as 3/2 or 702c",
        "g:4:14: found \"7201c\"; expected cents from -7200c to 7200c",
        "g:4:20: found \"-7201c\"; expected cents from -7200c to 7200c",
        "g:4:27: found \"65\"; expected a ratio from 1/64 to 64",
        "g:4:30: found \"--3c\"; expected a ratio or cents above the base, such as 3/2 or 702c"
      ]
    ),
    (
      head + "transpose\nstrings 1\n",
      ["g:3:10: found the end of the line; expected semitones from written to sounding, -36 to 36"]
    ),
    (
      head + "strings 1\ntranspose +-2\n",
      ["g:4:11: found \"+-2\"; expected semitones from written to sounding, -36 to 36"]
    ),
    (
      head + "strings 1\ntranspose -37\n",
      ["g:4:11: found \"-37\"; expected semitones from written to sounding, -36 to 36"]
    ),
    (head + "strings 1\nremark # no\n", ["g:4:8: found the end of the line; expected a remark"]),
    (
      head + "strings 1\nremark a\nremark b\n",
      ["g:5:1: found \"remark\"; expected one such line in a preset; line 4 has it"]
    ),
    (head + "octaves +2\nstrings 1\n", ["g:3:9: found \"+2\"; expected a number of octaves, 1 to 8"]),
    (head + "strings E2\u{A0}A2\n", ["g:3:9: found \"E2\\u{a0}A2\"; expected \(note)"])
  ]

  @Test("Each fault is told with its place, what was found and what was expected", arguments: damagedFiles)
  func faults(text: String, descriptions: [String]) {
    #expect(PresetFile.parse(text, file: "g").faults.map(\.description) == descriptions)
  }

  @Test("All faults are told, and only the presets without one are returned")
  func partial() {
    let text = """
      group G
      preset a "A"
      strings E2 A2
      preset b "B"
      strings E2 H2
      preset c "C"
      strings E2
      bogus
      preset a "A again"
      strings E4
      preset d "D"
      strings 64
      """
    let file = PresetFile.parse(text, file: "g")
    #expect(file.presets.map(\.id) == ["a", "d"])
    #expect(file.presets.first?.name == "A")
    #expect(file.faults.map { [$0.line, $0.column] } == [[5, 12], [8, 1], [9, 8]])
  }

  @Test("Presets without a group are kept under the name of their file")
  func missingGroup() {
    let file = PresetFile.parse("preset a \"A\"\nchromatic\n", file: "/etc/dronetuner/harp.presets")
    #expect(file.faults.count == 1)
    #expect(file.presets.map(\.group) == ["harp"])
  }

  @Test("A hundred thousand damaged files are read without a trap and written back unchanged")
  func damaged() {
    let seeds = [
      "group G\r\n# c\r\npreset a \"A# x\"\r\nstrings E2+E3 A3-14.5c 45 B♭2\r\noctaves 2\r\n",
      "group \"G\"\npreset a \"A\"\nindian\nstrings 3/2 1 1/2\npreset b \"B\"\nchromatic",
      "preset a \"A\"\nstrings Bb2+2c+C-1\ndetect 40 A2 # x\n",
      "group G\npreset a \"A\"\nremark \"r\"\nbase Bb4 476.5Hz\ntranspose -14\nstrings 7/8 -231.2c+2\noctaves 8\n"
    ].map { Array($0.utf8) }
    var random = SplitMix64(seed: 7)
    var (good, bad, unchanged, built, set) = (0, 0, 0, 0, 0)
    for round in 0..<Soak.rounds(100_000) {
      let text = mutated(seeds[round % seeds.count], using: &random)
      let file = PresetFile.parse(text, file: "g")
      if file.faults.isEmpty { good += 1 } else { bad += 1 }
      if file.text.utf8.elementsEqual(text.utf8) { unchanged += 1 }
      let lines = 1...max(1, file.lines.count)
      if !file.faults.allSatisfy({ lines.contains($0.line) && $0.column > 0 }) {
        Issue.record("a fault outside of the file: \(file.faults)")
      }
      if Set(file.presets.map(\.id)).count != file.presets.count { Issue.record("an id twice in \(text)") }
      for preset in file.presets where round % 7 == 0 {
        built += RibbonKeys(preset: preset, intonation: Intonation()).keys.count
        _ = TargetTable(preset: preset, intonation: Intonation())
        guard let again = file.setting(preset), again.presets.contains(preset) else {
          Issue.record("cannot set \(preset) in \(text)")
          continue
        }
        set += 1
      }
    }
    #expect(unchanged == Soak.rounds(100_000))
    #expect(good > 1000)
    #expect(bad > 10_000)
    #expect(built > 10_000)
    #expect(set > 1000)
  }
}

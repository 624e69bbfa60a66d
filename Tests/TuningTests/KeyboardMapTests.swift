import TestSupport
import Testing
import Tuning

struct KeyboardMapTests {
  /// Rounding of a few logarithms, in cents.
  private let rounding = 1e-9
  private let reference = Frequency(hertz: 440)

  private func text(_ entries: String, _ header: String) -> String {
    (["! x.kbm", "!"] + (header + " " + entries).split(separator: " ").map(String.init)).joined(separator: "\n") + "\n"
  }

  private func map(_ entries: String, _ header: String) throws -> KeyboardMap {
    try #require(KeyboardMapFile.parse(text(entries, header), file: "x.kbm").map)
  }

  private func degrees(_ map: KeyboardMap, _ keys: ClosedRange<Int>, of count: Int) -> [Int?] {
    keys.map { map.degree(ofKey: $0, degreeCount: count) }
  }

  @Test("A map whose period is neither its size nor the scale's repeats by its period")
  func formalOctave() throws {
    let map = try map("0 2 4 5", "4 0 127 60 60 261.6 7")
    #expect(degrees(map, 56...67, of: 12) == [-7, -5, -3, -2, 0, 2, 4, 5, 7, 9, 11, 12])
  }

  @Test("A map of size 0 has a degree to the key, whatever its period says")
  func linear() throws {
    for period in [0, 12, 88, 127] {
      let map = try map("", "0 0 127 60 69 440.0 \(period)")
      #expect(degrees(map, 58...62, of: 19) == [-2, -1, 0, 1, 2])
    }
    let plain = Temperament(id: "e", scale: .equal)
    let mapped = Temperament(id: "e", scale: .equal, keyboardMap: try map("", "0 0 127 60 69 440.0 12"))
    for key in 0...127 {
      #expect(mapped.frequency(ofKey: key, reference: reference) == plain.frequency(ofKey: key, reference: reference))
    }
  }

  @Test("A period of 0 is that of the scale")
  func ownPeriod() throws {
    let map = try map("0 1 2", "3 0 127 60 60 261.6 0")
    #expect(degrees(map, 57...65, of: 5) == [-5, -4, -3, 0, 1, 2, 5, 6, 7])
  }

  @Test("x, X and entries that are left out play nothing; negative entries and those past the period are degrees")
  func entries() throws {
    let map = try map("0 x -2 X 14", "7 0 127 60 60 261.6 12")
    #expect(degrees(map, 60...66, of: 12) == [0, nil, -2, nil, 14, nil, nil])
    let bohlen = try Scale(scala: "x\n2\n3/2\n3/1\n", file: "x.scl")
    let temperament = Temperament(id: "x", scale: bohlen, keyboardMap: map)
    #expect(!temperament.frequency(ofKey: 61, reference: reference).isPitch)
    let low = temperament.frequency(ofKey: 62, reference: reference)
    #expect(abs(low.cents(above: Frequency(hertz: 261.6 / 3)).value) < rounding)
  }

  @Test("Keys outside the range play nothing, but the reference may lie there")
  func range() throws {
    let map = try map("0 1 2 3 4 5 6 7 8 9 10 11", "12 48 72 60 96 2000.0 12")
    let temperament = Temperament(id: "x", scale: .equal, keyboardMap: map)
    #expect(temperament.degree(ofKey: 47) == nil && temperament.degree(ofKey: 73) == nil)
    #expect(temperament.degree(ofKey: 48) == -12)
    let c5 = temperament.frequency(ofKey: 72, reference: reference)
    #expect(abs(c5.cents(above: Frequency(hertz: 500)).value) < rounding)
  }

  @Test("The reference key has exactly its frequency at A4 = 440 Hz, and follows another reference")
  func references() throws {
    let map = try map("0 x 1 2 x 3 x 4 x 5 6 x", "12 0 127 62 62 295.0 7")
    let pelog = try Scale(
      scala: "Pelog\n7\n124.521\n271.058\n522.809\n688.207\n787.819\n954.515\n2/1\n", file: "x.scl")
    for tonic in 0..<12 {
      let temperament = Temperament(id: "p", scale: pelog, tonic: tonic, anchor: .tonic, keyboardMap: map)
      #expect(abs(temperament.frequency(ofKey: 62, reference: reference).hertz - 295) < 1e-9)
      let sharp = temperament.frequency(ofKey: 62, reference: Frequency(hertz: 442))
      #expect(abs(sharp.hertz - 295 * 442 / 440) < 1e-9)
    }
  }

  private static let faultsCases: [(String, String)] = [
    ("", "x.kbm:1:1: found the end of the file; expected the size of the map, 0 or more"),
    ("! x\n12\n0\n", "x.kbm:4:1: found the end of the file; expected the last key"),
    (
      "-1\n0\n127\n60\n69\n440.0\n12\n",
      "x.kbm:1:1: found \"-1\"; expected the size of the map, 0 or more, a whole number"
    ),
    ("0\n0\n1x\n60\n69\n440.0\n12\n", "x.kbm:3:1: found \"1x\"; expected the last key, a whole number"),
    ("0\n90\n 20\n60\n69\n440.0\n12\n", "x.kbm:3:2: found \"20\"; expected the last key, at least the first, 90"),
    (
      "0\n0\n127\n60\n999999999\n440.0\n12\n",
      "x.kbm:5:1: found \"999999999\"; expected the reference key, a whole number"
    ),
    (
      "0\n0\n127\n60\n69\n0.0\n12\n",
      "x.kbm:6:1: found \"0.0\"; expected the frequency of the reference key, above 0 Hz"
    ),
    (
      "2\n0\n127\n60\n69\n440.0\n2\n0\nx\n",
      "x.kbm:5:1: found reference key 69, which the map leaves out; expected a reference key that has a degree"
    ),
    ("1\n0\n127\n60\n69\n440.0\n2\n 0.5\n", "x.kbm:8:2: found \"0.5\"; expected a degree of the scale, or x")
  ]

  @Test(
    "Each fault is told with its place, what was found and what was expected",
    arguments: faultsCases)
  func faults(text: String, description: String) {
    let file = KeyboardMapFile.parse(text, file: "x.kbm")
    #expect(file.map == nil)
    #expect(file.faults.first?.description == description)
  }

  @Test("Entries past the size are warned of and ignored")
  func extraEntries() {
    let file = KeyboardMapFile.parse(text("0 1 2", "2 0 127 60 60 440 2"), file: "x.kbm")
    #expect(file.map?.entries == [0, 1])
    #expect(
      file.warnings.map(\.description) == [
        "x.kbm:12:1: found \"2\"; expected nothing after entry 2, the last; it is ignored"
      ])
  }

  @Test("A hundred thousand damaged maps are read or refused, and what is read gives pitches, never a trap")
  func damaged() {
    let seed = Array("! x.kbm\n12\r\n0\n127\n60\n69\n440.0\n7 ! period\n0\nx\n1\n2\nx\n3\nx\n-4\nx\n5\n6\nx\n".utf8)
    let scale = Scale(description: "", degrees: [.cents(Cents(231)), .cents(Cents(-20)), .cents(Cents(1208))])
    let preset = Preset(id: "c", name: "C", group: "G", strings: [])
    var random = SplitMix64(seed: 6)
    var (read, refused, sounding) = (0, 0, 0)
    for round in 0..<Soak.rounds(100_000) {
      let file = KeyboardMapFile.parse(mutated(seed, using: &random), file: "x.kbm")
      guard let map = file.map, let scale else {
        refused += file.faults.allSatisfy { $0.line > 0 && $0.column > 0 } && !file.faults.isEmpty ? 1 : 0
        continue
      }
      read += 1
      let temperament = Temperament(id: "x", scale: scale, keyboardMap: map)
      for key in [-1, 0, 60, 127, 200] where temperament.frequency(ofKey: key, reference: reference).isPitch {
        sounding += 1
      }
      if round % 100 == 0 {
        sounding += RibbonKeys(preset: preset, intonation: Intonation(temperament: temperament)).keys.count
      }
    }
    #expect(read + refused == Soak.rounds(100_000))
    #expect(read > 10_000)
    #expect(refused > 10_000)
    #expect(sounding > 10_000)
  }
}

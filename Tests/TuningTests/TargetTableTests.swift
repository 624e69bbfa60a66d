import TestSupport
import Testing
import Tuning

struct TargetTableTests {
  /// Rounding of a few logarithms, in cents.
  private let rounding = 1e-9
  private let reference = Frequency(hertz: 440)
  private let sa = Frequency(hertz: 277.183)

  private func preset(_ body: String) throws -> Preset {
    let file = PresetFile.parse("group G\npreset p \"P\"\n" + body, file: "g")
    return try #require(file.presets.first)
  }

  private func table(_ body: String, _ temperament: Temperament = .equal) throws -> TargetTable {
    TargetTable(
      preset: try preset(body),
      intonation: Intonation(temperament: temperament, reference: reference, ratios: .just(sa: sa)))
  }

  @Test("Binary search finds what a linear scan finds, on random tables")
  func search() {
    var random = SplitMix64(seed: 8)
    var count = 0
    for size in 1...60 {
      let targets = (0..<size).map { note in
        Target(frequency: Frequency(hertz: .random(in: 20...8000, using: &random)), name: "", note: note)
      }
      let table = TargetTable(targets)
      for _ in 0..<50 {
        let heard = Frequency(hertz: .random(in: 10...9000, using: &random))
        let distances = table.entries.map { abs($0.frequency.cents(above: heard).value) }
        let found = table.nearest(to: heard).map { distances[$0] } ?? .infinity
        #expect(abs(found - (distances.min() ?? 0)) < rounding)
        count += 1
      }
    }
    #expect(count == 3000)
  }

  @Test("A target is nearest to itself, and of two equally near the lower is taken")
  func ties() {
    let table = TargetTable(
      [100, 400, 1600].map { Target(frequency: Frequency(hertz: $0), name: "", note: 0) })
    #expect([100, 400, 1600].map { table.nearest(to: Frequency(hertz: $0)) } == [0, 1, 2])
    #expect(table.nearest(to: Frequency(hertz: 200)) == 0)
    #expect(table.nearest(to: Frequency(hertz: 200.0.nextUp)) == 1)
    #expect(table.nearest(to: Frequency(hertz: 800)) == 1)
    #expect(table.nearest(to: Frequency(hertz: .leastNonzeroMagnitude)) == 0)
    #expect(table.nearest(to: Frequency(hertz: .greatestFiniteMagnitude)) == 2)
  }

  @Test("What is no pitch has no nearest target")
  func oddFrequencies() {
    let table = TargetTable(chromatic: .equal, reference: reference)
    for hertz in [0, -440, .nan, .infinity, -.infinity] as [Double] {
      #expect(table.nearest(to: Frequency(hertz: hertz)) == nil)
      #expect(TargetTable(chromatic: .equal, reference: Frequency(hertz: hertz)).entries.isEmpty)
    }
    #expect(TargetTable().nearest(to: reference) == nil)
  }

  @Test("A table is sorted, without targets alike, and prefers the one with a key")
  func normalised() {
    let table = TargetTable([
      Target(frequency: Frequency(hertz: 200), name: "b", note: 2),
      Target(frequency: Frequency(hertz: .nan), name: "n", note: 9),
      Target(frequency: Frequency(hertz: 100), name: "a", note: 1, key: 4),
      Target(frequency: Frequency(hertz: 100), name: "x", note: 1, key: 5),
      Target(frequency: Frequency(hertz: 200.000_001), name: "k", note: 2, key: 0)
    ])
    #expect(table.entries.map(\.name) == ["a", "k"])
  }

  @Test("The chromatic table holds every note from 8 to 12000 Hz", arguments: [300, 415, 440, 600.0])
  func chromatic(hertz: Double) {
    let reference = Frequency(hertz: hertz)
    let table = TargetTable(chromatic: .equal, reference: reference)
    let expected = (-200...300).filter {
      (8...12000).contains(NoteName.frequency(ofNote: $0, reference: reference).hertz)
    }
    #expect(table.entries.map(\.note) == expected)
    #expect(table.entries.map(\.name) == expected.map { NoteName.text(ofNote: $0) })
    #expect(table.entries.allSatisfy { $0.key == nil })
  }

  @Test("The chromatic table follows temperament and reference, and A4 stays on the reference")
  func temperedChromatic() throws {
    let offsets = [-5.865, -3.910, -1.955, -7.820, 1.955, -7.820, -1.955, -3.910, -5.865, 0, -9.775, 0]
    let degrees = offsets.enumerated().map { Interval.cents(Cents(100 * Double($0 + 1) + $1)) }
    let scale = try #require(Scale(description: "", degrees: degrees))
    let table = TargetTable(chromatic: Temperament(id: "v", scale: scale), reference: Frequency(hertz: 415))
    let a4 = try #require(table.entries.first { $0.note == 69 })
    let c4 = try #require(table.entries.first { $0.note == 60 })
    #expect(a4.frequency.hertz == 415)
    #expect(abs((c4.frequency.cents(above: a4.frequency) - Cents(-894.135)).value) < rounding)
  }

  @Test("A scale of another size is named by the nearest note and the cents that remain")
  func otherSizes() throws {
    let degrees = (1...19).map { Interval.cents(Cents(1200 * Double($0) / 19)) }
    let scale = try #require(Scale(description: "", degrees: degrees))
    let table = TargetTable(chromatic: Temperament(id: "19", scale: scale), reference: reference)
    let middle = try #require(table.nearest(to: reference))
    #expect(table.entries[middle...(middle + 2)].map(\.name) == ["A4", "A#4-37c", "A#4+26c"])
    #expect(table.entries[middle...(middle + 2)].map(\.note) == [69, 70, 70])
    #expect(table.entries.first.map { $0.frequency.hertz < 8.5 } == true)
    #expect(table.entries.last.map { $0.frequency.hertz > 11500 } == true)
    for (low, high) in zip(table.entries, table.entries.dropFirst()) {
      #expect(abs(high.frequency.cents(above: low.frequency).value - 1200.0 / 19) < rounding)
    }
  }

  @Test(
    "Scales with odd periods give a table of bounded size",
    arguments: [
      "0.0", "-1200.0", "0.0001", "-0.0001", "1000000000.0", "1/1", "99999999999999999999999999.0", "2/1\n3/2"
    ]
  )
  func oddPeriods(pitches: String) throws {
    let count = pitches.split(separator: "\n").count
    let scale = try Scale(scala: "x\n\(count)\n\(pitches)\n", file: "x.scl")
    let table = TargetTable(chromatic: Temperament(id: "x", scale: scale), reference: reference)
    #expect(table.entries.count <= 65_536 + 2)
    let nearest = table.nearest(to: reference).map {
      table.entries[$0].frequency.cents(above: reference).value
    }
    #expect(abs(nearest ?? .infinity) <= 0.001)
    for (low, high) in zip(table.entries, table.entries.dropFirst()) where low.frequency >= high.frequency {
      Issue.record("\(low) is not below \(high)")
    }
  }

  @Test(
    "The chromatic table holds what a search of all keys finds, for random scales that neither ascend nor end at 2/1"
  )
  func randomScales() throws {
    var random = SplitMix64(seed: 9)
    var count = 0
    for _ in 0..<60 {
      let steps = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Double.random(in: -3000...3000, using: &random)
      }
      let period = Double.random(in: 300...2500, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      let degrees = (steps + [period]).map { Interval.cents(Cents($0)) }
      let scale = try #require(Scale(description: "", degrees: degrees))
      let temperament = Temperament(id: "x", scale: scale, tonic: .random(in: 0..<12, using: &random))
      let keys = (-1000...1000).map { temperament.frequency(ofKey: $0, reference: reference) }
      let table = TargetTable(chromatic: temperament, reference: reference)
      let all = TargetTable(
        keys.filter { (8...12000).contains($0.hertz) }.map { Target(frequency: $0, name: "", note: 0) }
      )
      #expect(table.entries.map(\.frequency) == all.entries.map(\.frequency))
      count += table.entries.count
    }
    #expect(count > 1000)
  }

  @Test("A descending scale gives the same pitches as its ascending one")
  func descending() throws {
    let down = try Scale(scala: "x\n1\n-100.0\n", file: "x.scl")
    let table = TargetTable(chromatic: Temperament(id: "x", scale: down), reference: reference)
    let equal = TargetTable(chromatic: .equal, reference: reference)
    #expect(table.entries.map(\.note) == equal.entries.map(\.note))
  }

  @Test("A preset's table holds its strings by pitch, each with its key")
  func strings() throws {
    let ukulele = try table("strings G4 C4 E4 A4\n")
    #expect(ukulele.entries.map(\.name) == ["C4", "E4", "G4", "A4"])
    #expect(ukulele.entries.map(\.key) == [1, 2, 0, 3])
    #expect(ukulele.entries.last?.frequency == reference)
    let twelve = try table("strings E2+E3 A2+A3 D3+D4 G3+G4 B3 E4\n")
    #expect(twelve.entries.map(\.note) == [40, 45, 50, 52, 55, 57, 59, 62, 64, 67])
  }

  @Test("A detection set replaces the strings, and knows the keys among it")
  func detection() throws {
    let table = try table("strings E2 A2\ndetect A2 A3\n")
    #expect(table.entries.map(\.note) == [45, 57])
    #expect(table.entries.map(\.key) == [1, nil])
  }

  @Test("A temperament moves strings given by name, and leaves those given in cents")
  func intonation() throws {
    let degrees = (1...12).map { Interval.cents(Cents($0 == 12 ? 1200 : 100 * Double($0) + 7)) }
    let scale = try #require(Scale(description: "", degrees: degrees))
    let temperament = Temperament(id: "x", scale: scale, tonic: 9)
    let table = try table("strings A3 B3 B4+0c B5-14c\n", temperament)
    let cents = table.entries.map {
      $0.frequency.cents(above: NoteName.frequency(ofNote: $0.note, reference: reference))
    }
    for (found, expected) in zip(cents, [0.0, 7, 0, -14]) {
      #expect(abs(found.value - expected) < rounding)
    }
    #expect(cents.count == 4)
  }

  @Test("Ratios are laid out over three octaves each way within 20 to 8000 Hz, whatever the reference")
  func ratios() throws {
    let preset = try preset("indian\nstrings 2/3 1/2 3/8 1/4 3/4 1 2\n")
    let low = TargetTable(
      preset: preset, intonation: Intonation(reference: Frequency(hertz: 415), ratios: .just(sa: sa)))
    #expect(low == TargetTable(preset: preset, intonation: Intonation(ratios: .just(sa: sa))))
    let sitar = low.entries.filter { $0.key != nil }
    #expect(
      sitar.map { $0.frequency.hertz.fixedText(3) } == [
        "69.296", "103.944", "138.591", "184.789", "207.887", "277.183", "554.366"
      ])
    #expect(sitar.map(\.note) == [37, 44, 49, 54, 56, 61, 73])
    #expect(sitar.map(\.key) == [3, 2, 1, 0, 4, 5, 6])
    #expect(low.entries.allSatisfy { (20...8000).contains($0.frequency.hertz) })
    // Sa: 34.6 to 4434.9 Hz in 8 octaves; Pa, from 3/8 and 3/4: 26.0 to 1663.1 Hz in 7; Ma, from 2/3: 23.1 to 1478.3 Hz in 7.
    #expect(low.entries.count == 22)
    #expect(
      TargetTable(preset: preset, intonation: Intonation(ratios: .just(sa: Frequency(hertz: 0)))).entries.isEmpty)
  }
}

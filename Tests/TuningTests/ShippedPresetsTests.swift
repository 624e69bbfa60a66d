import Foundation
import Testing
import Tuning

struct ShippedPresetsTests {
  /// The folder of the text data, beside the tests' own.
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Presets").standardized
  private let cSharp = NoteName.frequency(ofNote: 61, reference: Frequency(hertz: 440))

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private func files() throws -> [PresetFile] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(".presets") }
      .map { PresetFile.parse(String(decoding: try bytes($0), as: UTF8.self), file: $0) }
  }

  private func catalog() throws -> PresetCatalog { PresetCatalog(try files()) }

  /// How a course of keys stands in the tables: "40+52".
  private func numbers(_ preset: Preset) -> String {
    preset.strings.map { course in
      course.pitches.map { $0.note(sa: cSharp).map(String.init) ?? "?" }.joined(separator: "+")
    }.joined(separator: " ")
  }

  private static let groups: [(name: String, count: Int)] = [
    ("Open/Chromatic", 3), ("Guitar", 42), ("Extended-range and baritone", 14), ("12-string", 9), ("Bass", 17),
    ("Ukulele", 12), ("Banjo", 17), ("Mandolin and bouzouki", 19), ("Orchestral strings and fiddle", 24),
    ("Early strings, harp and zither", 37), ("Brass", 19), ("Woodwinds", 31), ("Steel and resonator", 18),
    ("World and folk", 56), ("Tanpura", 8), ("Indian Classical", 14), ("Thaat", 10), ("Chinese Classical", 23),
    ("West African", 18)
  ]

  @Test("The groups are there in their order, each with its presets, and no id stands twice")
  func groups() throws {
    let catalog = try catalog()
    #expect(catalog.groups == Self.groups.map(\.name))
    #expect(catalog.groups.map { catalog.presets(inGroup: $0).count } == Self.groups.map(\.count))
    #expect(try files().flatMap(\.presets).count == catalog.presets.count, "an id stands in two files")
    #expect(catalog.presets.count == 391)
    for group in catalog.groups {
      let names = catalog.presets(inGroup: group).map(\.name)
      #expect(Set(names).count == names.count, "two presets of \(group) have one name")
    }
  }

  @Test("Every file parses without a fault and is written back byte for byte")
  func roundTrip() throws {
    let files = try files()
    for file in files {
      #expect(file.faults.isEmpty, "\(file.faults)")
      let bytes = try bytes(file.file)
      #expect(Array(file.text.utf8).elementsEqual(bytes))
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= 120 && $0.last != " " }, "\(file.file)")
    }
    #expect(files.count == 19)
  }

  @Test("Every preset gives targets and a ribbon of its keys, under any reference and Sa")
  func tables() throws {
    var count = 0
    for preset in try catalog().presets {
      for (reference, sa) in [(440.0, 277.183), (300, 123.47), (600, 329.63)] {
        let (reference, sa) = (Frequency(hertz: reference), Frequency(hertz: sa))
        let table = TargetTable(
          preset: preset, intonation: Intonation(reference: reference, ratios: .just(sa: sa)))
        let ribbon = RibbonKeys(
          preset: preset, intonation: Intonation(reference: reference, ratios: .just(sa: sa)))
        #expect(!table.entries.isEmpty, "\(preset.id)")
        #expect(ribbon.keys.count == (preset.isChromatic ? 12 : preset.keys.count), "\(preset.id)")
        #expect(ribbon.keys.allSatisfy { (0...127).contains($0.note) }, "\(preset.id)")
        count += 1
      }
    }
    #expect(count == 3 * 391)
  }

  @Test("Every tuning has the notes that were taken down apart from its file")
  func strings() throws {
    let catalog = try catalog()
    for (id, strings) in ShippedNumbers.strings {
      let preset = try #require(catalog[id], "\(id)")
      #expect(numbers(preset) == strings, "\(id)")
    }
    #expect(ShippedNumbers.strings.count == 319)
    #expect(Set(ShippedNumbers.strings.map(\.id)).count == 319)
  }

  @Test("Every wind instrument sounds and reads as was taken down apart from its file")
  func winds() throws {
    let catalog = try catalog()
    var count = 0
    for line in Self.windTable.split(separator: "\n") {
      let sides = line.split(separator: ":")
      let head = sides[0].split(separator: " ")
      let notes = sides[1].split(separator: "=").map { $0.split(separator: " ").map(String.init) }
      let preset = try #require(catalog[String(head[0])], "\(line)")
      #expect(preset.transposition == Int(head[1]), "\(line)")
      #expect(preset.keys.map(\.text) == notes[0], "\(line)")
      let written = preset.keys.compactMap { $0.speltNote(sa: cSharp) }.map { preset.written($0).text }
      #expect(written == notes[1], "\(line)")
      count += 1
    }
    #expect(count == 47)
  }

  @Test("The thaats are their swaras, exactly")
  func thaats() throws {
    let ratios = [
      "S": "1", "r": "16/15", "R": "9/8", "g": "6/5", "G": "5/4", "M": "4/3", "m": "45/32", "P": "3/2", "d": "8/5",
      "D": "5/3", "n": "9/5", "N": "15/8"
    ]
    let catalog = try catalog()
    var count = 0
    for (name, swaras) in [
      ("bilawal", "SRGMPDN"), ("kalyan", "SRGmPDN"), ("khamaj", "SRGMPDn"), ("kafi", "SRgMPDn"), ("asavari", "SRgMPdn"),
      ("bhairav", "SrGMPdN"), ("bhairavi", "SrgMPdn"), ("poorvi", "SrGmPdN"), ("marwa", "SrGmPDN"), ("todi", "SrgmPdN")
    ] {
      let preset = try #require(catalog["th-" + name])
      #expect(preset.isIndian)
      #expect(preset.keys.map(\.text) == swaras.compactMap { ratios[String($0)] } + ["2"], "\(name)")
      count += 1
    }
    #expect(count == 10)
  }

  @Test("Bagpipe, kora, pedal steel, balafon and gamelan keep their own intonation whatever the temperament")
  func ownIntonation() throws {
    let catalog = try catalog()
    let keeping = catalog.presets.filter { $0.keepsIntonation && !$0.isIndian }.map(\.id)
    #expect(
      keeping == [
        "ww-bagpipe", "ww-bagpipe-1991", "ww-bagpipe-1954", "st-psg-e9-just", "st-psg-e9-chart", "wf-slendro",
        "wf-pelog", "wa-kora-silaba-cents", "wa-kora-sauta-cents", "wa-kora-hardino-cents", "wa-kora-tomora-cents",
        "wa-balafon"
      ])
    // A kora in cents is the tempered one of its name to within 30 cents, key by key.
    for name in ["silaba", "sauta", "hardino", "tomora"] {
      let tempered = try #require(catalog["wa-kora-" + name])
      let kora = try #require(catalog["wa-kora-\(name)-cents"])
      #expect(numbers(kora) == numbers(tempered))
      #expect(kora.keys.compactMap { $0.speltNote(sa: cSharp)?.text } == tempered.keys.map(\.text))
    }
    let pipe = try #require(catalog["ww-bagpipe"])
    let names = pipe.keys.compactMap { $0.speltNote(sa: cSharp) }.map { pipe.written($0).text }
    #expect(names == ["A2", "A3", "G4", "A4", "B4", "C#5", "D5", "E5", "F#5", "G5", "A5"])
  }

  @Test("The examples in the description of the format are good files")
  func documentation() throws {
    let readme = String(decoding: try bytes("README.md"), as: UTF8.self)
    var examples: [String] = []
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("    ") else { continue }
      if line.hasPrefix("    group") { examples.append("") }
      if !examples.isEmpty { examples[examples.count - 1] += line.dropFirst(4) + "\n" }
    }
    for example in examples { #expect(PresetFile.parse(example, file: "README.md").faults.isEmpty) }
    #expect(examples.count == 3)
  }

  /// An instrument's id and transposition, its tuning notes as they sound, and as they are read.
  private static let windTable = """
    br-trumpet-bb -2: A4 Bb4 = B4 C5
    br-trumpet-c 0: A4 Bb4 = A4 Bb4
    br-trumpet-d 2: A4 = G4
    br-trumpet-eb 3: A4 Bb4 = F#4 G4
    br-piccolo-trumpet 10: A4 Bb4 = B3 C4
    br-soprano-cornet 3: Bb4 = G4
    br-cornet -2: Bb4 = C5
    br-flugelhorn -2: Bb4 = C5
    br-horn -7: A4 F4 Bb3 = E5 C5 F4
    br-tenor-horn -9: Bb3 = G4
    br-mellophone -7: F4 Bb3 = C5 F4
    br-trombone 0: A3 Bb3 = A3 Bb3
    br-trombone-treble -14: Bb3 = C5
    br-bass-trombone 0: Bb2 = Bb2
    br-euphonium 0: Bb3 = Bb3
    br-euphonium-treble -14: Bb3 = C5
    br-tuba 0: Bb2 Bb1 = Bb2 Bb1
    br-bass-eb -21: Bb2 = G4
    br-bass-bb -26: Bb1 = C4
    ww-piccolo 12: A5 = A4
    ww-flute 0: A4 Bb4 = A4 Bb4
    ww-alto-flute -5: A4 = D5
    ww-bass-flute -12: A3 = A4
    ww-oboe 0: A4 = A4
    ww-oboe-damore -3: A4 = C5
    ww-english-horn -7: A4 = E5
    ww-bassoon 0: A3 Bb3 = A3 Bb3
    ww-contrabassoon -12: A2 = A3
    ww-clarinet-eb 3: A4 Bb4 = F#4 G4
    ww-clarinet-bb -2: A4 Bb4 = B4 C5
    ww-clarinet-a -3: A4 = C5
    ww-basset-horn -7: A3 = E4
    ww-alto-clarinet -9: Bb3 = G4
    ww-bass-clarinet -14: Bb2 Bb3 = C4 C5
    ww-sax-soprano -2: A4 Bb4 = B4 C5
    ww-sax-alto -9: A4 Bb4 = F#5 G5
    ww-sax-tenor -14: A3 Bb3 = B4 C5
    ww-sax-baritone -21: A2 Bb2 = F#4 G4
    ww-sax-bass -26: Bb2 = C5
    ww-recorder-soprano 12: A5 = A4
    ww-recorder-alto 0: A4 = A4
    ww-recorder-tenor 0: A4 = A4
    ww-recorder-bass 12: A3 = A2
    ww-tin-whistle 12: D5 A5 = D4 A4
    ww-low-whistle 0: D4 A4 = D4 A4
    ww-shakuhachi 0: D4 = D4
    ww-uilleann 0: D4 = D4
    """
}

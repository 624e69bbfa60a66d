import Foundation
import Testing
import Tuning

struct ShippedFilesTests {
  /// The folder of the text data, beside the tests' own.
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Presets").standardized

  private func files(_ ending: String, in folder: URL) throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(ending) }
      .map { ($0, String(decoding: try Data(contentsOf: folder.appendingPathComponent($0)), as: UTF8.self)) }
  }

  private func catalog() throws -> PresetCatalog {
    PresetCatalog(try files(".presets", in: folder).map { PresetFile.parse($0.text, file: $0.name) })
  }

  @Test("Every shipped preset file parses without a fault and is written back unchanged")
  func presets() throws {
    var ids: [String] = []
    let files = try files(".presets", in: folder)
    for (name, text) in files {
      let file = PresetFile.parse(text, file: name)
      #expect(file.faults.isEmpty)
      #expect(file.text == text)
      #expect(!file.presets.isEmpty, "\(name) has no preset")
      ids += file.presets.map(\.id)
    }
    #expect(files.count >= 7)
    #expect(Set(ids).count == ids.count, "an id stands in two files")
  }

  @Test("Every shipped preset gives targets and a ribbon")
  func tables() throws {
    let presets = try catalog().presets
    for preset in presets {
      let (reference, sa) = (Frequency(hertz: 440), Frequency(hertz: 277.183))
      let table = TargetTable(preset: preset, temperament: .equal, reference: reference, sa: sa)
      let ribbon = RibbonKeys(preset: preset, temperament: .equal, reference: reference, sa: sa)
      #expect(!table.entries.isEmpty && !ribbon.keys.isEmpty, "\(preset.id)")
    }
    #expect(presets.count >= 18)
  }

  @Test(
    "Well-known tunings have their MIDI numbers",
    arguments: [
      ("gtr-standard", [40, 45, 50, 55, 59, 64]), ("gtr-eb", [39, 44, 49, 54, 58, 63]),
      ("gtr-dropd", [38, 45, 50, 55, 59, 64]), ("gtr-dadgad", [38, 45, 50, 55, 57, 62]),
      ("gtr-openg", [38, 43, 50, 55, 59, 62]), ("g7-standard", [35, 40, 45, 50, 55, 59, 64]),
      ("b5-standard", [23, 28, 33, 38, 43]), ("uke-c", [67, 60, 64, 69]), ("vn", [55, 62, 69, 76]),
      ("va", [48, 55, 62, 69]), ("vc", [36, 43, 50, 57]), ("db", [28, 33, 38, 43]),
      ("g12-standard", [40, 52, 45, 57, 50, 62, 55, 67, 59, 64])
    ] as [(String, [Int])]
  )
  func numbers(id: String, notes: [Int]) throws {
    let preset = try #require(try catalog()[id])
    #expect(preset.keys == notes.map { .note(SpeltNote($0), offset: nil) })
  }

  @Test("Open/Chromatic is there and has all notes")
  func chromatic() throws {
    #expect(try catalog()["chromatic"]?.isChromatic == true)
  }

  @Test("Every shipped scale is read without a warning, and equal.scl is equal temperament")
  func scales() throws {
    let files = try files(".scl", in: folder.appendingPathComponent("temperaments"))
    for (name, text) in files {
      let (scale, warnings) = try Scale.read(scala: text, file: name)
      #expect(warnings.isEmpty)
      if name == "equal.scl" {
        for degree in -24...24 {
          #expect(scale.cents(ofDegree: degree) == Scale.equal.cents(ofDegree: degree))
        }
      }
    }
    #expect(files.contains { $0.name == "equal.scl" })
  }

  @Test("The examples in the description of the format are good files")
  func documentation() throws {
    let readme = try #require(try files("README.md", in: folder).first).text
    var examples: [String] = []
    for paragraph in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      guard paragraph.hasPrefix("    ") else { continue }
      if paragraph.hasPrefix("    group") { examples.append("") }
      if !examples.isEmpty { examples[examples.count - 1] += paragraph.dropFirst(4) + "\n" }
    }
    for example in examples { #expect(PresetFile.parse(example, file: "README.md").faults.isEmpty) }
    #expect(examples.count == 3)
  }
}

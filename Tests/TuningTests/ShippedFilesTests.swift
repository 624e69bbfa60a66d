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

  @Test("Every shipped scale is read without a warning, and equal.scl is equal temperament")
  func scales() throws {
    let files = try files(".scl", in: folder.appendingPathComponent("temperaments"))
    for (name, text) in files {
      let file = ScalaFile.parse(text, file: name)
      #expect(file.faults.isEmpty && file.warnings.isEmpty)
      let scale = try #require(file.scale)
      if name == "equal.scl" {
        for degree in -24...24 {
          #expect(scale.cents(ofDegree: degree) == Scale.equal.cents(ofDegree: degree))
        }
      }
    }
    #expect(files.contains { $0.name == "equal.scl" })
  }
}

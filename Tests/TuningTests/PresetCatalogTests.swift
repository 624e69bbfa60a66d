import Testing
import Tuning

struct PresetCatalogTests {
  private func file(_ group: String, _ presets: (id: String, name: String)...) -> PresetFile {
    let lines = presets.map { "preset \($0.id) \"\($0.name)\"\nstrings E2\n" }
    return PresetFile.parse("group \(group)\n" + lines.joined(), file: "\(group).presets")
  }

  @Test("A later file wins by id, and order is that of first appearance")
  func laterWins() {
    let catalog = PresetCatalog([
      file("Guitar", ("gtr-standard", "Standard"), ("gtr-dropd", "Drop D")), file("Bass", ("b4", "Bass")),
      file("Guitar", ("gtr-dropd", "My drop D"), ("gtr-mine", "Mine"))
    ])
    #expect(catalog.groups == ["Guitar", "Bass"])
    #expect(catalog.presets.map(\.id) == ["gtr-standard", "gtr-dropd", "b4", "gtr-mine"])
    #expect(catalog["gtr-dropd"]?.name == "My drop D")
    #expect(catalog.presets(inGroup: "Guitar").map(\.id) == ["gtr-standard", "gtr-dropd", "gtr-mine"])
    #expect(catalog.presets(inGroup: "Harp").isEmpty)
    #expect(catalog["GTR-DROPD"] == nil)
  }

  @Test("A preset that moves to another group leaves the first, which goes when it is empty")
  func movedGroup() {
    let catalog = PresetCatalog([file("A", ("x", "X")), file("B", ("x", "X"))])
    #expect(catalog.groups == ["B"])
    #expect(catalog.presets(inGroup: "B").count == 1)
  }

  @Test("A misspelt id brings the nearest ids")
  func nearest() {
    let catalog = PresetCatalog([
      file("Guitar", ("gtr-standard", ""), ("gtr-dropd", "D"), ("gtr-dropc", "C"), ("uke-c", "U")),
      file("Guitar", ("gtr-standard", "S"))
    ])
    #expect(
      catalog.unknownPresetText("gtr-standrad") == "unknown preset gtr-standrad; did you mean gtr-standard?")
    #expect(catalog.ids(near: "gtr-drop") == ["gtr-dropd", "gtr-dropc"])
    #expect(catalog.ids(near: "GTR-DROPD").first == "gtr-dropd")
    #expect(catalog.ids(near: "uk-ec") == ["uke-c"])
    let swapped = PresetCatalog([file("G", ("abcd", "A"), ("abd", "B"))])
    #expect(swapped.ids(near: "abdc") == ["abcd", "abd"], "two letters swapped are one mistake")
    #expect(catalog.unknownPresetText("harp") == "unknown preset harp")
    #expect(catalog.unknownPresetText("") == "unknown preset \"\"")
    #expect(catalog.unknownPresetText("a\u{1B}[m") == "unknown preset \"a\\u{1b}[m\"")
    #expect(catalog.ids(near: String(repeating: "gtr-dropd", count: 100_000)).isEmpty)
    #expect(PresetCatalog().ids(near: "x").isEmpty)
  }
}

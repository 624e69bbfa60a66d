import Glibc
import Meters
import TestSupport
import Testing
import TunerRules

/// Screens as they were looked at and found good: every face in every state, at three sizes, on three kinds of terminal.
///
/// `DRONETUNER_GOLDEN=1` writes them anew, to be looked at again.
struct TerminalGoldenTests {
  static let sizes: [(columns: Int, rows: Int)] = [(40, 12), (80, 24), (140, 44)]
  static let terminals: [(name: String, capabilities: TerminalCapabilities)] = [
    ("full", TerminalCapabilities(colors: .full, glyphs: .unicode)),
    ("16", TerminalCapabilities(colors: .sixteen, glyphs: .blocks)),
    ("ascii", TerminalCapabilities(colors: .none, glyphs: .ascii))
  ]
  private static let rewrites = getenv("DRONETUNER_GOLDEN") != nil
  private static let folder = Checkout.root + "/Tests/MetersTests/Golden/"

  /// The characters of a screen, and behind each row a number that stands for its colours.
  static func text(_ grid: CellGrid) -> String {
    (0..<grid.rows).map { row in
      var hash: UInt32 = 2_166_136_261
      for column in 0..<grid.columns {
        guard let cell = grid[column, row] else { continue }
        for byte in "\(cell.foreground)\(cell.background)\(cell.isBold)".utf8 {
          hash = (hash ^ UInt32(byte)) &* 16_777_619
        }
      }
      return grid.text(ofRow: row) + "|" + String(hash, radix: 36) + "\n"
    }.joined()
  }

  private func compare(_ scenes: [(name: String, view: MeterView)], _ name: String) {
    for (terminal, capabilities) in Self.terminals {
      let painter = TerminalPainter(capabilities)
      for size in Self.sizes {
        var text = ""
        for scene in scenes {
          let grid = painter.paint(scene.view, columns: size.columns, rows: size.rows)
          text += "\(scene.name)\n" + Self.text(grid)
        }
        let path = Self.folder + "\(name)-\(size.columns)x\(size.rows)-\(terminal).txt"
        if Self.rewrites, let file = fopen(path, "w") {
          fputs(text, file)
          fclose(file)
        }
        let golden = String(decoding: TemporaryFolder.read(path), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let goldenLines = golden.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == goldenLines.count, "\(path)")
        if let place = zip(lines, goldenLines).enumerated().first(where: { $1.0 != $1.1 }) {
          Issue.record("\(path):\(place.offset + 1): drawn\n\(place.element.0)\ngolden\n\(place.element.1)")
        }
      }
    }
  }

  @Test("Every face in every state is drawn as it was found good", arguments: DisplaySettings.Meter.allCases)
  func faces(meter: DisplaySettings.Meter) {
    compare(Scene.all.map { ($0.name, $0.view(meter: meter)) }, meter.rawValue)
  }

  @Test("Help, menus and fork are drawn as they were found good")
  func panels() {
    let scene = Scene.all[7]
    let inputs: [(name: String, inputs: [FrontPanel.Input])] = [
      ("help", [.character("?")]), ("menu", [.tab]), ("presets", [.character("p")]),
      ("found", [.character("p"), .character("d"), .character("r"), .character("o")]),
      ("reference", [.character("r")]), ("temperament", [.character("T")]), ("Sa", [.character("s")]),
      ("typed", [.character("r"), .character("4"), .character("4"), .character("2")]),
      ("settings", [.tab, .character("s"), .character("e"), .character("t"), .enter, .down, .enter]),
      ("fork", [.character("f"), .right]), ("fork sounding", [.character("f"), .left, .enter])
    ]
    compare(
      inputs.map { name, inputs in
        var panel = FrontPanel()
        for input in inputs { _ = panel.handle(input, scene.status) }
        var view = scene.view(meter: .arc)
        view.panel = panel.view(scene.status)
        return (name, view)
      }, "panels")
  }

  @Test("High contrast and no power are drawn as they were found good")
  func contrast() {
    let views = Scene.all.prefix(4).map { scene -> (name: String, view: MeterView) in
      var scene = scene
      scene.status.display.hasHighContrast = true
      scene.status.isPowered = scene.name != "sharp"
      return (scene.name, scene.view(meter: .wheel))
    }
    compare(views, "contrast")
  }
}

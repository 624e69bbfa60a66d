import Meters
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct TerminalPainterTests {
  private let full = TerminalPainter(TerminalCapabilities(colors: .full, glyphs: .unicode))

  private func text(_ grid: CellGrid) -> String { (0..<grid.rows).map { grid.text(ofRow: $0) }.joined(separator: "\n") }

  @Test("In tune, flat and sharp differ in their characters alone, on every face, size and terminal")
  func withoutColour() {
    var compared = 0
    for (_, capabilities) in TerminalGoldenTests.terminals {
      let painter = TerminalPainter(capabilities)
      for meter in DisplaySettings.Meter.allCases {
        for size in TerminalGoldenTests.sizes {
          let words = Scene.all[1...3].map { scene -> String in
            var scene = scene
            scene.target = Scene.note("D3")
            let grid = painter.paint(scene.view(meter: meter), columns: size.columns, rows: size.rows)
            // The cents are words as well, but not of those that see no more than the picture.
            return text(grid).filter { !$0.isNumber }
          }
          #expect(words[0].contains("flat") && !words[0].contains("IN TUNE") && !words[0].contains("sharp"))
          #expect(words[1].contains("IN TUNE") && !words[1].contains("flat") && !words[1].contains("sharp"))
          #expect(words[2].contains("sharp") && !words[2].contains("IN TUNE") && !words[2].contains("flat"))
          compared += 1
        }
      }
    }
    #expect(compared == 45)
  }

  @Test("Latched and touched keys differ in their characters alone")
  func keysWithoutColour() {
    let view = Scene.all[7].view(meter: .arc)
    let ascii = TerminalPainter(TerminalCapabilities(colors: .none, glyphs: .ascii))
    for size in TerminalGoldenTests.sizes {
      let rows = text(ascii.paint(view, columns: size.columns, rows: size.rows)).split(separator: "\n").suffix(7)
      let ribbon = rows.joined(separator: "\n")
      #expect(ribbon.contains("*") && ribbon.contains("o"))
    }
  }

  @Test(
    "What is drawn after another view is what would have been drawn alone", arguments: DisplaySettings.Meter.allCases)
  func after(meter: DisplaySettings.Meter) {
    var random = SplitMix64(seed: 17)
    var drawn = 0
    for (_, capabilities) in TerminalGoldenTests.terminals {
      let painter = TerminalPainter(capabilities)
      for subMeter in DisplaySettings.SubMeter.allCases {
        var model = MeterModel()
        var last: (view: MeterView, grid: CellGrid)?
        var scene = Scene.all[1]
        for frame in 0..<400 {
          if frame % 40 == 0, let other = Scene.all.randomElement(using: &random) { scene = other }
          scene.cents += Double.random(in: -2...2, using: &random)
          scene.status.display.meter = meter
          scene.status.display.subMeter = subMeter
          model.step(scene.reading(frame: Int64(frame) * 800), scene.status, seconds: 1.0 / 60)
          let grid = painter.paint(model.view, columns: 60, rows: 20, after: last)
          let isSame = grid == painter.paint(model.view, columns: 60, rows: 20)
          #expect(isSame)
          last = (model.view, grid)
          drawn += 1
        }
      }
    }
    #expect(drawn == 3600)
  }

  @Test("Every size gives a grid of that size; what is too small says so")
  func sizes() {
    let view = Scene.all[2].view(meter: .rings)
    for (columns, rows) in [(0, 0), (1, 1), (39, 12), (40, 11), (40, 12), (41, 13), (63, 19), (200, 60), (300, 100)] {
      let grid = full.paint(view, columns: columns, rows: rows)
      #expect(grid.columns == columns && grid.rows == rows && grid.cells.count == columns * rows)
      if columns == 39 { #expect(text(grid).contains("40x12")) }
    }
  }

  @Test("No terminal is sent a character that it has not: ASCII alone, or the console's own")
  func characters() {
    let console: Set<Unicode.Scalar> = Set("─│┌┐└┘▀▄█▌▐░▒▓▲▼◄►•·°¢".unicodeScalars)
    var drawn = 0
    for (name, capabilities) in TerminalGoldenTests.terminals where name != "full" {
      let painter = TerminalPainter(capabilities)
      for scene in Scene.all {
        for meter in DisplaySettings.Meter.allCases {
          for cell in painter.paint(scene.view(meter: meter), columns: 80, rows: 24).cells {
            drawn += 1
            let isKnown = cell.scalar.isASCII || (name == "16" && console.contains(cell.scalar))
            #expect(isKnown && cell.mark == Cell.unmarked)
          }
        }
      }
    }
    #expect(drawn == 2 * 50 * 80 * 24)
  }

  @Test("Any name, however long or odd, leaves the grid whole and sends no control character")
  func names() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var scene = Scene.all[Int.random(in: 0..<10, using: &random)]
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let odd = String(decoding: bytes, as: UTF8.self)
      scene.status.preset = odd
      scene.notice = Bool.random(using: &random) ? odd : nil
      scene.status.keys = (0..<Int.random(in: 0...90, using: &random)).map {
        Ribbon.Key(
          id: Ribbon.KeyID(preset: 1, index: Int32($0)), frequency: Frequency(hertz: 440), note: 69,
          name: String(odd.prefix($0)))
      }
      scene.target = Target(frequency: Frequency(hertz: 440), name: odd, note: 69)
      for meter in DisplaySettings.Meter.allCases {
        let grid = full.paint(
          scene.view(meter: meter), columns: Int.random(in: 0...120, using: &random),
          rows: Int.random(in: 0...50, using: &random))
        #expect(grid.cells.allSatisfy { $0.scalar.value >= 0x20 && !(0x7F..<0xA0).contains($0.scalar.value) })
      }
    }
  }

  @Test("Every key of the ribbon in sight is found where it is drawn")
  func places() throws {
    for count in [1, 6, 12, 40] {
      var scene = Scene.all[0]
      scene.status.keys = (0..<count).map { Scene.key(Scene.note(NoteName.text(ofNote: 40 + $0)), $0) }
      let view = scene.view(meter: .arc)
      for size in TerminalGoldenTests.sizes {
        let layout = try #require(TerminalLayout(view, columns: size.columns, rows: size.rows))
        var found: [FrontPanel.Place] = []
        for column in 0..<size.columns {
          let place = layout.place(column: column, row: layout.ribbon.y)
          if found.last != place { found.append(place) }
        }
        #expect(found.count >= min(count, size.columns / 4 - 1))
        #expect(Set(found).count == found.count)
        #expect(layout.place(column: 3, row: layout.meter.y) == .meter)
        #expect(layout.place(column: 3, row: layout.subMeter.y) == .subMeter)
        #expect(layout.place(column: 3, row: 0) == .preset)
      }
    }
  }
}

import Glibc
import Meters
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

/// Whether anything flashes: measured on what is drawn, by the definition of WCAG 2.2, 2.3.1.
struct FlashTests {
  /// A flash is a pair of opposite changes of relative luminance by this much, of which the darker lies under 0.8.
  private static let change = 0.1
  private static let darker = 0.8
  /// Flashes that are allowed in any second.
  private static let allowed = 3
  /// What is looked at together, in cells.
  ///
  /// Under a third of the area from which on a flash counts, which is a quarter of 341 x 256 points, or 170 cells of
  /// 8 x 16. A thin mark that moves is none.
  private static let block = (columns: 12, rows: 4)

  /// Finds the most flashes in any second, over all blocks of the screen.
  private struct Watch {
    private struct Block {
      var extreme: Double?
      var rises: Bool?
      var turns: [Double] = []
    }
    private var blocks: [Int: Block] = [:]
    private(set) var worst = 0

    mutating func look(_ grid: CellGrid, at seconds: Double) {
      for row in stride(from: 0, through: grid.rows - block.rows, by: block.rows / 2) {
        for column in stride(from: 0, through: grid.columns - block.columns, by: block.columns / 2) {
          var sum = 0.0
          for y in row..<row + block.rows {
            for x in column..<column + block.columns { sum += grid[x, y].map(Self.luminance) ?? 0 }
          }
          take(sum / Double(block.rows * block.columns), row * grid.columns + column, seconds)
        }
      }
    }

    private mutating func take(_ luminance: Double, _ place: Int, _ seconds: Double) {
      var block = blocks[place] ?? Block()
      defer { blocks[place] = block }
      guard let extreme = block.extreme else {
        block.extreme = luminance
        return
      }
      let isRise = luminance > extreme
      if block.rises == isRise {
        block.extreme = luminance
      } else if abs(luminance - extreme) >= change, min(luminance, extreme) < darker {
        block.turns.append(seconds)
        block.turns.removeAll { $0 <= seconds - 1 }
        block.rises = isRise
        block.extreme = luminance
        worst = max(worst, block.turns.count / 2)
      }
    }

    /// Relative luminance of a cell: of its two colours by how much of each is seen.
    private static func luminance(_ cell: Cell) -> Double {
      let ink: Double =
        switch cell.scalar {
        case " ": 0
        case "█": 1
        case "▀", "▄": 0.5
        default: 0.3
        }
      return ink * luminance(cell.foreground) + (1 - ink) * luminance(cell.background)
    }

    private static func luminance(_ color: TerminalColor) -> Double {
      let (red, green, blue) = color.rgb
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private static func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
  }

  /// Inputs that could make a display flash: what changes is the note, the cents, the amplitudes and what is pressed,
  /// so many times a second.
  private static let rates: [Double] = [3.5, 5, 8, 19]

  private func worst(
    _ meter: DisplaySettings.Meter, _ capabilities: TerminalCapabilities, seconds: Double,
    _ input: (Double) -> (Reading, InstrumentStatus)
  ) -> Int {
    let painter = TerminalPainter(capabilities)
    var model = MeterModel()
    var watch = Watch()
    for frame in 0..<Int(seconds * 60) {
      let now = Double(frame) / 60
      var (reading, status) = input(now)
      status.display.meter = meter
      status.display.subMeter = DisplaySettings.partner(of: meter)
      reading.time = StreamTime(epoch: 0, frame: Int64(now * 48_000))
      model.step(reading, status, seconds: 1.0 / 60)
      watch.look(painter.paint(model.view, columns: 60, rows: 20), at: now)
    }
    return watch.worst
  }

  @Test(
    "No area flashes more than three times a second, whatever is heard or pressed",
    arguments: DisplaySettings.Meter.allCases)
  func flashes(meter: DisplaySettings.Meter) {
    for (_, capabilities) in TerminalGoldenTests.terminals.prefix(2) {
      for rate in Self.rates {
        let isOn: (Double) -> Bool = { ($0 * rate).truncatingRemainder(dividingBy: 1) < 0.5 }
        let notes = worst(meter, capabilities, seconds: 2) { now in
          let scene = isOn(now) ? Scene.all[2] : Scene.all[0]
          return (scene.reading(frame: Int64(now * 48_000)), scene.status)
        }
        #expect(notes <= Self.allowed, "notes \(rate)")
        let cents = worst(meter, capabilities, seconds: 2) { now in
          var scene = Scene.all[1]
          scene.cents = isOn(now) ? -45 : 45
          return (scene.reading(frame: Int64(now * 48_000)), scene.status)
        }
        #expect(cents <= Self.allowed, "cents \(rate)")
        let keys = worst(meter, capabilities, seconds: 2) { now in
          (Reading(time: .zero), isOn(now) ? Scene.all[7].status : Scene.all[0].status)
        }
        #expect(keys <= Self.allowed, "keys \(rate)")
        let loudness = worst(meter, capabilities, seconds: 2) { now in
          var reading = Scene.all[2].reading(frame: Int64(now * 48_000))
          if !isOn(now) { reading.strobe.amplitudes = SIMD4() }
          return (reading, Scene.all[2].status)
        }
        #expect(loudness <= Self.allowed, "loudness \(rate)")
      }
    }
  }

  @Test("The strobe flashes at no speed of its bands")
  func strobe() {
    for (_, capabilities) in TerminalGoldenTests.terminals {
      for speed in [0.5, 1, 1.4, 1.6, 2, 2.4, 2.6, 3, 4, 6, 10, 19, 40] {
        let flashes = worst(.strobe, capabilities, seconds: 4) { now in
          var reading = Scene.all[2].reading()
          for i in 0..<4 {
            let turned = speed * now
            reading.strobe.phases[i] = turned - turned.rounded(.down)
            reading.strobe.turns[i] = speed * 256 / 48_000
            reading.strobe.amplitudes[i] = 0.5
          }
          return (reading, Scene.all[2].status)
        }
        #expect(flashes <= Self.allowed, "\(speed) turns a second")
      }
    }
  }

  @Test("With reduced motion nothing flashes at all while a note is held")
  func reducedMotion() {
    for meter in DisplaySettings.Meter.allCases {
      let flashes = worst(meter, TerminalCapabilities(colors: .full, glyphs: .unicode), seconds: 4) { now in
        var scene = Scene.all[3]
        scene.status.display.hasReducedMotion = true
        scene.cents = 12 + 3 * sin(2 * .pi * 6 * now)
        return (scene.reading(frame: Int64(now * 48_000)), scene.status)
      }
      #expect(flashes == 0, "\(meter)")
    }
  }

  @Test("The measure finds a flash where there is one")
  func measure() {
    var watch = Watch()
    for frame in 0..<120 {
      let isLit = frame / 6 % 2 == 0
      var scene = Scene.all[isLit ? 7 : 0]
      scene.status.display.meter = .arc
      let view = scene.view(meter: .arc)
      let painter = TerminalPainter(TerminalCapabilities(colors: .full, glyphs: .unicode))
      watch.look(painter.paint(view, columns: 60, rows: 20), at: Double(frame) / 60)
    }
    #expect(watch.worst >= 4)
  }
}

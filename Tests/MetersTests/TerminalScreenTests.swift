import Glibc
import Meters
import TestSupport
import Testing
import TunerRules

struct TerminalScreenTests {
  private let full = TerminalCapabilities(colors: .full, glyphs: .unicode)

  private func random(_ random: inout SplitMix64, columns: Int, rows: Int) -> CellGrid {
    let view = Scene.all[Int.random(in: 0..<10, using: &random)]
      .view(meter: DisplaySettings.Meter.allCases[Int.random(in: 0..<5, using: &random)])
    return TerminalPainter(full).paint(view, columns: columns, rows: rows)
  }

  @Test("What stands there already is not written again: equal grids give no bytes")
  func nothing() {
    var screen = TerminalScreen(full)
    let grid = TerminalPainter(full).paint(Scene.all[1].view(meter: .rings), columns: 80, rows: 24)
    let first = screen.bytes(for: grid)
    let second = screen.bytes(for: grid)
    #expect(first.count > 1000 && second.isEmpty)
  }

  @Test("One cell that differs costs a few bytes, and a needle's step less than a hundredth of the screen")
  func little() {
    var screen = TerminalScreen(full)
    var grid = TerminalPainter(full).paint(Scene.all[1].view(meter: .ruler), columns: 80, rows: 24)
    let whole = screen.bytes(for: grid).count
    grid[40, 3] = Cell("x", foreground: grid.cells[0].foreground, background: grid.cells[0].background)
    let one = screen.bytes(for: grid).count
    #expect(one > 0 && one < 60 && whole > 100 * one)
  }

  /// A model of a terminal: what stands there after some bytes.
  private struct Model {
    var grid: CellGrid
    private var column = 0
    private var row = 0
    private var foreground = ""
    private var background = ""
    private var isBold = false
    private(set) var styles: [String]

    init(columns: Int, rows: Int) {
      grid = CellGrid(columns: columns, rows: rows, filledWith: Self.blank)
      styles = Array(repeating: "", count: columns * rows)
    }

    private static let blank: Cell = {
      let painter = TerminalPainter(TerminalCapabilities(colors: .none, glyphs: .ascii))
      return painter.paint(MeterView(), columns: 1, rows: 1).cells[0]
    }()

    mutating func take(_ bytes: [UInt8]) {
      var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
      while let scalar = scalars.popFirst() {
        guard scalar == "\u{1B}" else {
          put(scalar)
          continue
        }
        _ = scalars.popFirst()
        let text = scalars.prefix { !("@"..."~").contains($0) }
        scalars = scalars.dropFirst(text.count)
        let last = scalars.popFirst() ?? " "
        obey(String(String.UnicodeScalarView(text)), last)
      }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
      if scalar.properties.canonicalCombiningClass != .notReordered {
        grid[column - 1, row]?.mark = scalar
        return
      }
      grid[column, row]?.scalar = scalar
      grid[column, row]?.mark = Cell.unmarked
      let ink = scalar == " " ? "" : foreground + (isBold ? "b" : "")
      styles[row * grid.columns + column] = ink + "/" + background
      column += 1
    }

    private mutating func obey(_ text: String, _ last: Unicode.Scalar) {
      let numbers = text.split(separator: ";").map { Int($0) ?? 0 }
      switch last {
      case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
      case "C": column += numbers[0]
      case "J":
        grid = CellGrid(columns: grid.columns, rows: grid.rows, filledWith: Self.blank)
        styles = styles.map { _ in "" }
      case "m":
        var rest = numbers[...]
        while let code = rest.popFirst() {
          switch code {
          case 0: (foreground, background, isBold) = ("", "", false)
          case 1: isBold = true
          case 22: isBold = false
          case 38:
            foreground = rest.prefix(4).map(String.init).joined(separator: ",")
            rest = rest.dropFirst(4)
          case 48:
            background = rest.prefix(4).map(String.init).joined(separator: ",")
            rest = rest.dropFirst(4)
          default: Issue.record("\(code)")
          }
        }
      default: break
      }
    }
  }

  @Test("From any screen to any other, what was changed and what was left together are the whole")
  func changes() {
    var numbers = SplitMix64(seed: 9)
    var screen = TerminalScreen(full)
    var model = Model(columns: 70, rows: 20)
    for _ in 0..<60 {
      let grid = random(&numbers, columns: 70, rows: 20)
      model.take(screen.bytes(for: grid))
      #expect(model.grid.cells.map(\.scalar) == grid.cells.map(\.scalar))
      #expect(model.grid.cells.map(\.mark) == grid.cells.map(\.mark))
      // The same grid written whole gives the same colours.
      var fresh = TerminalScreen(full)
      var whole = Model(columns: 70, rows: 20)
      whole.take(fresh.bytes(for: grid))
      #expect(model.styles == whole.styles)
    }
  }

  static let hasEmulator = access("/usr/bin/tmux", X_OK) == 0

  @Test("A real terminal emulator shows what was drawn, whole and changed step by step", .enabled(if: hasEmulator))
  func emulator() throws {
    let folder = TemporaryFolder()
    for (name, capabilities) in TerminalGoldenTests.terminals {
      let painter = TerminalPainter(capabilities)
      for size in TerminalGoldenTests.sizes {
        var screen = TerminalScreen(capabilities)
        var bytes = Array(TerminalScreen.opening.utf8)
        var last: CellGrid?
        for meter in DisplaySettings.Meter.allCases {
          for scene in Scene.all {
            let grid = painter.paint(scene.view(meter: meter), columns: size.columns, rows: size.rows)
            bytes += screen.bytes(for: grid)
            last = grid
          }
        }
        let path = folder.write(bytes, "screen-\(size.columns)-\(name)")
        let shown = try #require(
          Emulator.screen(of: path, columns: size.columns, rows: size.rows, in: folder), "\(name)")
        let grid = try #require(last)
        for row in 0..<grid.rows {
          let drawn = grid.text(ofRow: row)
          let kept = String(drawn.reversed().drop { $0 == " " }.reversed())
          #expect(row < shown.count && shown[row] == kept, "\(name) \(size) row \(row)")
        }
      }
    }
  }
}

/// tmux, as a terminal that can be read.
private enum Emulator {
  /// What stands on a terminal after the bytes of a file, without the blanks at the ends of rows.
  static func screen(of path: String, columns: Int, rows: Int, in folder: TemporaryFolder) -> [String]? {
    let output = folder.file("captured")
    let ready = folder.file("ready")
    unlink(ready)
    let tmux = "/usr/bin/tmux -f /dev/null -S \(path)-socket"
    // A server that is only just going would take the next one's socket with it: each has its own.
    // What was written has been taken in when the window's program has seen the answer to a question put after it.
    let commands = """
      export LC_ALL=C.UTF-8
      \(tmux) new-session -d -x \(columns) -y \(rows) "stty raw -echo; cat \(path); touch \(ready); sleep 600" || exit 1
      \(tmux) set -g status off
      for i in $(seq 1000); do test -e \(ready) && break; sleep 0.05; done
      sleep 0.3
      \(tmux) capture-pane -p -N > \(output)
      \(tmux) kill-server
      """
    let script = folder.write(Array(commands.utf8), "script")
    guard run(["/bin/sh", script]) == 0 else { return nil }
    return String(decoding: TemporaryFolder.read(output), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  private static func run(_ words: [String]) -> Int32 {
    var process: pid_t = 0
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    guard posix_spawn(&process, words[0], nil, nil, pointers + [nil], environ) == 0 else { return -1 }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status
  }
}

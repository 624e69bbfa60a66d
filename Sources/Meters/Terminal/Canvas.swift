internal import TunerRules

/// A terminal's cells while they are drawn, with the colours and characters that the terminal has.
struct Canvas {
  private(set) var grid: CellGrid
  let theme: Theme
  let glyphs: TerminalCapabilities.Glyphs

  init(columns: Int, rows: Int, theme: Theme, glyphs: TerminalCapabilities.Glyphs) {
    self.theme = theme
    self.glyphs = glyphs
    let blank = Cell(" ", foreground: theme.color(.plain), background: theme.background)
    grid = CellGrid(columns: columns, rows: rows, filledWith: blank)
  }

  /// Goes on with cells that were drawn before: an area is blank, the rest stands.
  init(_ grid: CellGrid, clearing areas: [TerminalLayout.Area], theme: Theme, glyphs: TerminalCapabilities.Glyphs) {
    self.theme = theme
    self.glyphs = glyphs
    self.grid = grid
    for area in areas { fill(area, .plain, 0) }
  }

  /// A blank picture for an area.
  func raster(_ area: TerminalLayout.Area) -> Raster {
    Raster(columns: area.width, rows: area.height, isCoarse: theme.isCoarse || glyphs == .ascii)
  }

  /// A character, or what stands for it where only ASCII can be shown.
  func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if glyphs == .unicode || scalar.isASCII { return scalar }
    let isBlock = Self.consoleGlyphs.contains(scalar)
    if glyphs == .blocks, isBlock { return scalar }
    return Self.plain[scalar] ?? "?"
  }

  /// What the Linux console's own font has.
  private static let consoleGlyphs: Set<Unicode.Scalar> = [
    "─", "│", "┌", "┐", "└", "┘", "▀", "▄", "█", "▌", "▐", "░", "▒", "▓", "▲", "▼", "◄", "►", "•", "·", "°", "¢"
  ]
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "▀": "\"", "▄": "_", "█": "#", "▌": "|", "▐": "|",
    "░": ".", "▒": ":", "▓": "#", "▲": "^", "▼": "v", "◄": "<", "►": ">", "•": "*", "·": ".", "°": "o", "●": "*",
    "○": "o", "›": ">", "…": "~", "−": "-", "¢": "c", "▔": "-", "▕": "|", "▏": "|"
  ]

  /// Writes a text, as much of it as fits, and returns the column behind it.
  ///
  /// Marks over and under letters stay with them where the terminal has them.
  @discardableResult
  mutating func write(
    _ text: String, _ column: Int, _ row: Int, _ ink: Ink = .plain, _ strength: Double = 0.8, on background: Ink? = nil,
    _ backgroundStrength: Double = 0.3, bold: Bool = false, limit: Int = .max
  ) -> Int {
    var column = column
    let end = limit == .max ? grid.columns : min(grid.columns, column + limit)
    for scalar in text.unicodeScalars {
      if scalar.isMark {
        if glyphs == .unicode, var cell = grid[column - 1, row] {
          cell.mark = scalar
          grid[column - 1, row] = cell
        }
        continue
      }
      guard column < end else { break }
      let behind =
        background.map { theme.color($0, backgroundStrength) } ?? grid[column, row]?.background ?? theme.background
      // Without colours what stands on a light ground is dark.
      let isDark = theme.isMono && behind != theme.background
      let foreground = isDark ? theme.background : theme.color(ink, strength)
      // What is a control character to a terminal is none of ours.
      let isShown = scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
      grid[column, row] = Cell(isShown ? glyph(scalar) : "?", foreground: foreground, background: behind, isBold: bold)
      column += 1
    }
    return column
  }

  /// Writes a text in the middle of some columns.
  mutating func write(
    _ text: String, centredIn columns: Range<Int>, _ row: Int, _ ink: Ink = .plain, _ strength: Double = 0.8,
    on background: Ink? = nil, _ backgroundStrength: Double = 0.3, bold: Bool = false
  ) {
    let width = min(columns.count, text.cellCount)
    write(
      text, columns.lowerBound + (columns.count - width) / 2, row, ink, strength, on: background, backgroundStrength,
      bold: bold, limit: width)
  }

  /// The name of a note as this terminal can write it.
  func name(_ note: NoteText) -> String { glyphs == .unicode ? note.text : note.ascii }

  /// Gives cells another background.
  mutating func fill(_ area: TerminalLayout.Area, _ ink: Ink, _ strength: Double) {
    let color = theme.color(ink, strength)
    for row in area.y..<area.y + max(0, area.height) {
      for column in area.x..<area.x + max(0, area.width) {
        grid[column, row] = Cell(" ", foreground: theme.color(.plain), background: color)
      }
    }
  }

  /// Puts a picture on cells, two points to each: half blocks, or where there are none, characters of their darkness.
  ///
  /// Where a picture is blank, what stands there stays.
  mutating func put(_ raster: Raster, _ x: Int, _ y: Int) {
    for row in 0..<raster.height / 2 {
      let upper = 2 * row * raster.width
      let lower = upper + raster.width
      for column in 0..<raster.width {
        let (top, bottom) = (raster.levels[upper + column], raster.levels[lower + column])
        guard top | bottom > 0 else { continue }
        let inks = (Int(raster.inks[upper + column]), Int(raster.inks[lower + column]))
        if let cell = glyphs == .ascii ? shade(top, bottom, inks) : halves(top, bottom, inks) {
          grid[x + column, y + row] = cell
        }
      }
    }
  }

  private func color(_ ink: Int, _ level: UInt8) -> TerminalColor {
    theme.color(Ink(rawValue: ink) ?? .plain, level: Int(level))
  }

  private func halves(_ top: UInt8, _ bottom: UInt8, _ inks: (Int, Int)) -> Cell? {
    let (upper, lower) = (color(inks.0, top), color(inks.1, bottom))
    let dark = theme.background
    if upper == lower { return upper == dark ? nil : Cell("█", foreground: upper, background: dark) }
    if lower == dark { return Cell("▀", foreground: upper, background: dark) }
    if upper == dark { return Cell("▄", foreground: lower, background: dark) }
    guard theme.isCoarse else { return Cell("▀", foreground: upper, background: lower) }
    // Of the sixteen only the dark ones can stand behind.
    let (weak, strong) = (min(top, bottom), max(top, bottom))
    if Int(weak) * 2 < Int(strong) {
      return Cell(top > bottom ? "▀" : "▄", foreground: top > bottom ? upper : lower, background: dark)
    }
    return Cell("█", foreground: top > bottom ? upper : lower, background: dark)
  }

  private static let ramp: [Unicode.Scalar] = [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"]

  private func shade(_ top: UInt8, _ bottom: UInt8, _ inks: (Int, Int)) -> Cell? {
    let strong = max(top, bottom)
    let mean = (Int(top) + Int(bottom) + Int(strong)) / 3
    let place = min(Self.ramp.count - 1, mean * Self.ramp.count / Theme.levels)
    guard place > 0 else { return nil }
    return Cell(
      Self.ramp[place], foreground: color(top >= bottom ? inks.0 : inks.1, strong), background: theme.background)
  }
}

extension String {
  /// The cells that a text takes: marks over letters take none.
  var cellCount: Int { unicodeScalars.count { !$0.isMark } }
}

extension Unicode.Scalar {
  /// Whether it stands over or under the letter before it.
  var isMark: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}

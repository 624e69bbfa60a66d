/// What stands on a terminal, and the bytes that bring it to what shall stand there.
///
/// A value; it knows nothing of descriptors. Only cells that differ are written, each frame between the marks by which
/// terminals that know them show it at once.
public struct TerminalScreen: Sendable {
  private let capabilities: TerminalCapabilities
  private var shown: CellGrid?
  private var foreground: TerminalColor?
  private var background: TerminalColor?
  private var isBold = false

  /// The bytes that take a terminal over: the other screen, no cursor, the mouse reported as it is pressed and dragged.
  public static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?7l\u{1B}[2J"
  /// The bytes that give it back as it was.
  public static let closing = "\u{1B}[0m\u{1B}[?7h\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l"

  /// Makes a screen of which nothing is known: the first grid is written whole.
  public init(_ capabilities: TerminalCapabilities) { self.capabilities = capabilities }

  /// Forgets what stands there: the next grid is written whole.
  public mutating func forget() { shown = nil }

  /// The bytes that bring the terminal to a grid; none where it stands there already.
  public mutating func bytes(for grid: CellGrid) -> [UInt8] {
    guard grid != shown else { return [] }
    var bytes: [UInt8] = []
    let old = shown.flatMap { $0.columns == grid.columns && $0.rows == grid.rows ? $0 : nil }
    let isLinked = capabilities.colors == .full
    if isLinked { bytes += "\u{1B}[?2026h".utf8 }
    if old == nil {
      bytes += "\u{1B}[0m\u{1B}[2J".utf8
      (foreground, background, isBold) = (nil, nil, false)
    }
    var place = -2
    for index in grid.cells.indices {
      let cell = grid.cells[index]
      if let old, old.cells[index] == cell { continue }
      move(to: index, from: place, grid, &bytes)
      style(cell, &bytes)
      append(cell.scalar, &bytes)
      if cell.mark != Cell.unmarked { append(cell.mark, &bytes) }
      place = index
    }
    if isLinked { bytes += "\u{1B}[?2026l".utf8 }
    shown = grid
    return bytes
  }

  private func move(to index: Int, from last: Int, _ grid: CellGrid, _ bytes: inout [UInt8]) {
    let (column, row) = (index % grid.columns, index / grid.columns)
    // Behind the last column of a row terminals differ in where the cursor stands.
    if index == last + 1, column > 0 { return }
    bytes += [0x1B, UInt8(ascii: "[")]
    if index > last, last >= 0, row == last / grid.columns {
      append(index - last - 1, &bytes)
      bytes.append(UInt8(ascii: "C"))
    } else {
      append(row + 1, &bytes)
      bytes.append(UInt8(ascii: ";"))
      append(column + 1, &bytes)
      bytes.append(UInt8(ascii: "H"))
    }
  }

  private mutating func style(_ cell: Cell, _ bytes: inout [UInt8]) {
    var codes: [Int] = []
    if cell.isBold != isBold {
      codes.append(cell.isBold ? 1 : 22)
      isBold = cell.isBold
    }
    // A space shows its background alone.
    if cell.foreground != foreground, cell.scalar != " " {
      codes += cell.foreground.codes(base: 30)
      foreground = cell.foreground
    }
    if cell.background != background {
      codes += cell.background.codes(base: 40)
      background = cell.background
    }
    guard !codes.isEmpty else { return }
    bytes += [0x1B, UInt8(ascii: "[")]
    for (i, code) in codes.enumerated() {
      if i > 0 { bytes.append(UInt8(ascii: ";")) }
      append(code, &bytes)
    }
    bytes.append(UInt8(ascii: "m"))
  }

  private func append(_ number: Int, _ bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private func append(_ scalar: Unicode.Scalar, _ bytes: inout [UInt8]) {
    if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes += UTF8.encode(scalar) ?? .init() }
  }
}

extension TerminalColor {
  /// The numbers of the escape sequence that chooses it; `base` is 30 for characters, 40 for what is behind them.
  fileprivate func codes(base: Int) -> [Int] {
    let value = Int(code & 0xFF_FFFF)
    switch code >> 24 {
    case 0: return [base + 8, 2, value >> 16, value >> 8 & 0xFF, value & 0xFF]
    case 1: return [base + 8, 5, value]
    default: return [value < 8 ? base + value : base + 60 + value - 8]
    }
  }
}

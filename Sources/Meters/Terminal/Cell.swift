/// A colour as a terminal is told it.
public struct TerminalColor: Hashable, Sendable {
  /// What the number means, in its highest byte: 0 red, green and blue; 1 a place in the palette of 256; 2 one of the
  /// sixteen.
  let code: UInt32

  /// A colour by its red, green and blue.
  static func rgb(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> TerminalColor {
    TerminalColor(code: red << 16 | green << 8 | blue)
  }

  /// A colour of the palette of 256.
  static func palette(_ index: UInt32) -> TerminalColor { TerminalColor(code: 1 << 24 | index) }

  /// One of the sixteen.
  static func ansi(_ index: UInt32) -> TerminalColor { TerminalColor(code: 2 << 24 | index) }

  /// Its red, green and blue, 0…1; those of the sixteen as the Linux console shows them.
  public var rgb: (red: Double, green: Double, blue: Double) {
    let index = Int(code & 0xFF)
    switch code >> 24 {
    case 0:
      return (Double(code >> 16 & 0xFF) / 255, Double(code >> 8 & 0xFF) / 255, Double(code & 0xFF) / 255)
    case 1 where index >= 232:
      let grey = Double(8 + 10 * (index - 232)) / 255
      return (grey, grey, grey)
    case 1 where index >= 16:
      let steps: [Double] = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      return (steps[place / 36] / 255, steps[place / 6 % 6] / 255, steps[place % 6] / 255)
    default:
      let strength = index & 8 != 0 ? 1.0 / 3 : 0
      let part: (Int) -> Double = { index & $0 != 0 ? 2.0 / 3 + strength : strength }
      return (part(1), part(2) / (index == 3 ? 2 : 1), part(4))
    }
  }
}

/// What stands at one place of a terminal.
public struct Cell: Hashable, Sendable {
  /// The character.
  public var scalar: Unicode.Scalar
  /// A mark over or under it; none where it is NUL.
  public var mark: Unicode.Scalar
  /// The colour of the character.
  public var foreground: TerminalColor
  /// The colour behind it.
  public var background: TerminalColor
  /// Whether it is bold.
  public var isBold: Bool

  /// No mark.
  public static let unmarked: Unicode.Scalar = "\0"

  /// Makes a cell.
  public init(
    _ scalar: Unicode.Scalar, mark: Unicode.Scalar = Cell.unmarked, foreground: TerminalColor,
    background: TerminalColor, isBold: Bool = false
  ) {
    self.scalar = scalar
    self.mark = mark
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
  }
}

/// A terminal full of cells.
public struct CellGrid: Hashable, Sendable {
  /// Cells side by side.
  public let columns: Int
  /// Cells over one another.
  public let rows: Int
  /// Row by row.
  public var cells: [Cell]

  /// A grid of one cell, over and over; sizes below 0 count as 0.
  public init(columns: Int, rows: Int, filledWith cell: Cell) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: cell, count: self.columns * self.rows)
  }

  /// The cell at a place; what lies outside is ignored.
  public subscript(column: Int, row: Int) -> Cell? {
    get { column >= 0 && row >= 0 && column < columns && row < rows ? cells[row * columns + column] : nil }
    set {
      guard let newValue, column >= 0, row >= 0, column < columns, row < rows else { return }
      cells[row * columns + column] = newValue
    }
  }

  /// The characters of a row.
  public func text(ofRow row: Int) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<columns {
      guard let cell = self[column, row] else { continue }
      text.append(cell.scalar)
      if cell.mark != Cell.unmarked { text.append(cell.mark) }
    }
    return String(text)
  }
}

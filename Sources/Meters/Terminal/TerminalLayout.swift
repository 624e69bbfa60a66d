/// Where on a terminal each part of the display lies.
public struct TerminalLayout: Hashable, Sendable {
  /// Part of the terminal, in cells.
  public struct Area: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    func contains(_ column: Int, _ row: Int) -> Bool {
      column >= x && column < x + width && row >= y && row < y + height
    }
  }

  /// The smallest terminal that shows meters.
  public static let least = (columns: 40, rows: 12)

  /// Preset, reference, temperament.
  public let header: Area
  /// The large meter.
  public let meter: Area
  /// The small meter.
  public let subMeter: Area
  /// The keys.
  public let ribbon: Area
  /// Connections, level, what is said.
  public let status: Area
  /// The ribbon's first key that is in sight, and how many are.
  let shownKeys: Range<Int>
  let panel: FrontPanel.View
  private let ids: [MeterView.Key]

  /// Divides a terminal; nil where it is too small.
  public init?(_ view: MeterView, columns: Int, rows: Int) {
    guard columns >= Self.least.columns, rows >= Self.least.rows else { return nil }
    let ribbonRows = rows < 14 ? 1 : rows < 18 ? 2 : rows < 26 ? 3 : rows < 40 ? 4 : 6
    let subRows = rows < 15 ? 2 : rows < 30 ? 3 : rows < 46 ? 4 : 6
    let gap = rows < 20 ? 0 : 1
    header = Area(x: 0, y: 0, width: columns, height: 1)
    status = Area(x: 0, y: rows - 1, width: columns, height: 1)
    ribbon = Area(x: 0, y: rows - 1 - ribbonRows, width: columns, height: ribbonRows)
    subMeter = Area(x: 0, y: ribbon.y - gap - subRows, width: columns, height: subRows)
    meter = Area(x: 0, y: 1, width: columns, height: subMeter.y - gap - 1)
    panel = view.panel
    ids = view.keys
    let fitting = max(1, columns / Self.keyWidth(view.keys))
    guard view.keys.count > fitting else {
      shownKeys = 0..<view.keys.count
      return
    }
    // The cursor, or else what sounds, stays in sight.
    let wanted = view.panel.cursor ?? view.keys.firstIndex { $0.light != .off } ?? view.keys.firstIndex { $0.isHeard }
    let start = max(0, min(view.keys.count - fitting, (wanted ?? 0) - fitting / 2))
    shownKeys = start..<start + fitting
  }

  /// The least width of a key: its name and a space.
  private static func keyWidth(_ keys: [MeterView.Key]) -> Int {
    max(4, (keys.map { min(8, $0.name.ascii.unicodeScalars.count) }.max() ?? 0) + 1)
  }

  /// The columns of a key in sight.
  func columns(ofKey index: Int) -> Range<Int> {
    let place = index - shownKeys.lowerBound
    let count = max(1, shownKeys.count)
    // Wide terminals do not make keys wider than hands find them.
    return ribbon.x + place * ribbon.width / count..<ribbon.x + (place + 1) * ribbon.width / count
  }

  /// Where the rows of a menu lie, and which of them is the first in sight.
  func menuRows(_ menu: Menu.View) -> (area: Area, first: Int) {
    let area = Area(x: 2, y: 3, width: header.width - 4, height: status.y - 6)
    let first = max(0, min(menu.rows.count - area.height, menu.selection - area.height / 2))
    return (area, first)
  }

  /// What lies at a cell.
  public func place(column: Int, row: Int) -> FrontPanel.Place {
    if case .menu(let menu) = panel.overlay {
      let (area, first) = menuRows(menu)
      guard area.contains(column, row), menu.rows.indices.contains(first + row - area.y) else { return .nothing }
      return .row(first + row - area.y)
    }
    if meter.contains(column, row) { return .meter }
    if subMeter.contains(column, row) { return .subMeter }
    if ribbon.contains(column, row) {
      let key = shownKeys.first { columns(ofKey: $0).contains(column) }
      return key.map { .key(ids[$0].id) } ?? .nothing
    }
    if header.contains(column, row) { return column < header.width / 2 ? .preset : .reference }
    return .nothing
  }
}

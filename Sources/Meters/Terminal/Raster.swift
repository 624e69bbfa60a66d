internal import Glibc

/// A picture of square points, two to a cell, each an ink at a strength: what meters draw on.
///
/// What is drawn later covers what is weaker, so that overlapping edges stay smooth.
struct Raster {
  let width: Int
  let height: Int
  private(set) var inks: [UInt8]
  private(set) var levels: [UInt8]
  /// Whether a point is drawn or not, and nothing between: there are no shades for edges.
  let isCoarse: Bool

  init(columns: Int, rows: Int, isCoarse: Bool) {
    self.isCoarse = isCoarse
    width = max(0, columns)
    height = max(0, 2 * rows)
    inks = Array(repeating: 0, count: width * height)
    levels = Array(repeating: 0, count: width * height)
  }

  /// Draws a point; what lies outside is ignored.
  mutating func dot(_ x: Int, _ y: Int, _ ink: Ink, _ strength: Double) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let level = UInt8(max(0, min(1, strength)) * Double(Theme.levels - 1) + 0.5)
    let place = y * width + x
    guard level > levels[place] else { return }
    levels[place] = level
    inks[place] = UInt8(ink.rawValue)
  }

  /// Draws a line with round ends, so many points thick.
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), thick: Double, _ ink: Ink,
    _ strength: Double = 1
  ) {
    let reach = thick / 2 + 1
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    guard length.isFinite else { return }
    let xs = span(min(start.x, end.x) - reach, max(start.x, end.x) + reach, width)
    let ys = span(min(start.y, end.y) - reach, max(start.y, end.y) + reach, height)
    for y in ys {
      for x in xs {
        let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
        let along = length > 0 ? max(0, min(1, (px * dx + py * dy) / length)) : 0
        let (ex, ey) = (px - along * dx, py - along * dy)
        let cover = thick / 2 + 0.5 - (ex * ex + ey * ey).squareRoot()
        if cover > 0 { dot(x, y, ink, edge(cover) * strength) }
      }
    }
  }

  /// Draws a disc.
  mutating func disc(_ x: Double, _ y: Double, radius: Double, _ ink: Ink, _ strength: Double = 1) {
    line(from: (x, y), to: (x, y), thick: 2 * radius, ink, strength)
  }

  /// Draws part of a ring; angles in turns from the top, clockwise.
  mutating func ring(
    _ centre: (x: Double, y: Double), radius: Double, thick: Double, _ ink: Ink, strength: (Double) -> Double
  ) {
    let reach = radius + thick / 2 + 1
    for y in span(centre.y - reach, centre.y + reach, height) {
      for x in span(centre.x - reach, centre.x + reach, width) {
        let (px, py) = (Double(x) + 0.5 - centre.x, Double(y) + 0.5 - centre.y)
        let cover = thick / 2 + 0.5 - abs((px * px + py * py).squareRoot() - radius)
        guard cover > 0 else { continue }
        let angle = atan2(px, -py) / (2 * .pi)
        dot(x, y, ink, edge(cover) * strength(angle < 0 ? angle + 1 : angle))
      }
    }
  }

  private func edge(_ cover: Double) -> Double { isCoarse ? (cover >= 0.5 ? 1 : 0) : min(1, cover) }

  private func span(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    guard low.isFinite, high.isFinite else { return 0..<0 }
    let start = max(0, min(Double(limit), low.rounded(.down)))
    let end = max(start, min(Double(limit), high.rounded(.up)))
    return Int(start)..<Int(end)
  }
}

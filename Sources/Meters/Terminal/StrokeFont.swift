internal import Glibc

/// Letters and digits as strokes, for notes that are read from across a stage: drawn at any size, smooth where the
/// terminal has shades.
enum StrokeFont {
  typealias Point = (x: Double, y: Double)

  /// A letter: its strokes in a box of height 1, top 0, and the box's width.
  struct Glyph: Sendable {
    var width: Double
    var strokes: [[Point]]
  }

  /// Draws a text with its upper left corner at a place; returns its width in points.
  ///
  /// Characters that have no strokes are left out.
  @discardableResult
  static func draw(
    _ text: String, on raster: inout Raster, at place: Point, height: Double, thick: Double, _ ink: Ink,
    _ strength: Double = 1
  ) -> Double {
    var x = place.x
    for scalar in text.unicodeScalars {
      guard let glyph = glyphs[scalar] else { continue }
      for stroke in glyph.strokes {
        for (start, end) in zip(stroke, stroke.dropFirst()) {
          raster.line(
            from: (x + start.x * height, place.y + start.y * height),
            to: (x + end.x * height, place.y + end.y * height), thick: thick, ink, strength)
        }
      }
      x += glyph.width * height + spacing(height, thick)
    }
    return max(0, x - place.x - spacing(height, thick))
  }

  /// The width of a text in points.
  static func width(_ text: String, height: Double, thick: Double) -> Double {
    let widths = text.unicodeScalars.compactMap { glyphs[$0] }.map { $0.width * height + spacing(height, thick) }
    return max(0, widths.reduce(0, +) - spacing(height, thick))
  }

  private static func spacing(_ height: Double, _ thick: Double) -> Double { thick + 0.12 * height }

  /// Part of an ellipse as a stroke; angles in degrees, 0 to the right, 90 downwards.
  private static func arc(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ from: Double, _ to: Double) -> [Point]
  {
    let count = 10
    return (0...count).map { i -> Point in
      let angle = (from + (to - from) * Double(i) / Double(count)) * .pi / 180
      return (x + rx * cos(angle), y + ry * sin(angle))
    }
  }

  private static let glyphs: [Unicode.Scalar: Glyph] = {
    var table: [Unicode.Scalar: Glyph] = [:]
    for part in [notes, digits, marks, swaras] { table.merge(part) { $1 } }
    return table
  }()

  private static let notes: [Unicode.Scalar: Glyph] = {
    var table: [Unicode.Scalar: Glyph] = [:]
    let stem: [Point] = [(0, 0), (0, 1)]
    table["A"] = Glyph(width: 0.74, strokes: [[(0, 1), (0.37, 0), (0.74, 1)], [(0.14, 0.64), (0.6, 0.64)]])
    let upper: [Point] = [(0, 0), (0.34, 0)] + arc(0.34, 0.235, 0.25, 0.235, -90, 90) + [(0, 0.47)]
    let lower: [Point] = [(0, 0.47), (0.36, 0.47)] + arc(0.36, 0.735, 0.28, 0.265, -90, 90) + [(0, 1)]
    table["B"] = Glyph(width: 0.64, strokes: [stem, upper, lower])
    table["C"] = Glyph(width: 0.68, strokes: [arc(0.39, 0.5, 0.39, 0.5, -48, -312)])
    let bowl: [Point] = [(0, 0), (0.26, 0)] + arc(0.26, 0.5, 0.42, 0.5, -90, 90) + [(0, 1)]
    table["D"] = Glyph(width: 0.68, strokes: [stem, bowl])
    table["E"] = Glyph(width: 0.56, strokes: [[(0.56, 0), (0, 0), (0, 1), (0.56, 1)], [(0, 0.48), (0.48, 0.48)]])
    table["F"] = Glyph(width: 0.55, strokes: [[(0.55, 0), (0, 0), (0, 1)], [(0, 0.5), (0.46, 0.5)]])
    table["G"] = Glyph(
      width: 0.72,
      strokes: [arc(0.39, 0.5, 0.39, 0.5, -48, -312), [(0.68, 0.86), (0.72, 0.56), (0.44, 0.56)]])
    return table
  }()

  private static let digits: [Unicode.Scalar: Glyph] = {
    var table: [Unicode.Scalar: Glyph] = [:]
    table["0"] = Glyph(width: 0.6, strokes: [arc(0.3, 0.5, 0.3, 0.5, 0, 360)])
    table["1"] = Glyph(width: 0.3, strokes: [[(0, 0.2), (0.26, 0), (0.26, 1)]])
    let two: [Point] = arc(0.29, 0.28, 0.28, 0.28, -170, 25) + [(0, 1), (0.58, 1)]
    table["2"] = Glyph(width: 0.58, strokes: [two])
    let three: [Point] = arc(0.27, 0.25, 0.27, 0.25, -150, 90)
    table["3"] = Glyph(width: 0.58, strokes: [three, arc(0.28, 0.74, 0.3, 0.26, -90, 150)])
    table["4"] = Glyph(width: 0.62, strokes: [[(0.44, 1), (0.44, 0), (0, 0.68), (0.62, 0.68)]])
    let five: [Point] = [(0.52, 0), (0.08, 0), (0.04, 0.44)] + arc(0.27, 0.68, 0.3, 0.32, -110, 145)
    table["5"] = Glyph(width: 0.57, strokes: [five])
    table["6"] = Glyph(width: 0.6, strokes: [arc(0.3, 0.68, 0.3, 0.32, 0, 360), [(0.5, 0), (0.22, 0.2), (0.02, 0.6)]])
    table["7"] = Glyph(width: 0.56, strokes: [[(0, 0), (0.56, 0), (0.18, 1)]])
    table["8"] = Glyph(
      width: 0.6, strokes: [arc(0.3, 0.24, 0.25, 0.24, 0, 360), arc(0.3, 0.74, 0.3, 0.26, 0, 360)])
    table["9"] = Glyph(width: 0.6, strokes: [arc(0.3, 0.32, 0.3, 0.32, 0, 360), [(0.59, 0.4), (0.38, 0.8), (0.1, 1)]])
    return table
  }()

  private static let marks: [Unicode.Scalar: Glyph] = [
    "#": Glyph(
      width: 0.56,
      strokes: [
        [(0.18, 0.08), (0.14, 0.96)], [(0.42, 0.04), (0.38, 0.92)], [(0, 0.38), (0.56, 0.3)], [(0, 0.7), (0.56, 0.62)]
      ]),
    "b": Glyph(width: 0.46, strokes: [[(0, 0), (0, 1), (0.4, 0.72)], arc(0.22, 0.62, 0.22, 0.2, -150, 30)]),
    "-": Glyph(width: 0.42, strokes: [[(0.02, 0.54), (0.4, 0.54)]]),
    "+": Glyph(width: 0.5, strokes: [[(0.02, 0.54), (0.48, 0.54)], [(0.25, 0.3), (0.25, 0.78)]]),
    ".": Glyph(width: 0.06, strokes: [[(0.03, 0.97), (0.03, 0.98)]]),
    " ": Glyph(width: 0.3, strokes: [])
  ]

  private static let swaras: [Unicode.Scalar: Glyph] = {
    var table: [Unicode.Scalar: Glyph] = [:]
    let stem: [Point] = [(0, 0), (0, 1)]
    let small: [Point] = [(0, 0.38), (0, 1)]
    let curve: [Point] = arc(0.3, 0.26, 0.29, 0.26, -25, -270)
    table["S"] = Glyph(width: 0.6, strokes: [curve, arc(0.3, 0.76, 0.3, 0.24, -90, 155)])
    let head: [Point] = [(0, 0), (0.34, 0)] + arc(0.34, 0.26, 0.26, 0.26, -90, 90) + [(0, 0.52)]
    table["P"] = Glyph(width: 0.6, strokes: [stem, head])
    table["R"] = Glyph(width: 0.62, strokes: [stem, head, [(0.3, 0.52), (0.62, 1)]])
    table["M"] = Glyph(width: 0.8, strokes: [[(0, 1), (0, 0), (0.4, 0.66), (0.8, 0), (0.8, 1)]])
    table["N"] = Glyph(width: 0.66, strokes: [[(0, 1), (0, 0), (0.66, 1), (0.66, 0)]])
    let bowl: [Point] = arc(0.26, 0.69, 0.26, 0.31, 0, 360)
    table["a"] = Glyph(width: 0.52, strokes: [bowl, [(0.52, 0.38), (0.52, 1)]])
    table["d"] = Glyph(width: 0.52, strokes: [bowl, [(0.52, 0), (0.52, 1)]])
    let tail: [Point] = [(0.52, 0.38), (0.52, 1.06)] + arc(0.26, 1.06, 0.26, 0.2, 0, 150)
    table["g"] = Glyph(width: 0.52, strokes: [bowl, tail])
    table["e"] = Glyph(width: 0.52, strokes: [[(0.02, 0.7), (0.52, 0.66)], arc(0.27, 0.69, 0.26, 0.31, -5, -310)])
    table["r"] = Glyph(width: 0.36, strokes: [small, arc(0.28, 0.62, 0.27, 0.24, -180, -60)])
    let shoulder: [Point] = arc(0.24, 0.62, 0.24, 0.24, -180, 0) + [(0.48, 1)]
    table["n"] = Glyph(width: 0.48, strokes: [small, shoulder])
    table["h"] = Glyph(width: 0.48, strokes: [stem, shoulder])
    let first: [Point] = arc(0.19, 0.6, 0.19, 0.22, -180, 0) + [(0.38, 1)]
    let second: [Point] = arc(0.57, 0.6, 0.19, 0.22, -180, 0) + [(0.76, 1)]
    table["m"] = Glyph(width: 0.76, strokes: [small, first, second])
    table["i"] = Glyph(width: 0.06, strokes: [[(0.03, 0.38), (0.03, 1)], [(0.03, 0.1), (0.03, 0.11)]])
    return table
  }()
}

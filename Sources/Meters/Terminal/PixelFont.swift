/// Digits and signs of three by five points: what is too small for strokes.
enum PixelFont {
  /// Rows from the top, the leftmost point in the highest of three bits.
  private static let glyphs: [Unicode.Scalar: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
    "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
    "#": [5, 7, 5, 7, 5], "b": [4, 4, 7, 5, 7], "-": [0, 0, 7, 0, 0], "+": [0, 2, 7, 2, 0], ".": [0, 0, 0, 0, 2]
  ]

  /// Rows of points of a character.
  static let height = 5

  /// The width of a text in points.
  static func width(_ text: String) -> Int {
    max(0, text.unicodeScalars.map { advance($0) }.reduce(0, +) - 1)
  }

  /// Whether every character of a text is there.
  static func has(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { glyphs[$0] != nil } }

  /// Draws a text with its upper left corner at a point.
  static func draw(_ text: String, on raster: inout Raster, x: Int, y: Int, _ ink: Ink, _ strength: Double) {
    var x = x
    for scalar in text.unicodeScalars {
      guard let rows = glyphs[scalar] else { continue }
      // A point is as narrow as it is.
      let shift = scalar == "." ? 1 : 0
      for (line, bits) in rows.enumerated() {
        for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
          raster.dot(x + column - shift, y + line, ink, strength)
        }
      }
      x += advance(scalar)
    }
  }

  private static func advance(_ scalar: Unicode.Scalar) -> Int { scalar == "." ? 2 : 4 }
}

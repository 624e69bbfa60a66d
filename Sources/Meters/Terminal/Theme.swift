/// What is drawn, by its meaning; each is a colour at full strength that goes over into the background.
enum Ink: Int, CaseIterable {
  /// Writing, marks, hairlines.
  case plain
  /// The one accent: in tune.
  case accent
  /// Lamps that say how far off a note is.
  case lamp
  /// The wheel's and the strobe's own light.
  case glow
  /// What sounds.
  case drone
  /// What asks for attention.
  case alert
}

/// The colours of a terminal for every ink at every strength.
struct Theme: Sendable {
  /// Strengths of an ink, from none to full.
  static let levels = 32

  private let colors: [TerminalColor]
  /// What everything stands on.
  let background: TerminalColor
  /// Whether colours come in steps too coarse for shades.
  let isCoarse: Bool
  /// Whether there are no colours at all.
  let isMono: Bool

  /// Makes the theme for a terminal.
  init(_ capabilities: TerminalCapabilities, hasHighContrast: Bool) {
    isCoarse = capabilities.colors == .sixteen || capabilities.colors == .none
    isMono = capabilities.colors == .none
    var colors: [TerminalColor] = []
    for ink in Ink.allCases {
      for level in 0..<Self.levels {
        let strength = Double(level) / Double(Self.levels - 1)
        switch capabilities.colors {
        case .none: colors.append(.ansi(ink.mono(strength)))
        case .sixteen: colors.append(.ansi(ink.ansi(strength, hasHighContrast: hasHighContrast)))
        case .palette: colors.append(Self.nearest(ink.rgb(strength, hasHighContrast: hasHighContrast)))
        case .full:
          let (red, green, blue) = ink.rgb(strength, hasHighContrast: hasHighContrast)
          colors.append(.rgb(red, green, blue))
        }
      }
    }
    self.colors = colors
    background = colors[0]
  }

  /// The colour of an ink at a strength, 0…1.
  func color(_ ink: Ink, _ strength: Double = 1) -> TerminalColor {
    color(ink, level: Int((max(0, min(1, strength)) * Double(Self.levels - 1)).rounded()))
  }

  /// The colour of an ink at a level.
  func color(_ ink: Ink, level: Int) -> TerminalColor { colors[ink.rawValue * Self.levels + level] }

  /// The colour of the palette of 256 that is nearest: of its cube of 6 x 6 x 6, or of its greys.
  private static func nearest(_ rgb: (red: UInt32, green: UInt32, blue: UInt32)) -> TerminalColor {
    let steps: [Int] = [0, 95, 135, 175, 215, 255]
    let parts = [Int(rgb.red), Int(rgb.green), Int(rgb.blue)]
    var index = 16
    var distance = 0
    for (part, weight) in zip(parts, [36, 6, 1]) {
      let place = steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0
      index += place * weight
      distance += (steps[place] - part) * (steps[place] - part)
    }
    let mean = parts.reduce(0, +) / 3
    let grey = max(0, min(23, (mean - 3) / 10))
    let value = 8 + 10 * grey
    let greyDistance = parts.map { ($0 - value) * ($0 - value) }.reduce(0, +)
    return .palette(UInt32(greyDistance < distance ? 232 + grey : index))
  }
}

extension Ink {
  /// Its colour at full strength.
  private var full: (Double, Double, Double) {
    switch self {
    case .plain: (236, 240, 244)
    case .accent: (56, 240, 176)
    case .lamp: (255, 86, 58)
    case .glow: (122, 190, 255)
    case .drone: (255, 190, 84)
    case .alert: (255, 70, 90)
    }
  }

  private static let dark: (Double, Double, Double) = (9, 11, 14)

  func rgb(_ strength: Double, hasHighContrast: Bool) -> (UInt32, UInt32, UInt32) {
    let dark: (Double, Double, Double) = hasHighContrast ? (0, 0, 0) : Self.dark
    let share = hasHighContrast && strength > 0.08 ? max(0.5, strength * 1.4) : strength
    let part = min(1, share)
    let white = hasHighContrast && self != .accent && self != .alert && self != .lamp
    let full: (Double, Double, Double) = white ? (255, 255, 255) : full
    return (
      UInt32(dark.0 + (full.0 - dark.0) * part), UInt32(dark.1 + (full.1 - dark.1) * part),
      UInt32(dark.2 + (full.2 - dark.2) * part)
    )
  }

  /// One of the sixteen: black, the dark one, the bright one.
  func ansi(_ strength: Double, hasHighContrast: Bool) -> UInt32 {
    if strength < 0.13 { return 0 }
    let isBright = strength >= (hasHighContrast ? 0.2 : 0.62)
    switch self {
    case .plain: return isBright ? 15 : strength < 0.45 ? (hasHighContrast ? 7 : 8) : 7
    case .accent: return isBright ? 10 : 2
    case .lamp: return isBright ? 9 : 1
    case .glow: return isBright ? 14 : 4
    case .drone: return isBright ? 11 : 3
    case .alert: return isBright ? 13 : 5
    }
  }

  /// White, grey or black.
  func mono(_ strength: Double) -> UInt32 { strength < 0.13 ? 0 : strength < 0.62 ? 7 : 15 }
}

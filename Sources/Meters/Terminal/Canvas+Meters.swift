internal import Glibc
internal import TunerRules

extension Canvas {
  /// The large meter.
  mutating func meter(_ view: MeterView, _ area: TerminalLayout.Area) {
    var raster = raster(area)
    switch view.status.display.meter {
    case .arc: Self.arc(view, &raster)
    case .wheel: Self.wheel(view, &raster)
    case .strobe: Self.strobe(view, &raster)
    case .rings: Self.rings(view, &raster)
    case .ruler: Self.ruler(view, &raster)
    }
    put(raster, area.x, area.y)
    if view.status.display.meter == .wheel { wheelNames(view, area) }
    if view.status.display.meter == .ruler, area.height >= 9 { rulerNumbers(area) }
    verdict(view, area.x..<area.x + area.width, area.y + area.height - 1)
  }

  // MARK: Arc

  /// Nineteen lamps on an arch, the note under it.
  private static func arc(_ view: MeterView, _ raster: inout Raster) {
    let (width, height) = (Double(raster.width), Double(raster.height) - 2)
    let sides = MeterView.sideLamps
    let radius = max(0.9, min(width / Double(2 * sides + 1) * 0.36, height * 0.1))
    let reach = 1.05
    let across = (width / 2 - radius - 1) / sin(reach)
    let sink = min(height * 0.46, across * 0.62) / (1 - cos(reach))
    for i in -sides...sides {
      let angle = reach * Double(i) / Double(sides)
      let x = width / 2 + across * sin(angle)
      let y = radius + 0.5 + sink * (1 - cos(angle))
      let isLit = i < 0 ? -i <= view.flatLamps : i > 0 ? i <= view.sharpLamps : view.verdict == .inTune
      if i == 0 {
        if isLit {
          raster.disc(x, y, radius: radius * 1.5, .accent, 0.4)
          raster.disc(x, y, radius: radius * 1.15, .accent)
        } else {
          raster.disc(x, y, radius: radius * (raster.isCoarse ? 0.6 : 1.15), .accent, 0.22)
        }
      } else {
        // The lamp that says how far is the brightest, so that the eye finds it.
        let isLast = i < 0 ? -i == view.flatLamps : i == view.sharpLamps
        if isLit {
          raster.disc(x, y, radius: isLast ? radius * 1.1 : radius, .lamp, isLast ? 1 : 0.8)
        } else if raster.isCoarse {
          raster.dot(Int(x), Int(y), .lamp, 0.3)
        } else {
          raster.disc(x, y, radius: radius, .lamp, 0.16)
        }
      }
    }
    note(view, on: &raster, top: 2.6 * radius + 1.2, bottom: height - 1, width: width * 0.5)
  }

  /// The note as large as its place allows, between two heights.
  private static func note(_ view: MeterView, on raster: inout Raster, top: Double, bottom: Double, width: Double) {
    let (ink, strength) = ink(view)
    // Room for what stands over and under a name: dots, the loop of a g.
    guard let note = view.note else {
      let middle = (top + bottom) / 2
      let x = Double(raster.width) / 2
      raster.line(from: (x - 2, middle), to: (x + 2, middle), thick: 1, .plain, 0.3)
      return
    }
    let isTall = note.dots != 0 || note.isTivra || note.base.contains("g")
    let height = (bottom - top) * (isTall ? 0.62 : 0.9)
    bigNote(
      note, on: &raster, middle: (Double(raster.width) / 2, (top + bottom) / 2), height: height, width: width, ink,
      strength)
  }

  // MARK: Wheel

  /// How much of the wheel is seen to either side, in semitones, and how far it is bent over that.
  private static let wheelReach = 3.7
  private static let wheelBend = 0.62

  private static func wheelPoint(_ offset: Double, _ depth: Double, width: Double, height: Double) -> StrokeFont.Point {
    let angle = wheelBend * offset / wheelReach
    let radius = (width / 2) / sin(wheelBend)
    let drop = min(1, height * 0.55 / (radius * (1 - cos(wheelBend))))
    let centre = radius * drop
    return (
      width / 2 + (radius - depth) * sin(angle), 3 + depth + (centre - (centre) * cos(angle))
    )
  }

  /// The rim, five ticks to a note, and the note that the wheel stands at.
  private static func wheel(_ view: MeterView, _ raster: inout Raster) {
    let (width, height) = (Double(raster.width), Double(raster.height) - 2)
    let isShown = view.note != nil
    for x in stride(from: -wheelReach, through: wheelReach, by: 0.05) {
      let (a, b) = (
        wheelPoint(x, 0, width: width, height: height), wheelPoint(x + 0.05, 0, width: width, height: height)
      )
      raster.line(from: a, to: b, thick: 1, .glow, isShown ? 0.55 : 0.3)
    }
    let first = Int(((view.wheel - wheelReach) * 5).rounded(.up))
    let last = Int(((view.wheel + wheelReach) * 5).rounded(.down))
    for tick in first...max(first, last) {
      let offset = Double(tick) / 5 - view.wheel
      let place = (tick % 5 + 5) % 5
      // Short, medium, long in the middle of a note, medium, short.
      if width < 120, place == 1 || place == 4 { continue }
      let length = place == 0 ? height * 0.16 : place == 1 || place == 4 ? height * 0.1 : height * 0.06
      let strength = (place == 0 ? 0.9 : 0.5) * (isShown ? 1 : 0.5)
      raster.line(
        from: wheelPoint(offset, 1, width: width, height: height),
        to: wheelPoint(offset, 1 + length, width: width, height: height), thick: place == 0 ? 1.2 : 0.8, .glow,
        strength)
    }
    let (ink, strength) = ink(view)
    for i in 0..<3 {
      let half = Double(2 - i)
      raster.line(
        from: (width / 2 - half, Double(i) + 0.5), to: (width / 2 + half, Double(i) + 0.5), thick: 0.8, ink, strength)
    }
    // Where there is no room for it, the wheel's own name is large enough.
    guard height >= 14 else { return }
    note(view, on: &raster, top: height * 0.44 + 2, bottom: height - 0.5, width: width * 0.5)
  }

  /// The names on the wheel, under their long ticks; the one that is heard stands out.
  private mutating func wheelNames(_ view: MeterView, _ area: TerminalLayout.Area) {
    let (width, height) = (Double(area.width), Double(2 * area.height) - 2)
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    let first = Int((view.wheel - Self.wheelReach).rounded(.up))
    for note in first...first + Int(2 * Self.wheelReach) {
      let offset = Double(note) - view.wheel
      guard abs(offset) <= Self.wheelReach - 0.2 else { continue }
      let point = Self.wheelPoint(offset, height * 0.16 + 3, width: width, height: height)
      let name = names[(note % 12 + 12) % 12]
      let isNearest = abs(offset) < 0.5 && view.note != nil
      let (ink, strength) = isNearest ? Self.ink(view) : (.plain, view.note == nil ? 0.35 : 0.6)
      let column = area.x + Int((point.x - Double(name.count) / 2).rounded())
      let row = area.y + Int(point.y / 2)
      guard column >= area.x, column + name.count <= area.x + area.width, row < area.y + area.height - 1 else {
        continue
      }
      write(name, column, row, ink, strength, bold: isNearest)
    }
  }

  // MARK: Strobe

  /// Four bands beside the note; each moves with its harmonic.
  private static func strobe(_ view: MeterView, _ raster: inout Raster) {
    let (width, height) = (raster.width, raster.height - 2)
    let panel = min(width / 3, max(14, height * 6 / 5))
    let left = panel + 1
    let length = max(8, width - left - 1)
    let arch = height < 14 ? 0 : min(2.5, Double(height) * 0.1)
    let pitch = (Double(height) - arch) / 4
    // The period of the fundamental; the n-th harmonic's is the n-th part, and never under what can be seen to move.
    let base = max(18, Double(length) / 3)
    for x in 0..<length {
      let place = Double(x) / Double(length - 1) * 2 - 1
      let drop = arch * place * place
      for (i, band) in view.bands.enumerated() {
        let period = max(6, base / Double(i + 1))
        let turn = (Double(x) - Double(length) / 2) / period - band.phase
        let wave = 0.5 + 0.5 * cos(2 * .pi * turn)
        // Half of the light is always there: soft edges, little contrast.
        let pattern =
          raster.isCoarse
          ? band.contrast < 0.5 ? 0.5 : wave > 0.5 ? 0.8 : 0.35 : 0.5 + (wave - 0.5) * 0.62 * band.contrast
        let strength = 0.1 + 0.8 * band.brightness * pattern
        let top = drop + Double(3 - i) * pitch
        let rows = Int(top.rounded())..<max(Int(top.rounded()) + 1, Int((top + pitch - 1).rounded()))
        for y in rows {
          raster.dot(left + x, y, band.brightness > 0 ? (view.verdict == .inTune ? .accent : .glow) : .plain, strength)
        }
      }
    }
    let (ink, strength) = ink(view)
    if let note = view.note {
      let isTall = note.dots != 0 || note.isTivra || note.base.contains("g")
      bigNote(
        note, on: &raster, middle: (Double(panel) / 2 + 0.5, Double(height) / 2),
        height: Double(height) * (isTall ? 0.5 : 0.72), width: Double(panel) - 2, ink, strength)
    } else {
      let y = Double(height) / 2
      raster.line(from: (Double(panel) / 2 - 2, y), to: (Double(panel) / 2 + 2, y), thick: 1, .plain, 0.3)
    }
  }

  // MARK: Rings

  /// Two rings round the note; still in tune, and then whole.
  private static func rings(_ view: MeterView, _ raster: inout Raster) {
    let (width, height) = (Double(raster.width), Double(raster.height) - 2)
    // Where the note has no room within the rings it stands beside them.
    let isSmall = height < 16
    let centre: StrokeFont.Point = (isSmall ? width * 0.7 : width / 2, height / 2)
    let radius = min(height / 2 - 0.8, width / 2 - 1)
    let thick = max(1, radius * 0.09)
    let isShown = view.note != nil
    for (ring, size, gaps) in [(view.outerRing, radius, 3.0), (view.innerRing, radius * 0.78, 2.0)] {
      let ink: Ink = isShown && ring.isFrozen ? .accent : .glow
      let full = isShown ? (ring.isFrozen ? 1 : 0.85) : 0.3
      raster.ring(centre, radius: size, thick: thick, ink) { angle in
        let turn = (angle - ring.angle) * gaps
        let place = abs(turn - turn.rounded())
        // A gap with soft ends; a ring that stands still in tune is closed.
        let open = 0.13
        let share = ring.isFrozen ? 1 : min(1, max(0, (place - open) * 12))
        return full * (0.16 + 0.84 * share)
      }
    }
    if let note = view.note {
      let (ink, strength) = ink(view)
      let isTall = note.dots != 0 || note.isTivra || note.base.contains("g")
      bigNote(
        note, on: &raster, middle: isSmall ? (width * 0.32, centre.y) : centre,
        height: isSmall ? height * (isTall ? 0.56 : 0.8) : radius * (isTall ? 0.6 : 0.84),
        width: isSmall ? width * 0.28 : radius * 1.15, ink, strength)
    } else {
      raster.line(from: (centre.x - 2, centre.y), to: (centre.x + 2, centre.y), thick: 1, .plain, 0.3)
    }
  }

  // MARK: Ruler

  /// Fifty cents either way on a hairline, and a note that takes on the accent as it locks.
  private static func ruler(_ view: MeterView, _ raster: inout Raster) {
    let (width, height) = (Double(raster.width), Double(raster.height) - (raster.height < 18 ? 2 : 4))
    let half = (width - 6) / 2
    let scale = max(3, height * 0.28)
    let base = height - 0.5
    let isLocked = view.isLocked
    for cents in stride(from: -50, through: 50, by: 5) {
      let x = width / 2 + half * Double(cents) / MeterView.rulerCents
      let isLong = cents % 25 == 0
      let length = cents == 0 ? scale * 0.8 : isLong ? scale * 0.5 : cents % 10 == 0 ? scale * 0.34 : scale * 0.2
      let isMiddle = cents == 0
      raster.line(
        from: (x, base - length), to: (x, base), thick: isMiddle ? 1.4 : 0.7, isMiddle && isLocked ? .accent : .plain,
        isMiddle ? (isLocked ? 1 : 0.58) : 0.42)
    }
    if view.note != nil {
      let cents = max(-MeterView.rulerCents, min(MeterView.rulerCents, view.cents))
      let x = width / 2 + half * cents / MeterView.rulerCents
      let ink: Ink = isLocked ? .accent : .plain
      raster.line(from: (x, base - scale), to: (x, base), thick: max(1.4, width / 70), ink)
      raster.disc(x, base - scale, radius: max(1.2, scale * 0.16), ink)
    }
    note(ruled(view), on: &raster, top: 0, bottom: height - scale - 3.2, width: width * 0.5)
  }

  /// On the ruler nothing is coloured but at the lock.
  private static func ruled(_ view: MeterView) -> MeterView {
    var ruled = view
    if view.note != nil { ruled.verdict = view.isLocked ? .inTune : .sharp }
    return ruled
  }

  private mutating func rulerNumbers(_ area: TerminalLayout.Area) {
    let half = Double(area.width - 6) / 2
    for cents in [-50, -25, 0, 25, 50] {
      let text = cents > 0 ? "+\(cents)" : "\(cents)"
      let x = Double(area.width) / 2 + half * Double(cents) / MeterView.rulerCents
      write(
        text, area.x + max(0, min(area.width - text.count, Int((x - Double(text.count) / 2).rounded()))),
        area.y + area.height - 2, .plain, 0.5)
    }
  }
}

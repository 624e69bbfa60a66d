internal import TunerRules

extension Canvas {
  /// The small meter.
  mutating func subMeter(_ view: MeterView, _ area: TerminalLayout.Area) {
    switch view.status.display.subMeter {
    case .strip: strip(view, area)
    case .numbers: numbers(view, area)
    case .fine: fine(view, area)
    }
  }

  /// The nine nearest notes, and two triangles that glide to where the pitch lies among them.
  private mutating func strip(_ view: MeterView, _ area: TerminalLayout.Area) {
    let middle = area.y + (area.height == 2 ? 0 : area.height / 2)
    let cell = Double(area.width) / 9
    for i in 0..<9 {
      let columns = area.x + Int((Double(i) * cell).rounded())..<area.x + Int((Double(i + 1) * cell).rounded())
      guard i < view.strip.count else {
        write("·", centredIn: columns, middle, .plain, 0.3)
        continue
      }
      let isTarget = i == 4
      let (ink, strength) = isTarget ? Self.ink(view) : (.plain, 0.5)
      write(name(view.strip[i]), centredIn: columns, middle, ink, strength, bold: isTarget)
    }
    guard view.note != nil else { return }
    let offset = max(-4.4, min(4.4, view.cents / 100))
    let column = area.x + min(area.width - 1, Int((4.5 + offset) * cell))
    let (ink, strength) = Self.ink(view)
    if middle > area.y { write("▼", column, middle - 1, ink, strength) }
    write("▲", column, middle + 1, ink, strength)
  }

  /// Hertz, note and cents.
  private mutating func numbers(_ view: MeterView, _ area: TerminalLayout.Area) {
    let third = area.width / 3
    let row = area.y + area.height / 2
    let left = area.x..<area.x + third
    let centre = area.x + third..<area.x + area.width - third
    let right = area.x + area.width - third..<area.x + area.width
    guard let note = view.note else {
      for columns in [left, centre, right] { write("···", centredIn: columns, row, .plain, 0.3) }
      return
    }
    let (ink, strength) = Self.ink(view)
    if area.height >= 3, area.width >= 72 {
      large(view.hertzText, "Hz", left, area, .plain, 0.85)
      large(view.centsText, "c", right, area, ink, strength)
    } else {
      write("\(view.hertzText) Hz", centredIn: left, row, .plain, 0.85)
      write("\(view.centsText) c", centredIn: right, row, ink, strength, bold: true)
    }
    let flat = String(repeating: "◄", count: view.flatArrows)
    let sharp = String(repeating: "►", count: view.sharpArrows)
    let text = name(note)
    write(text, centredIn: centre, row, ink, strength, bold: true)
    let middle = centre.lowerBound + (centre.count - text.cellCount) / 2
    write("··", middle - 4, row, .plain, 0.3)
    write("··", middle + text.cellCount + 2, row, .plain, 0.3)
    write(flat, middle - 2 - flat.cellCount, row, .lamp, 1)
    write(sharp, middle + text.cellCount + 2, row, .lamp, 1)
  }

  /// A number as high as the area, and its unit.
  private mutating func large(
    _ text: String, _ unit: String, _ columns: Range<Int>, _ area: TerminalLayout.Area, _ ink: Ink, _ strength: Double
  ) {
    var raster = raster(
      TerminalLayout.Area(x: columns.lowerBound, y: area.y, width: columns.count, height: area.height))
    let room = Double(columns.count - unit.count - 2)
    var height = min(12, Double(raster.height) - 1.4)
    let thick = max(1, height * 0.16)
    height = min(height, height * room / max(1, StrokeFont.width(text, height: height, thick: thick)))
    var width = StrokeFont.width(text, height: height, thick: thick)
    if height < 8 {
      width = Double(PixelFont.width(text))
      let top = (raster.height - PixelFont.height) / 2
      PixelFont.draw(text, on: &raster, x: max(0, Int((room - width) / 2)), y: top, ink, strength)
    } else {
      let top = (Double(raster.height) - height) / 2
      StrokeFont.draw(
        text, on: &raster, at: (max(0, (room - width) / 2), top), height: height, thick: thick, ink, strength)
    }
    let left = max(0, (room - width) / 2)
    put(raster, columns.lowerBound, area.y)
    write(unit, columns.lowerBound + Int(left + width) + 2, area.y + area.height - 1, .plain, 0.5)
  }

  /// A hundred cents either way: marks for 25, 10, 5 and, where there is room, each.
  private mutating func fine(_ view: MeterView, _ area: TerminalLayout.Area) {
    var raster = raster(area)
    let (width, height) = (Double(area.width), Double(raster.height))
    let half = (width - 3) / 2
    let step = half >= 180 ? 1 : half >= 40 ? 5 : 10
    for cents in stride(from: -100, through: 100, by: step) {
      let x = width / 2 + half * Double(cents) / MeterView.fineCents
      let share = cents == 0 ? 1 : cents % 25 == 0 ? 0.72 : cents % 10 == 0 ? 0.5 : cents % 5 == 0 ? 0.34 : 0.2
      let isMiddle = cents == 0
      raster.line(
        from: (x, height - share * (height - 1)), to: (x, height), thick: isMiddle ? 1.2 : 0.6,
        isMiddle && view.verdict == .inTune ? .accent : .plain, isMiddle ? 0.6 : cents % 25 == 0 ? 0.5 : 0.32)
    }
    if view.note != nil {
      let cents = max(-MeterView.fineCents, min(MeterView.fineCents, view.cents))
      let x = width / 2 + half * cents / MeterView.fineCents
      let (ink, strength): (Ink, Double) = view.verdict == .inTune ? (.accent, 1) : (.lamp, 1)
      raster.line(from: (x, 0.5), to: (x, height), thick: 1.4, ink, strength)
      raster.line(from: (x - 1.5, 0.5), to: (x + 1.5, 0.5), thick: 1, ink, strength)
    }
    put(raster, area.x, area.y)
  }

  // MARK: Ribbon

  /// The keys: what sounds is filled, and says by its mark whether it is latched or touched.
  mutating func ribbon(_ view: MeterView, _ layout: TerminalLayout) {
    let area = layout.ribbon
    let isPowered = view.status.isPowered
    for index in layout.shownKeys {
      let columns = layout.columns(ofKey: index)
      let key = view.keys[index]
      let box = TerminalLayout.Area(
        x: columns.lowerBound, y: area.y, width: max(1, columns.count - 1), height: area.height)
      let (fill, strength): (Ink, Double) =
        switch key.light {
        case .latched: (.drone, 0.62)
        case .touched: (.drone, 0.34)
        case .off: (.plain, 0.14)
        }
      self.fill(box, fill, isPowered ? strength : 0.08)
      let inner = box.x..<box.x + box.width
      let row = area.y + area.height / 2
      let isLit = key.light != .off
      let text: Double = !isPowered ? 0.3 : isLit ? 1 : key.isHeard ? 1 : 0.75
      write(name(key.name), centredIn: inner, row, .plain, text, bold: isLit || key.isHeard)
      if key.isHeard, box.width > 4, !isLit {
        write(view.verdict == .inTune ? "=" : view.verdict == .flat ? "<" : ">", box.x, row, Self.ink(view).0, 1)
      }
      let mark = key.light == .latched ? "●" : key.light == .touched ? "○" : ""
      let hint =
        FrontPanel.ribbonCharacters.indices.contains(index) && !key.isTemporary
        ? String(FrontPanel.ribbonCharacters[index]) : ""
      if area.height > 1 {
        write(hint, box.x + box.width - 1, area.y, .plain, 0.4)
      }
      write(mark, box.x, area.y, .plain, 1, bold: true)
      if theme.isCoarse, index + 1 < layout.shownKeys.upperBound {
        for line in area.y..<area.y + area.height { write("│", box.x + box.width, line, .plain, 0.3) }
      }
      if view.panel.cursor == index {
        write("▲", centredIn: inner, area.y + area.height - 1, .glow, 1, bold: true)
      }
    }
    if layout.shownKeys.lowerBound > 0 { write("◄", area.x, area.y + area.height - 1, .plain, 0.8) }
    if layout.shownKeys.upperBound < view.keys.count {
      write("►", area.x + area.width - 1, area.y + area.height - 1, .plain, 0.8)
    }
  }
}

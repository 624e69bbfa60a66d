internal import Glibc
internal import TunerRules
internal import Tuning

/// Draws a view of the meters on a terminal of any size and kind.
///
/// A pure function: equal views and sizes give equal cells. Whatever says how a note lies says it in words and by place
/// too, never by colour alone.
public struct TerminalPainter: Sendable {
  /// What the terminal can show.
  public let capabilities: TerminalCapabilities
  private let themes: (normal: Theme, highContrast: Theme)

  /// Makes a painter for a terminal.
  public init(_ capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
    themes = (Theme(capabilities, hasHighContrast: false), Theme(capabilities, hasHighContrast: true))
  }

  /// Draws a view.
  ///
  /// - Parameters:
  ///   - view: what is shown.
  ///   - columns: of the terminal.
  ///   - rows: of the terminal.
  ///   - last: a view that was drawn at this size before, and its cells: what is the same in both need not be drawn again.
  public func paint(
    _ view: MeterView, columns: Int, rows: Int, after last: (view: MeterView, grid: CellGrid)? = nil
  ) -> CellGrid {
    let theme = view.status.display.hasHighContrast ? themes.highContrast : themes.normal
    guard let layout = TerminalLayout(view, columns: columns, rows: rows) else {
      var canvas = Canvas(columns: columns, rows: rows, theme: theme, glyphs: capabilities.glyphs)
      let least = TerminalLayout.least
      canvas.write("\(least.columns)x\(least.rows) cells, please", 0, 0)
      return canvas.grid
    }
    if let last, last.grid.columns == columns, last.grid.rows == rows, isAlike(view, last.view) {
      let (drawsMeter, drawsSubMeter) = (!isMeterAlike(view, last.view), !isSubMeterAlike(view, last.view))
      let areas = (drawsMeter ? [layout.meter] : []) + (drawsSubMeter ? [layout.subMeter] : []) + [layout.status]
      var canvas = Canvas(last.grid, clearing: areas, theme: theme, glyphs: capabilities.glyphs)
      if drawsMeter { canvas.meter(view, layout.meter) }
      if drawsSubMeter { canvas.subMeter(view, layout.subMeter) }
      canvas.statusLine(view, layout.status)
      return canvas.grid
    }
    var canvas = Canvas(columns: columns, rows: rows, theme: theme, glyphs: capabilities.glyphs)
    canvas.header(view, layout.header)
    switch view.panel.overlay {
    case .none:
      canvas.meter(view, layout.meter)
      canvas.subMeter(view, layout.subMeter)
      canvas.ribbon(view, layout)
    case .fork(let note, let isPlaying):
      canvas.fork(view, note: note, isPlaying: isPlaying, layout)
      canvas.ribbon(view, layout)
    case .menu(let menu): canvas.menu(menu, layout)
    case .help: canvas.help(layout)
    }
    canvas.statusLine(view, layout.status)
    return canvas.grid
  }

  /// Whether what the large meter shows is the same in two views that are alike.
  private func isMeterAlike(_ one: MeterView, _ other: MeterView) -> Bool {
    guard one.note == other.note, one.centsText == other.centsText else { return false }
    // The word under the meter has them.
    let hasSameArrows = one.flatArrows == other.flatArrows && one.sharpArrows == other.sharpArrows
    switch one.status.display.meter {
    case .arc: return hasSameArrows && one.flatLamps == other.flatLamps && one.sharpLamps == other.sharpLamps
    case .wheel: return hasSameArrows && one.wheel == other.wheel
    case .strobe: return hasSameArrows && one.bands == other.bands
    case .rings: return hasSameArrows && one.outerRing == other.outerRing && one.innerRing == other.innerRing
    case .ruler: return hasSameArrows && one.cents == other.cents && one.isLocked == other.isLocked
    }
  }

  /// The same of the small meter.
  private func isSubMeterAlike(_ one: MeterView, _ other: MeterView) -> Bool {
    guard one.note == other.note else { return false }
    switch one.status.display.subMeter {
    case .strip: return one.cents == other.cents && one.strip == other.strip
    case .numbers:
      return one.centsText == other.centsText && one.hertzText == other.hertzText
        && one.flatArrows == other.flatArrows && one.sharpArrows == other.sharpArrows
    case .fine: return one.cents == other.cents
    }
  }

  /// Whether two views differ in their meters and what is said alone.
  private func isAlike(_ one: MeterView, _ other: MeterView) -> Bool {
    one.panel.overlay == .none && one.panel == other.panel && one.status == other.status && one.keys == other.keys
      && one.verdict == other.verdict
  }
}

extension Canvas {
  /// Preset on the left; reference, temperament and Sa on the right.
  fileprivate mutating func header(_ view: MeterView, _ area: TerminalLayout.Area) {
    let status = view.status
    let reference = status.reference.note == 69 ? "A4 = \(status.reference.text)" : status.reference.text
    var right: [(text: String, ink: Ink, isBadge: Bool)] = []
    if let sa = status.sa { right.append(("Sa \(sa)", .plain, false)) }
    if let badge = status.badge { right.append((" \(badge) ", .glow, true)) }
    if status.sa == nil || status.badge != nil { right.append(("\(reference) Hz", .plain, false)) }
    let width = right.map { $0.text.cellCount + 2 }.reduce(0, +)
    var column = area.width - width
    for part in right {
      if part.isBadge {
        write(part.text, column, area.y, .plain, 1, on: part.ink, 0.35)
      } else {
        write(part.text, column, area.y, part.ink, 0.7)
      }
      column += part.text.cellCount + 2
    }
    write(status.preset, 1, area.y, .plain, 1, bold: true, limit: max(8, area.width - width - 2))
  }

  /// What is connected, or what is said; the level; where help is.
  fileprivate mutating func statusLine(_ view: MeterView, _ area: TerminalLayout.Area) {
    let status = view.status
    if let notice = view.notice {
      let room = area.width - 2
      write(
        notice.cellCount > room ? String(notice.prefix(room - 1)) + "…" : notice, 1, area.y, .drone, 0.9, limit: room)
      return
    }
    let hint = area.width >= 60 ? "Tab menu  ? help" : "? help"
    let levelCells = 10
    let right = area.width - hint.count - 1
    write(hint, right, area.y, .plain, 0.45)
    let bar = right - levelCells - 2
    if view.isClipping {
      write(" CLIP ", bar + levelCells - 6, area.y, .plain, 1, on: .alert, 0.55, bold: true)
    } else {
      let lit = Int((view.level * Double(levelCells)).rounded())
      for i in 0..<levelCells {
        write(i < lit ? "█" : "·", bar + i, area.y, i >= levelCells - 1 ? .alert : .glow, i < lit ? 0.75 : 0.3)
      }
    }
    let room = bar - 2
    var states: [(text: String, isAlert: Bool)] = []
    if !status.isPowered { states.append(("POWER OFF", true)) }
    states.append(status.audio.isConnected ? ("sound", false) : ("NO SOUND", true))
    states.append(status.midi.isConnected ? ("MIDI", false) : ("NO MIDI", true))
    if status.isMuted { states.append(("DRONES MUTED", true)) }
    if status.isThruMuted { states.append(("THRU MUTED", true)) }
    if status.isPitchMuted, !view.panel.isFork { states.append(("PITCH MUTED", true)) }
    if status.gain < 0.995 { states.append(("level \(Int(20 * log10(max(1e-6, Double(status.gain))))) dB", false)) }
    var column = 1
    for state in states where column + state.text.count <= room {
      column = write(state.text, column, area.y, state.isAlert ? .alert : .plain, state.isAlert ? 1 : 0.45) + 2
    }
  }

  /// The word for how a note lies, with its triangles and cents: readable without any colour.
  mutating func verdict(_ view: MeterView, _ columns: Range<Int>, _ row: Int) {
    switch view.verdict {
    case .silent:
      let isListening = view.status.audio.isConnected
      let text = !view.status.isPowered ? "power off" : isListening ? "play a note" : "no sound card to listen to"
      write(text, centredIn: columns, row, .plain, 0.4)
    case .inTune:
      write("► IN TUNE ◄  \(view.centsText)", centredIn: columns, row, .accent, 1, bold: true)
    case .flat:
      let arrows = String(repeating: "◄", count: max(1, view.flatArrows))
      write("\(arrows) flat  \(view.centsText)", centredIn: columns, row, .plain, 0.9, bold: true)
    case .sharp:
      let arrows = String(repeating: "►", count: max(1, view.sharpArrows))
      write("\(view.centsText)  sharp \(arrows)", centredIn: columns, row, .plain, 0.9, bold: true)
    }
  }

  /// The ink of a note: the accent is earned.
  static func ink(_ view: MeterView) -> (Ink, Double) {
    switch view.verdict {
    case .silent: (.plain, 0.3)
    case .inTune: (.accent, 1)
    case .flat, .sharp: (.plain, 1)
    }
  }

  /// A note in large letters in the middle of a box of points: name, accidental high, octave low, dots of the register.
  static func bigNote(
    _ note: NoteText, on raster: inout Raster, middle: StrokeFont.Point, height: Double, width: Double, _ ink: Ink,
    _ strength: Double
  ) {
    var height = height
    func thick(_ height: Double) -> Double { max(raster.isCoarse ? 1 : 1.25, 0.13 * height) }
    func parts(_ height: Double) -> (base: Double, high: Double, low: Double) {
      let small = 0.46 * height
      return (
        StrokeFont.width(note.base, height: height, thick: thick(height)),
        StrokeFont.width(note.accidental, height: small, thick: thick(small)),
        StrokeFont.width(note.octave, height: small, thick: thick(small))
      )
    }
    func total(_ height: Double) -> Double {
      let (base, high, low) = parts(height)
      return base + (max(high, low) > 0 ? max(high, low) + thick(height) + 0.08 * height : 0)
    }
    let wide = total(height)
    if wide > width, wide > 0 { height *= width / wide }
    let (base, _, _) = parts(height)
    let small = 0.46 * height
    let left = middle.x - total(height) / 2
    let top = middle.y - height / 2
    StrokeFont.draw(
      note.base, on: &raster, at: (left, top), height: height, thick: thick(height), ink, strength)
    let side = left + base + thick(height) + 0.08 * height
    if small < 6.5, PixelFont.has(note.accidental + note.octave) {
      let x = Int(side.rounded())
      PixelFont.draw(note.accidental, on: &raster, x: x, y: Int(top.rounded()), ink, strength)
      let low = Int((top + height).rounded()) - PixelFont.height
      // Where both are there and the letter is low, the octave gives way to the accidental.
      let isCrowded = !note.accidental.isEmpty && low < Int(top.rounded()) + PixelFont.height
      PixelFont.draw(note.octave, on: &raster, x: isCrowded ? x + 4 : x, y: low, ink, strength * 0.8)
    } else {
      StrokeFont.draw(
        note.accidental, on: &raster, at: (side, top - 0.04 * height), height: small, thick: thick(small), ink, strength
      )
      StrokeFont.draw(
        note.octave, on: &raster, at: (side, top + height - small), height: small, thick: thick(small), ink,
        strength * 0.8)
    }
    let count = Int(note.dots.magnitude)
    for i in 0..<count {
      let x = left + base / 2 + (Double(i) - Double(count - 1) / 2) * 0.3 * height
      let y = note.dots > 0 ? top - 0.2 * height : top + 1.2 * height
      raster.disc(x, y, radius: max(0.7, 0.08 * height), ink, strength)
    }
    if note.isTivra {
      let x = left + 0.4 * height
      raster.line(from: (x, top - 0.26 * height), to: (x, top - 0.12 * height), thick: thick(height), ink, strength)
    }
  }
}

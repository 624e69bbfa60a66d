internal import TunerRules
internal import Tuning

extension Canvas {
  /// A page of a menu.
  mutating func menu(_ menu: Menu.View, _ layout: TerminalLayout) {
    let width = layout.header.width
    write(menu.title.joined(separator: " › "), 2, 1, .glow, 1, bold: true, limit: width - 4)
    if !menu.filter.isEmpty {
      let text = " \(menu.filter) "
      write(text, max(2, width - 2 - text.cellCount), 1, .plain, 1, on: .glow, 0.35)
    }
    let (area, first) = layout.menuRows(menu)
    for line in 0..<area.height {
      let index = first + line
      guard menu.rows.indices.contains(index) else { break }
      row(menu.rows[index], isSelected: index == menu.selection, edited: menu.edited, area, area.y + line)
    }
    if menu.rows.isEmpty { write("nothing of that name; Backspace takes a letter back", area.x, area.y, .plain, 0.6) }
    if first > 0 { write("▲", width - 2, area.y, .plain, 0.7) }
    if first + area.height < menu.rows.count { write("▼", width - 2, area.y + area.height - 1, .plain, 0.7) }
    help(of: menu, layout)
  }

  private mutating func row(
    _ row: Menu.Row, isSelected: Bool, edited: String?, _ area: TerminalLayout.Area, _ line: Int
  ) {
    let names = min(30, area.width / 2)
    if isSelected {
      fill(TerminalLayout.Area(x: area.x - 1, y: line, width: area.width + 1, height: 1), .glow, 0.3)
      write("►", area.x - 1, line, .plain, 1)
    }
    write(row.isCurrent ? "●" : " ", area.x + 1, line, .accent, 1)
    write(row.label, area.x + 3, line, .plain, isSelected ? 1 : 0.8, bold: isSelected, limit: names)
    let column = area.x + 4 + (row.value.isEmpty ? names : min(names, max(26, row.label.cellCount)))
    if isSelected, let edited {
      let end = write(edited, column, line, .plain, 1, on: .drone, 0.35, bold: true, limit: area.width - column)
      write("_", end, line, .plain, 1, on: .drone, 0.35)
    } else {
      write(row.value, column, line, .drone, isSelected ? 1 : 0.7, limit: max(0, area.x + area.width - column))
    }
  }

  /// What the chosen row means, over two lines, above what the keys do.
  private mutating func help(of menu: Menu.View, _ layout: TerminalLayout) {
    let width = layout.header.width - 4
    let text = menu.rows.indices.contains(menu.selection) ? menu.rows[menu.selection].help : ""
    for (i, line) in Self.wrapped(text, width).prefix(2).enumerated() {
      write(line, 2, layout.status.y - 3 + i, .plain, 0.75)
    }
    let keys =
      menu.edited == nil
      ? "Enter choose   ◄ ► change   Esc back   type to find" : "Enter set   Esc leave as it was"
    write(keys, 2, layout.status.y - 1, .plain, 0.4, limit: width)
  }

  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.cellCount + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  private struct HelpLine {
    var keys: String
    var text: String
    /// For narrow terminals.
    var short: String
  }

  private static let helpLines: [HelpLine] = [
    HelpLine(keys: "1 … 9 0 - =", text: "latch the ribbon's keys", short: "1 - = latch"),
    HelpLine(keys: "◄ ►, Enter", text: "choose a key, latch it", short: "◄ ► choose"),
    HelpLine(keys: "mouse", text: "click a key: latch; hold: sound; drag: strum", short: "mouse plays"),
    HelpLine(keys: "space", text: "silence", short: "space silence"),
    HelpLine(keys: "m", text: "next pair of meters", short: "m next meters"),
    HelpLine(keys: "u, l", text: "next large, small meter alone", short: "u l upper, lower"),
    HelpLine(keys: "Tab", text: "menu", short: "Tab menu"),
    HelpLine(keys: "p r T s", text: "presets, reference, temperament, Sa", short: "p presets"),
    HelpLine(keys: "PgUp PgDn", text: "previous, next preset", short: "r T s tuning"),
    HelpLine(keys: "▲ ▼", text: "reference by 0.1 Hz", short: "▲ ▼ reference"),
    HelpLine(keys: "h", text: "reference as heard", short: "h as heard"),
    HelpLine(keys: "[ ]", text: "Sa by a cent", short: "[ ] Sa"),
    HelpLine(keys: "t", text: "temperament on, off", short: "t temperament"),
    HelpLine(keys: "f", text: "fork: a note to tune by ear", short: "f fork"),
    HelpLine(keys: "d i x", text: "mute drones, thru, port 'pitch'", short: "d i x mutes"),
    HelpLine(keys: "o", text: "power", short: "o power"), HelpLine(keys: "q", text: "quit", short: "q quit")
  ]

  /// What the keys do.
  mutating func help(_ layout: TerminalLayout) {
    let lines = Self.helpLines
    write("Keys", 2, 1, .glow, 1, bold: true)
    let columns = lines.count > layout.status.y - 3 ? 2 : 1
    let perColumn = (lines.count + columns - 1) / columns
    let width = (layout.header.width - 4) / columns
    for (i, line) in lines.enumerated() {
      let (x, y) = (2 + i / perColumn * width, 2 + i % perColumn)
      if width < 36 {
        write(line.short, x, y, .plain, 0.9, limit: width - 1)
      } else {
        write(line.keys, x, y, .drone, 0.95, bold: true, limit: 13)
        write(line.text, x + 14, y, .plain, 0.8, limit: width - 15)
      }
    }
  }

  /// The fork: a note, its octave, whether it sounds, while the input is closed.
  mutating func fork(_ view: MeterView, note: Int, isPlaying: Bool, _ layout: TerminalLayout) {
    let area = layout.meter
    var raster = raster(area)
    let (width, height) = (Double(raster.width), Double(raster.height) - 2)
    let text = NoteText(name: NoteName.text(ofNote: note))
    let (ink, strength): (Ink, Double) = isPlaying ? (.drone, 1) : (.plain, 0.7)
    Self.bigNote(
      text, on: &raster, middle: (width / 2, height / 2), height: height * 0.8, width: width * 0.5, ink, strength)
    // The prongs either side, and their sound.
    let arms = min(width * 0.3, height)
    for side in [-1.0, 1.0] {
      for i in 0..<3 {
        let x = width / 2 + side * (arms + Double(i) * max(3, height * 0.14))
        let reach = height * (0.32 - 0.08 * Double(i))
        raster.line(
          from: (x, height / 2 - reach), to: (x, height / 2 + reach), thick: 1, isPlaying ? .drone : .plain,
          isPlaying ? 0.8 - 0.2 * Double(i) : 0.14)
      }
    }
    put(raster, area.x, area.y)
    let all = area.x..<area.x + area.width
    let state = isPlaying ? "► sounding" : "silent"
    let frequency = view.status.sounding.first { $0.note == note }.map {
      "  " + $0.frequency.hertz.fixedText(2) + " Hz"
    }
    write(
      "FORK  " + state + (isPlaying ? frequency ?? "" : ""), centredIn: all, area.y + area.height - 1,
      isPlaying ? .drone : .plain, 0.9, bold: true)
    let keys =
      area.width < 60
      ? "Enter play  ◄ ► ▲ ▼ note  Esc" : "Enter play, stop   ◄ ► note   ▲ ▼ octave   c … b   Esc back to the tuner"
    write(keys, centredIn: all, layout.subMeter.y + layout.subMeter.height / 2, .plain, 0.55)
    if layout.subMeter.height > 2 {
      write("the input is closed", centredIn: all, layout.subMeter.y, .plain, 0.4)
    }
  }
}

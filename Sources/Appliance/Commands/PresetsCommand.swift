internal import TunerRules
internal import Tuning

/// Lists presets, shows one, checks files.
enum PresetsCommand: Command {
  static let name = "presets"
  static let summary = "list the tunings, show one, or check preset files"
  static let usage = "[list | show ID | check FILE…] [options]"
  static let discussion = """
    list         every preset by group, with its strings
    show ID      every key of one: name, hertz, cents from equal temperament; for
                 transposing instruments the written name too
    check FILE…  every fault in preset files, with line and column
    """
  static let options = TuningOptions.options.filter { $0.name != "--preset" }

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    let rest = Array(arguments.operands.dropFirst())
    switch arguments.operands.first ?? "list" {
    case "list" where rest.isEmpty:
      list(try TuningOptions.library(arguments, console: console).catalog, console)
    case "show" where rest.count == 1: try show(rest[0], arguments, console)
    case "check" where !rest.isEmpty: try check(rest, console)
    default:
      throw CommandFault("expected 'presets list', 'presets show ID' or 'presets check FILE…'", exit: .usage)
    }
  }

  private static func list(_ catalog: PresetCatalog, _ console: Console) {
    let width = (catalog.presets.map(\.id.count).max() ?? 0) + 2
    for group in catalog.groups {
      console.write("\(group)\n")
      for preset in catalog.presets(inGroup: group) {
        let strings = preset.isChromatic ? "every note" : preset.strings.map(\.text).joined(separator: " ")
        console.write("  \(preset.id)\(spaces(width - preset.id.count))\(preset.name): \(strings)\n")
      }
    }
  }

  private static func show(_ id: String, _ arguments: Arguments, _ console: Console) throws(CommandFault) {
    var settings = try TuningOptions.settings(arguments, defaults: Settings())
    settings.tuning.presetID = id
    let library = try TuningOptions.library(arguments, console: console)
    let route = try library.route(settings.tuning)
    guard let preset = library.catalog[id] else { return }
    console.write("\(preset.id)  \(preset.name) (\(preset.group))\n")
    for line in facts(preset) { console.write("  \(line)\n") }
    if preset.isIndian, settings.tuning.showsSwaras, let legend = settings.tuning.swaraNaming.legend {
      console.write("  \(legend)\n")
    }
    let rows = route.keys.map { key in
      row(key, of: preset, reference: settings.tuning.reference.a4, sa: settings.tuning.sa.frequency)
    }
    for line in aligned(rows) { console.write(line + "\n") }
  }

  /// What there is to know of a preset beside its keys.
  private static func facts(_ preset: Preset) -> [String] {
    var facts: [String] = []
    if !preset.remark.isEmpty { facts.append(preset.remark) }
    if preset.isIndian { facts.append("ratios above Sa") }
    if let base = preset.base { facts.append("ratios and cents above \(base.text)") }
    if preset.transposition != 0 {
      let count = abs(preset.transposition)
      facts.append(
        "sounds \(count) semitone\(count == 1 ? "" : "s") \(preset.transposition < 0 ? "below" : "above") what is written"
      )
    }
    return facts
  }

  /// The columns of a key: name, written name and how the file gives it where they say more, hertz, cents.
  private static func row(
    _ key: Ribbon.Key, of preset: Preset, reference: Frequency, sa: Frequency
  ) -> [String] {
    var row = [key.name]
    if !preset.isChromatic {
      let pitch = preset.keys[Int(key.id.index)]
      if preset.transposition != 0, let note = pitch.speltNote(sa: sa) {
        row.append("written \(preset.written(note).text)")
      }
      if preset.keepsIntonation { row.append(pitch.text) }
    }
    let equal = NoteName.frequency(ofNote: key.note, reference: reference)
    return row + [
      "\(key.frequency.hertz.fixedText(6)) Hz", "\(key.frequency.cents(above: equal).value.signedText(3)) c"
    ]
  }

  /// The rows as lines: text to the left, the last two columns, which are numbers, to the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: columns[column] - text.count)
        return column < row.count - 2 ? text + padding : padding + text
      }.joined(separator: "  ")
    }
  }

  private static func check(_ paths: [String], _ console: Console) throws(CommandFault) {
    var total = 0
    for path in paths {
      do throws(TextFile.Fault) {
        let file = PresetFile.parse(try TextFile.text(path), file: path)
        for fault in file.faults { console.say(fault.description) }
        total += file.faults.count
        let verdict = file.faults.isEmpty ? "all is well" : count(file.faults.count, "fault")
        console.write("\(path): \(count(file.presets.count, "preset")), \(verdict)\n")
      } catch {
        console.say(error.description)
        total += 1
      }
    }
    if total > 0 { throw CommandFault("\(count(total, "fault")) in \(count(paths.count, "file"))") }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
}

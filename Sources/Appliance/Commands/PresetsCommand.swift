internal import TunerRules
internal import Tuning

/// Lists presets, shows one, checks files.
enum PresetsCommand: Command {
  static let name = "presets"
  static let summary = "list the tunings, show one, or check preset files"
  static let usage = "[list | show ID | check FILE…] [options]"
  static let discussion = """
    list         every preset by group, with its strings
    show ID      every key of one: name, hertz, cents from equal temperament
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
    settings.presetID = id
    let route = try TuningOptions.library(arguments, console: console).route(settings)
    for key in route.keys {
      let equal = NoteName.frequency(ofNote: key.note, reference: settings.reference)
      let cents = key.frequency.cents(above: equal).value.signedText(3)
      console.write(
        "\(key.name)\(spaces(8 - key.name.count))\(key.frequency.hertz.fixedText(6)) Hz  \(cents) c\n")
    }
  }

  private static func check(_ paths: [String], _ console: Console) throws(CommandFault) {
    var count = 0
    for path in paths {
      do throws(TextFile.Fault) {
        let file = PresetFile.parse(try TextFile.text(path), file: path)
        for fault in file.faults { console.say(fault.description) }
        count += file.faults.count
        console.write("\(path): \(file.presets.count) presets, \(file.faults.count) faults\n")
      } catch {
        console.say(error.description)
        count += 1
      }
    }
    if count > 0 {
      throw CommandFault(
        "\(count) fault\(count == 1 ? "" : "s") in \(paths.count) file\(paths.count == 1 ? "" : "s")")
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
}

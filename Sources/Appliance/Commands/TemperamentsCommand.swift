internal import TunerRules
internal import Tuning

/// Lists temperaments, shows one, checks files.
enum TemperamentsCommand: Command {
  static let name = "temperaments"
  static let summary = "list the temperaments and scales, show one, or check scale files"
  static let usage = "[list | show ID|FILE | check FILE…] [options]"
  static let discussion = """
    list           every temperament: its id, short name and description
    show ID|FILE   every degree of one: name, hertz, cents above the first, the interval
                   as the file gives it, and cents from equal temperament
    check FILE…    every fault in .scl, .ascl and .kbm files, with line and column

    A temperament is a Scala file (.scl), with a keyboard map (.kbm) of the same name
    where one degree to the key will not do.
    """
  static let options = TuningOptions.intonation.filter { $0.name != "--temperament" }

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    let rest = Array(arguments.operands.dropFirst())
    switch arguments.operands.first ?? "list" {
    case "list" where rest.isEmpty: list(try TuningOptions.library(arguments, console: console), console)
    case "show" where rest.count == 1: try show(rest[0], arguments, console)
    case "check" where !rest.isEmpty: try check(rest, console)
    default:
      throw CommandFault(
        "expected 'temperaments list', 'temperaments show ID' or 'temperaments check FILE…'", exit: .usage)
    }
  }

  private static func list(_ library: TuningLibrary, _ console: Console) {
    let all = library.temperaments.values.sorted { $0.id < $1.id }
    let idWidth = (all.map(\.id.count).max() ?? 0) + 2
    let nameWidth = (all.map(\.shortName.count).max() ?? 0) + 2
    for temperament in all {
      console.write(
        temperament.id.padded(idWidth) + temperament.shortName.padded(nameWidth) + temperament.scale.description + "\n")
    }
  }

  private static func show(_ id: String, _ arguments: Arguments, _ console: Console) throws(CommandFault) {
    var settings = try TuningOptions.tuning(arguments, defaults: .chromatic)
    settings.temperamentID = id
    settings.usesTemperament = true
    var library = try TuningOptions.library(arguments, console: console)
    if ScaleFolder.isScale(id) { library.add(try ScaleFolder.temperament(id, id: id)) }
    let intonation = ModeRouter.intonation(settings, temperament: try library.temperament(settings))
    let temperament = intonation.temperament
    let degrees = temperament.scale.degrees
    console.write("\(temperament.shortName): \(temperament.scale.description)\n")
    for degree in 0...degrees.count {
      guard let place = temperament.place(ofDegree: degree, reference: intonation.reference) else { continue }
      let interval = degree == 0 ? "1/1" : degrees[degree - 1].text
      let nearest = NoteName.nearestNote(to: place.frequency, reference: intonation.reference) ?? place.note
      let note = temperament.hasTwelveNotes && degrees.count == 12 ? place.note : nearest
      let equal = NoteName.frequency(ofNote: note, reference: intonation.reference)
      console.write(
        "\(degree)".leading(4) + "  " + place.name.padded(10) + place.frequency.hertz.fixedText(6).leading(13) + " Hz"
          + temperament.scale.cents(ofDegree: degree).value.fixedText(3).leading(11) + " c  " + interval.padded(16)
          + place.frequency.cents(above: equal).value.signedText(3) + " c\n")
    }
  }

  private static func check(_ paths: [String], _ console: Console) throws(CommandFault) {
    var count = 0
    for path in paths {
      do throws(TextFile.Fault) {
        let checked = Checked(try TextFile.text(path), path: path)
        for remark in checked.warnings + checked.faults { console.say(remark.description) }
        count += checked.faults.count
        console.write("\(path): \(checked.summary), \(checked.faults.count) faults\n")
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

  /// What a check of one file came to.
  private struct Checked {
    let summary: String
    let faults: [TextFault]
    let warnings: [TextFault]

    init(_ text: String, path: String) {
      if path.hasSuffix(ScaleFolder.mapEnding) {
        let file = KeyboardMapFile.parse(text, file: path)
        summary = file.map.map { $0.size == 0 ? "a linear map" : "a map of \($0.size) keys" } ?? "no map"
        (faults, warnings) = (file.faults, file.warnings)
      } else {
        let file = ScalaFile.parse(text, file: path)
        summary =
          file.scale.map { "\($0.degrees.count) degrees, period \($0.period.value.fixedText(3)) c" } ?? "no scale"
        (faults, warnings) = (file.faults, file.warnings)
      }
    }
  }
}

extension String {
  /// The text with blanks after it, at least one.
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }

  /// The text with blanks before it.
  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

internal import TunerRules
internal import Tuning

/// The presets and temperaments that were found, and what was wrong with the files.
struct TuningLibrary {
  /// All presets; a later folder's wins over an earlier one's of the same id.
  let catalog: PresetCatalog
  /// Temperaments by id: the file's name without its ending.
  let temperaments: [String: Temperament]
  /// What was wrong: one line each.
  let faults: [String]

  /// Reads the folders in their order; a folder that is not there is no fault.
  init(folders: [String]) {
    var files: [PresetFile] = []
    var temperaments = ["equal": Temperament.equal]
    var faults: [String] = []
    for folder in folders {
      for name in TextFile.names(in: folder) where name.hasSuffix(".presets") {
        let path = folder + "/" + name
        do {
          let file = PresetFile.parse(try TextFile.text(path), file: path)
          files.append(file)
          faults += file.faults.map(\.description)
        } catch { faults.append("\(error)") }
      }
      for name in TextFile.names(in: folder + "/temperaments") where name.hasSuffix(".scl") {
        let path = folder + "/temperaments/" + name
        do {
          let id = String(name.dropLast(4))
          temperaments[id] = Temperament(id: id, scale: try Scale(scala: try TextFile.text(path), file: path))
        } catch { faults.append("\(error)") }
      }
    }
    catalog = PresetCatalog(files)
    self.temperaments = temperaments
    self.faults = faults
  }

  /// The route of a preset under the settings, or why there is none.
  func route(_ settings: Settings) throws(CommandFault) -> Route {
    guard let number = catalog.presets.firstIndex(where: { $0.id == settings.presetID }) else {
      if catalog.presets.isEmpty {
        throw CommandFault("no presets were found; name their folder with --presets DIR")
      }
      throw CommandFault(
        catalog.unknownPresetText(settings.presetID) + " ('dronetuner presets list' names them all)")
    }
    guard let temperament = temperaments[settings.temperamentID] else {
      throw CommandFault(
        "unknown temperament '\(settings.temperamentID)'; there are \(temperaments.keys.sorted().joined(separator: ", "))"
      )
    }
    return ModeRouter.route(
      preset: catalog.presets[number], number: number, temperament: temperament,
      reference: settings.reference,
      sa: settings.sa)
  }
}

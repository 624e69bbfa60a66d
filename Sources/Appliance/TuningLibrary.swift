internal import TunerRules
internal import Tuning

/// The presets and temperaments that were found, and what was wrong with the files.
struct TuningLibrary {
  /// All presets; a later folder's wins over an earlier one's of the same id.
  let catalog: PresetCatalog
  /// Temperaments by id: the file's name without its ending.
  private(set) var temperaments: [String: Temperament]
  /// Keyboard maps by id; one that lies beside a temperament of its id belongs to it.
  private(set) var keyboardMaps: [String: KeyboardMap]
  /// What was wrong: one line each.
  let faults: [String]

  private var scales: [String: ScaleFolder] = [:]
  // By which the keys of presets are known: a preset keeps its number when files are read again, and what is latched
  // on it goes on.
  private let numbers: [String: Int]
  // What was named on the command line, and lies in none of the folders.
  private var named: (temperaments: [String: Temperament], keyboardMaps: [String: KeyboardMap]) = ([:], [:])

  /// The files that had no fault when they were last read, by their paths.
  private let goodFiles: [String: PresetFile]

  /// Reads the folders in their order; a folder that is not there is no fault.
  ///
  /// - Parameters:
  ///   - folders: where to look.
  ///   - previous: what was read before: in the place of a file that has been damaged since, its last good version stays.
  init(folders: [String], after previous: TuningLibrary? = nil) {
    var files: [PresetFile] = []
    var goodFiles: [String: PresetFile] = [:]
    var temperaments = [Temperament.equal.id: Temperament.equal]
    var keyboardMaps: [String: KeyboardMap] = [:]
    var faults: [String] = []
    for folder in folders {
      for name in TextFile.names(in: folder) where name.hasSuffix(".presets") {
        let path = folder + "/" + name
        do {
          let file = PresetFile.parse(try TextFile.text(path), file: path)
          faults += file.faults.map(\.description)
          let good = file.faults.isEmpty ? file : previous?.goodFiles[path]
          goodFiles[path] = good
          files.append(good ?? file)
        } catch { faults.append("\(error)") }
      }
      let scales = ScaleFolder(folder + "/temperaments", after: previous?.scales[folder])
      self.scales[folder] = scales
      temperaments.merge(scales.temperaments) { $1 }
      keyboardMaps.merge(scales.keyboardMaps) { $1 }
      faults += scales.faults
      // A map alone, in a later folder, is for a temperament of an earlier one.
      for (id, map) in scales.keyboardMaps where scales.temperaments[id] == nil {
        temperaments[id] = temperaments[id]?.mapped(by: map)
      }
    }
    self.goodFiles = goodFiles
    catalog = PresetCatalog(files)
    var numbers = previous?.numbers ?? [:]
    for preset in catalog.presets where numbers[preset.id] == nil { numbers[preset.id] = numbers.count }
    self.numbers = numbers
    named = previous?.named ?? ([:], [:])
    self.temperaments = temperaments.merging(named.temperaments) { $1 }
    self.keyboardMaps = keyboardMaps.merging(named.keyboardMaps) { $1 }
    self.faults = faults
  }

  /// Adds what was named on the command line.
  mutating func add(_ temperament: Temperament) {
    named.temperaments[temperament.id] = temperament
    temperaments[temperament.id] = temperament
  }

  /// Adds what was named on the command line.
  mutating func add(_ keyboardMap: KeyboardMap, id: String) {
    named.keyboardMaps[id] = keyboardMap
    keyboardMaps[id] = keyboardMap
  }

  /// The temperament that the settings choose, with the keyboard map that they choose, or why there is none.
  func temperament(_ settings: TuningSettings) throws(CommandFault) -> Temperament {
    guard let temperament = temperaments[settings.temperamentID] else {
      throw CommandFault(
        "unknown temperament '\(settings.temperamentID)' ('dronetuner temperaments list' names them all)")
    }
    guard let id = settings.keyboardMapID else { return temperament }
    if id == TuningSettings.linearMapID { return temperament.mapped(by: nil) }
    guard let map = keyboardMaps[id] else {
      throw CommandFault(
        "unknown keyboard map '\(id)'; expected 'linear'\(keyboardMaps.keys.sorted().map { ", '\($0)'" }.joined()), or a file"
      )
    }
    return temperament.mapped(by: map)
  }

  /// The route of a preset under the settings, or why there is none.
  func route(_ settings: TuningSettings) throws(CommandFault) -> Route {
    guard let preset = catalog[settings.presetID], let number = numbers[preset.id] else {
      if catalog.presets.isEmpty {
        throw CommandFault("no presets were found; name their folder with --presets DIR")
      }
      throw CommandFault(
        catalog.unknownPresetText(settings.presetID) + " ('dronetuner presets list' names them all)")
    }
    return ModeRouter.route(
      settings, preset: preset, number: number, temperament: try temperament(settings))
  }
}

internal import Tuning

/// The scales and keyboard maps of one folder, and what was wrong with the files.
struct ScaleFolder {
  /// Temperaments by id: the file's name without its ending; each with the keyboard map of its id, if there is one.
  private(set) var temperaments: [String: Temperament] = [:]
  /// Keyboard maps by id.
  private(set) var keyboardMaps: [String: KeyboardMap] = [:]
  /// What was wrong: one line each.
  private(set) var faults: [String] = []

  /// The endings of scale files.
  static let scaleEndings = [".scl", ".ascl"]
  /// The ending of keyboard maps.
  static let mapEnding = ".kbm"

  /// Reads a folder; one that is not there is empty.
  ///
  /// - Parameters:
  ///   - folder: where to look.
  ///   - previous: what was read there before: it stays in the place of a file that has been damaged since.
  init(_ folder: String, after previous: ScaleFolder? = nil) {
    let names = TextFile.names(in: folder)
    for name in names where name.hasSuffix(Self.mapEnding) {
      do throws(CommandFault) {
        keyboardMaps[Self.id(name)] = try Self.keyboardMap(folder + "/" + name)
      } catch {
        faults.append(error.description)
        keyboardMaps[Self.id(name)] = previous?.keyboardMaps[Self.id(name)]
      }
    }
    for name in names where Self.isScale(name) {
      let id = Self.id(name)
      do throws(CommandFault) {
        let temperament = try Self.temperament(folder + "/" + name, id: id)
        temperaments[id] = keyboardMaps[id].map { temperament.mapped(by: $0) } ?? temperament
      } catch {
        faults.append(error.description)
        temperaments[id] = previous?.temperaments[id]
      }
    }
  }

  /// Whether a file's name is that of a scale.
  static func isScale(_ name: String) -> Bool { scaleEndings.contains { name.hasSuffix($0) } }

  /// The name of a file without folders and ending.
  static func id(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The temperament of one file, laid where the file says; its fault where it has one.
  static func temperament(_ path: String, id: String) throws(CommandFault) -> Temperament {
    let file = ScalaFile.parse(try text(path), file: path)
    guard let scale = file.scale else { throw CommandFault(file.faults.first?.description ?? path) }
    return Temperament(
      id: id, scale: scale, keyboardMap: file.keyboardMap,
      shortName: file.shortName ?? Self.id(path).uppercased(), degreeNames: file.noteNames)
  }

  /// The keyboard map of one file; its fault where it has one.
  static func keyboardMap(_ path: String) throws(CommandFault) -> KeyboardMap {
    let file = KeyboardMapFile.parse(try text(path), file: path)
    guard let map = file.map else { throw CommandFault(file.faults.first?.description ?? path) }
    return map
  }

  private static func text(_ path: String) throws(CommandFault) -> String {
    do throws(TextFile.Fault) {
      return try TextFile.text(path)
    } catch { throw CommandFault(error.description) }
  }
}

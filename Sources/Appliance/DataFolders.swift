internal import Glibc

/// Where presets, temperaments and settings lie, the first to be overridden by the later ones.
enum DataFolders {
  /// The folders, given the environment and, where the caller names one, a folder that stands for all of them.
  static func presets(named folder: String?) -> [String] {
    if let folder { return [folder] }
    return [own, "/etc/dronetuner/presets", players.map { $0 + "/presets" }].compactMap { $0 }
  }

  /// The player's own settings; nil where there is no place for them.
  static var settings: String? { players.map { $0 + "/settings" } }

  /// The settings of all players of a machine.
  static let systemSettings = "/etc/dronetuner/settings"

  /// What belongs to the player: a service's state folder, else the one in the home folder.
  private static var players: String? {
    environment("STATE_DIRECTORY")
      ?? (environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }).map { $0 + "/dronetuner" }
  }

  /// The folder that belongs to this program: beside a checkout it was built in, else the system's.
  private static var own: String? {
    if let named = environment("DRONETUNER_PRESETS") { return named }
    var path = Array(repeating: CChar(0), count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    if length > 0 {
      var folder = Substring(String(decoding: path[0..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self))
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        if TextFile.exists(folder + "/Package.swift"), TextFile.exists(folder + "/Presets") {
          return folder + "/Presets"
        }
      }
    }
    return "/usr/share/dronetuner/presets"
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

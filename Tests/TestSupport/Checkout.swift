internal import Glibc

/// Where the checkout under test lies.
public enum Checkout {
  /// The folder that holds Package.swift.
  public static let root: String = {
    var folder = Substring(#filePath)
    for _ in 0..<3 { folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)] }
    return String(folder)
  }()
}

/// A folder of its own for a test, gone when the test is.
public final class TemporaryFolder {
  /// The folder.
  public let path: String

  /// Makes a folder.
  public init() {
    var template = Array("/tmp/dronetuner-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit { Self.remove(path) }

  /// Removes a folder and what is in it; links, not what they point to.
  private static func remove(_ folder: String) {
    for name in Program.names(in: folder) {
      let path = folder + "/" + name
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file in the folder; returns its path.
  public func write(_ bytes: [UInt8], _ name: String) -> String {
    let path = file(name)
    if let stream = fopen(path, "wb") {
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
    }
    return path
  }

  /// The bytes of a file; empty where there is none.
  public static func read(_ path: String) -> [UInt8] {
    guard let stream = fopen(path, "rb") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var piece = Array(repeating: UInt8(0), count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, stream)
      if count == 0 { return bytes }
      bytes += piece[0..<count]
    }
  }
}

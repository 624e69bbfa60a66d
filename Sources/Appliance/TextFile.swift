internal import Glibc

/// Files as a whole, without any library but the C one.
enum TextFile {
  /// Why a file could not be had.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// The largest file that is read: anything larger is no text or MIDI file of ours.
  private static let largest = 64 << 20

  /// The bytes of a file.
  static func bytes(_ path: String) throws(Fault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Fault(description: "\(path): it is a directory; expected a file")
    }
    var content: [UInt8] = []
    var piece = Array(repeating: UInt8(0), count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
      if count == 0 { return content }
      content += piece[0..<count]
      guard content.count <= largest else {
        throw Fault(description: "\(path): over \(largest >> 20) MiB; expected a file of a few KiB")
      }
    }
  }

  /// A file's text; bytes that are not UTF-8 are read as Latin-1.
  static func text(_ path: String) throws(Fault) -> String {
    let content = try bytes(path)
    return String(validating: content, as: UTF8.self)
      ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
  }

  /// Writes a file anew.
  static func write(_ content: [UInt8], to path: String) throws(Fault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Fault(description: "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    var written = 0
    while written < content.count {
      let count = content.withUnsafeBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return Glibc.write(descriptor, base + written, content.count - written)
      }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        throw Fault(description: "\(path): cannot be written: \(reason)")
      }
      written += count
    }
    guard close(descriptor) == 0 else {
      throw Fault(description: "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Puts new content in a file's place, such that whoever pulls the plug finds the old file or the new one, whole.
  ///
  /// It is written under another name, forced onto the disk, and renamed. Folders that are missing are made; a symbolic
  /// link goes on pointing to what it points to.
  static func replace(_ path: String, with content: [UInt8]) throws(Fault) {
    let place = target(of: path)
    let parent = folder(of: place)
    makeFolder(parent)
    let name = place.dropFirst(parent.count).drop { $0 == "/" }
    let temporary = "\(parent)/.\(name).new"
    do throws(Fault) {
      try write(content, to: temporary)
      try synchronize(temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, place) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw Fault(description: "\(path): cannot be written: \(reason)")
    }
    // The name too must be on the disk; where a folder cannot be opened for that, it will be in time.
    try? synchronize(parent)
  }

  private static func synchronize(_ path: String) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw Fault(description: "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// What a symbolic link points to; any other path as it is.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder in which a file lies.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func makeFolder(_ path: String) {
    guard !exists(path) else { return }
    makeFolder(folder(of: path))
    mkdir(path, 0o755)
  }

  /// The names in a folder, sorted; empty where there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether there is a folder or file at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

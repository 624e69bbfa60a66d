internal import CALSA
internal import Glibc

/// The program that holds a sound card, as the kernel tells.
struct CardHolder: CustomStringConvertible {
  /// What the program is called.
  let program: String
  /// Its process.
  let process: Int

  var description: String { "'\(program)' (process \(process))" }

  /// The cards that the kernel can have.
  private static let cards = 0..<32
  /// The devices of a card, and the streams of a device, that are looked at.
  private static let parts = 0..<8

  /// Who holds a card in one direction; nil where nobody does, or the kernel does not say.
  ///
  /// - Parameters:
  ///   - device: the card by its ALSA name; where that names none, all cards are looked at.
  ///   - direction: which way.
  static func find(_ device: String, _ direction: ALSAStream.Direction) -> CardHolder? {
    let number = cardNumber(device)
    let letter = direction == .capture ? "c" : "p"
    for card in number.map({ $0...$0 }) ?? cards.lowerBound...cards.upperBound - 1 {
      for part in parts {
        for stream in parts {
          let status = contents("/proc/asound/card\(card)/pcm\(part)\(letter)/sub\(stream)/status")
          guard let thread = owner(status) else { continue }
          let process = group(of: thread)
          let program = contents("/proc/\(process)/comm").filter { !$0.isNewline }
          return CardHolder(program: program.isEmpty ? "unknown" : program, process: process)
        }
      }
    }
    return nil
  }

  /// The process that a thread belongs to.
  private static func group(of thread: Int) -> Int {
    for line in contents("/proc/\(thread)/status").split(whereSeparator: \.isNewline) where line.hasPrefix("Tgid:") {
      return Int(line.dropFirst("Tgid:".count).filter { !$0.isWhitespace }) ?? thread
    }
    return thread
  }

  /// The thread in a stream's status; nil where nobody has the stream open.
  static func owner(_ status: String) -> Int? {
    for line in status.split(whereSeparator: \.isNewline) where line.hasPrefix("owner_pid") {
      return line.split(separator: ":").last.flatMap { Int($0.filter { !$0.isWhitespace }) }
    }
    return nil
  }

  /// The number of the card that a name such as `hw:Loopback,1` or `plughw:CARD=Loopback,DEV=1` means.
  private static func cardNumber(_ device: String) -> Int? {
    guard let colon = device.firstIndex(of: ":") else { return nil }
    var name = device[device.index(after: colon)...].prefix { $0 != "," }
    if name.hasPrefix("CARD=") { name = name.dropFirst("CARD=".count) }
    let number = snd_card_get_index(String(name))
    return number >= 0 ? Int(number) : nil
  }

  /// What stands in a small file; nothing where there is none.
  private static func contents(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = Array(repeating: UInt8(0), count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[0..<count], as: UTF8.self) : ""
  }
}

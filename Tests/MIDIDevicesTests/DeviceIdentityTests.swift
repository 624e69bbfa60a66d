import MIDIDevices
import TestSupport
import Testing

struct DeviceIdentityTests {
  private static let texts: [(String, DeviceIdentity)] = [
    ("usb:1c75:0288:serial=ABC/0", .usb(vendor: 0x1C75, product: 0x0288, unit: .serial("ABC"), port: 0)),
    ("usb:1c75:0288:path=1-1.4/2", .usb(vendor: 0x1C75, product: 0x0288, unit: .path("1-1.4"), port: 2)),
    ("usb:0000:ffff:serial=a:b c%2Fd/255", .usb(vendor: 0, product: 0xFFFF, unit: .serial("a:b c/d"), port: 255)),
    ("name:Midi Through/Midi Through Port-0", .name(client: "Midi Through", port: "Midi Through Port-0")),
    ("name:A%2A%3F%23%22%3E%25/%20x%20", .name(client: "A*?#\">%", port: " x ")),
    ("name:Gerät/tab%09", .name(client: "Gerät", port: "tab\t")), ("name:/", .name(client: "", port: ""))
  ]

  @Test("An identity is printed as it is read", arguments: texts)
  func text(text: String, identity: DeviceIdentity) throws {
    #expect(identity.description == text)
    #expect(try DeviceIdentity(text) == identity)
  }

  @Test("Any names and serial numbers come back from their text, and stay on one line")
  func anyNames() throws {
    var random = SplitMix64(seed: 8)
    let alphabet = Array("ab :/%*?#\"> \t\n\u{0}é\u{202E}→-x=".unicodeScalars)
    func name() -> String {
      var name = ""
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { name.unicodeScalars.append(scalar) }
      }
      return name
    }
    var count = 0
    for _ in 0..<Soak.rounds(20_000) {
      let identity: DeviceIdentity =
        switch random.next() % 3 {
        case 0: .name(client: name(), port: name())
        case 1: .usb(vendor: .random(in: 0 ... .max, using: &random), product: 1, unit: .serial(name()), port: 7)
        default: .usb(vendor: 1, product: .random(in: 0 ... .max, using: &random), unit: .path(name()), port: 255)
        }
      let text = identity.description
      if text.unicodeScalars.contains(where: { $0.value < 32 || $0 == ">" || $0 == "#" || $0 == "*" }) {
        Issue.record("\(text) cannot stand in a rule")
      }
      if try DeviceIdentity(text) != identity { Issue.record("\(text) is read as another") }
      count += 1
    }
    #expect(count >= 20_000)
  }

  private static let faults = [
    ("", 1), ("usb", 1), ("usb:1c75", 1), ("usb:1c75:0288:serial=A", 23), ("usb:1c75:0288:serial=A/", 24),
    ("usb:1c75:0288:serial=A/x", 24), ("usb:1c75:0288:serial=A/256", 24), ("usb:1c75:0288:serial=A/01", 24),
    ("usb:1c75:288:serial=A/0", 5), ("usb:1C75:0288:serial=A/0", 5), ("usb:1c75:0288:number=A/0", 15),
    ("usb:1c75:0288:serial=%4/0", 15), ("usb:1c75:0288:serial=%zz/0", 15), ("name:A", 6), ("name:A/b/c", 6),
    ("name:%FF/b", 6), ("Name:A/b", 1)
  ]

  @Test("What is no identity is said, with its column", arguments: faults)
  func fault(text: String, column: Int) {
    do {
      let identity = try DeviceIdentity(text)
      Issue.record("read as \(identity)")
    } catch {
      #expect(error.column == column)
      #expect(!error.expected.isEmpty)
    }
  }

  @Test("No text traps")
  func fuzz() {
    var random = SplitMix64(seed: 9)
    var read = 0
    for _ in 0..<Soak.rounds(20_000) {
      var bytes = Array((Self.texts.randomElement(using: &random)?.0 ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let identity = try? DeviceIdentity(text) {
        read += 1
        if (try? DeviceIdentity(identity.description)) != identity { Issue.record("\(identity) is read as another") }
      }
      if let rule = try? WiringRule(text + " -> control") { #expect(!rule.description.isEmpty) }
    }
    #expect(read > 2000)
  }
}

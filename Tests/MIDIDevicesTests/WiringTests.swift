import MIDIDevices
import TestSupport
import Testing

struct WiringTests {
  private static let own: UInt8 = 128

  private static func usb(_ serial: String?, path: String = "1-1", client: UInt8 = 20) -> SequencerPort {
    SequencerPort(
      address: SequencerAddress(client: client, port: 0), clientName: "Twin Keys", name: "Twin Keys MIDI 1", card: 5,
      origin: .usb(.init(vendor: 0x1209, product: 1, serial: serial, path: path)), isKernel: true, isHardware: true,
      sends: true, receives: true)
  }

  private static func port(
    client: UInt8 = 20, name: String = "Keyboard", port: String = "MIDI 1", card: Int? = nil, origin: CardOrigin? = nil,
    isKernel: Bool = true, isHardware: Bool = false, sends: Bool = true, receives: Bool = true
  ) -> SequencerPort {
    SequencerPort(
      address: SequencerAddress(client: client, port: 0), clientName: name, name: port, card: card, origin: origin,
      isKernel: isKernel, isHardware: isHardware, sends: sends, receives: receives)
  }

  private static let through = port(client: 14, name: "Midi Through", port: "Midi Through Port-0")
  private static let cable = port(name: "Virtual Raw MIDI 0-0", card: 0, origin: .other)
  private static let gadget = port(name: "f_midi", card: 4, origin: .gadget, isHardware: true)
  private static let program = port(client: 129, name: "FLUID Synth (77)", port: "Synth input", isKernel: false)
  private static let ours = port(client: own, name: "dronetuner", isKernel: false)
  private static let anothers = port(client: 131, name: "dronetuner", isKernel: false)
  private static let all = [usb("A1"), through, cable, gadget, program, ours, anothers]

  private func wiring(_ rules: String...) throws -> Wiring { Wiring(rules: try rules.map { try WiringRule($0) }) }

  private func connects(_ wiring: Wiring, _ own: SequencerClient.Port, _ port: SequencerPort) -> Bool? {
    wiring.verdict(own, port, ownClient: Self.own).connects
  }

  @Test("Without rules every hardware keyboard is connected to 'control', and nothing else to anything")
  func defaults() throws {
    let roles = Self.all.map { $0.role(ownClient: Self.own) }
    #expect(roles == [.keyboard, .through, .cable, .gadget, .program, .ours, .ours])
    #expect(Self.port(client: 0, name: "System", receives: false).role() == .system)
    #expect(Self.port(card: 1, origin: .other, isHardware: true, sends: false).role() == .receiver)
    let keyboards = [Self.usb("A1"), Self.usb(nil), Self.port(card: 1, origin: .other, isHardware: true)]
    for port in keyboards { #expect(connects(Wiring(), .control, port) == true) }
    for port in Self.all.dropFirst() { #expect(connects(Wiring(), .control, port) == nil) }
    for output in [SequencerClient.Port.pitch, .drones, .lights] {
      for port in Self.all { #expect(connects(Wiring(), output, port) == nil) }
    }
  }

  @Test("The last rule that speaks of a port decides, and is named")
  func lastMatch() throws {
    let wiring = try wiring(
      "usb:1209:*  -x-> control", "usb:1209:0001:serial=A1/0 -> control", "name:FLUID* -> control",
      "name:FLUID*/Synth? -x-> control", "pitch -> name:FLUID Synth*", "drones -> *", "drones -x-> usb:*")
    #expect(connects(wiring, .control, Self.usb("A1")) == true)
    #expect(connects(wiring, .control, Self.usb("B2")) == false)
    #expect(connects(wiring, .control, Self.program) == true)
    #expect(connects(wiring, .pitch, Self.program) == true)
    #expect(connects(wiring, .pitch, Self.usb("A1")) == nil)
    #expect(connects(wiring, .drones, Self.through) == true)
    #expect(connects(wiring, .drones, Self.usb("A1")) == false)
    #expect(connects(wiring, .lights, Self.program) == nil)
    #expect(wiring.verdict(.control, Self.usb("B2")).reason == "usb:1209:* -x-> control")
    #expect(wiring.verdict(.control, Self.port(card: 1, isHardware: true)).reason == "every hardware keyboard")
  }

  @Test("Twins are told apart by serial number, else by socket; the client's number says nothing")
  func twins() throws {
    let serial = try wiring("usb:1209:0001:serial=A1/0 -x-> control")
    for client in [16, 20, 24, 28] as [UInt8] {
      #expect(connects(serial, .control, Self.usb("A1", path: "1-\(client)", client: client)) == false)
      #expect(connects(serial, .control, Self.usb("B2", path: "1-\(client)", client: client)) == true)
    }
    let path = try wiring("usb:1209:0001:path=1-1.4/0 -x-> control")
    #expect(connects(path, .control, Self.usb(nil, path: "1-1.4")) == false)
    #expect(connects(path, .control, Self.usb(nil, path: "1-1.3")) == true)
    // Cheap products all have one serial number.
    #expect(connects(path, .control, Self.usb("0001", path: "1-1.4")) == false)
    #expect(connects(path, .control, Self.usb("0001", path: "1-1.3")) == true)
    #expect(Self.usb("A1").identity.description == "usb:1209:0001:serial=A1/0")
    #expect(Self.usb(nil).identity.description == "usb:1209:0001:path=1-1/0")
    #expect(Self.through.identity.description == "name:Midi Through/Midi Through Port-0")
  }

  @Test("Names are compared whole: 'Port 1' is not 'Port 10'; what is printed is a pattern of itself")
  func names() throws {
    let wiring = try wiring("name:Box/Port 1 -> control")
    #expect(connects(wiring, .control, Self.port(name: "Box", port: "Port 1", isKernel: false)) == true)
    for (name, port) in [("Box", "Port 10"), ("Box 2", "Port 1"), ("box", "Port 1"), ("A Box", "Port 1")] {
      #expect(connects(wiring, .control, Self.port(name: name, port: port, isKernel: false)) == nil)
    }
    let odd = Self.port(name: "a*b/c -> d", port: "#1 ?", isKernel: false)
    let exact = try self.wiring("\(odd.identity) -> control")
    #expect(connects(exact, .control, odd) == true)
    #expect(connects(exact, .control, Self.port(name: "aXb/c -> d", port: "#1 ?", isKernel: false)) == nil)
    let client = try self.wiring("name:Box -> control")
    #expect(connects(client, .control, Self.port(name: "Box", port: "any", isKernel: false)) == true)
    #expect(connects(client, .control, Self.port(name: "Boxes", port: "any", isKernel: false)) == nil)
  }

  @Test("No rule connects our own ports with each other, and it is said why")
  func ours() throws {
    let wiring = try wiring("* -> control", "pitch -> *", "drones -> name:dronetuner/*")
    for port in [Self.ours, Self.anothers] {
      for own in [SequencerClient.Port.control, .pitch, .drones] {
        let verdict = wiring.verdict(own, port, ownClient: Self.own)
        #expect(verdict.connects == false)
        #expect(verdict.reason.contains("never connected with each other"))
      }
    }
    #expect(connects(wiring, .control, Self.program) == true)
    #expect(connects(wiring, .control, Self.port(sends: false)) == nil)
    #expect(connects(wiring, .pitch, Self.port(client: 0, name: "System", receives: false)) == nil)
  }

  private static let rules = [
    "usb:1c75:0288:* -> control", "name:Launchpad*/*DAW* -x-> control", "pitch -> name:FLUID Synth*/*",
    "drones -x-> *", "lights -> usb:1235:0113:serial=X/1", "* -> control"
  ]

  @Test("A rule is printed as it is read", arguments: rules)
  func ruleText(text: String) throws {
    let rule = try WiringRule(text)
    #expect(rule.description == text)
    #expect(try WiringRule("  " + text + " ") == rule)
  }

  private static let faults = [
    ("", 1), ("usb:*", 6), ("usb:* control", 14), ("usb:*->control", 15), ("usb:* -> ", 10), (" -> control", 1),
    ("usb:* -> contro", 10), ("Launchpad -> control", 1), ("pitch -> Launchpad", 10), ("pitch -> control", 10),
    ("pitch -x-> control", 12), ("control -> usb:*", 1), ("usb:* -> pitch", 10), ("melody -> usb:*", 1)
  ]

  @Test("What is no rule is said, with its column", arguments: faults)
  func fault(text: String, column: Int) {
    do {
      let rule = try WiringRule(text)
      Issue.record("read as \(rule)")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(error.description.contains("expected"))
    }
  }

  @Test("Of the settings' lines those that are rules hold, and the others are told")
  func lines() {
    var faults: [String] = []
    let wiring = Wiring(["* -x-> control", "nonsense", "pitch -> control", "drones -> *"]) { faults.append($0) }
    #expect(wiring.rules.map(\.description) == ["* -x-> control", "drones -> *"])
    #expect(faults.count == 2)
    #expect(faults.first?.hasPrefix("wire = nonsense: column 9: found the end; expected SENDER -> RECEIVER") == true)
  }

  /// The plain reading of a pattern: every way that a star may go is tried.
  private func fits(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return fits(pattern.dropFirst(), text) || !text.isEmpty && fits(pattern, text.dropFirst())
    }
    guard let letter = text.first, first == "?" || first == letter else { return false }
    return fits(pattern.dropFirst(), text.dropFirst())
  }

  @Test("A pattern fits what its plain reading fits")
  func plainReading() throws {
    var random = SplitMix64(seed: 11)
    func letters(_ alphabet: String, _ count: Int) -> String {
      String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
    }
    var fitting = 0
    for _ in 0..<Soak.rounds(5000) {
      let pattern = letters("aabb*?", .random(in: 1...6, using: &random))
      let name = letters("ab", .random(in: 0...8, using: &random))
      let wiring = try wiring("name:\(pattern)/p -> control")
      let isConnected = connects(wiring, .control, Self.port(name: name, port: "p", isKernel: false)) == true
      if isConnected != fits(pattern[...], name[...]) { Issue.record("'\(pattern)' and '\(name)'") }
      if isConnected { fitting += 1 }
    }
    #expect(fitting > 500)
  }

  @Test("A long pattern of many stars is compared in no time")
  func patterns() throws {
    let name = String(repeating: "a", count: 5000)
    let wiring = try wiring("name:" + String(repeating: "*a", count: 500) + "*b -> control")
    #expect(connects(wiring, .control, Self.port(name: name, isKernel: false)) == nil)
    #expect(connects(wiring, .control, Self.port(name: name + "b", port: "b", isKernel: false)) == true)
  }

  @Test("A way from our outputs back to 'control' is found, straight or through cables that echo")
  func loops() {
    func at(_ client: UInt8, _ port: UInt8 = 0) -> SequencerAddress { SequencerAddress(client: client, port: port) }
    func link(_ sender: SequencerAddress, _ receiver: SequencerAddress) -> SequencerLink {
      SequencerLink(sender: sender, receiver: receiver)
    }
    func loop(_ links: SequencerLink...) -> [SequencerAddress]? {
      Wiring.loop(in: links, ownClient: Self.own, echoing: [at(14), at(15)])
    }
    let (control, pitch) = (at(Self.own, 0), at(Self.own, 1))
    #expect(loop(link(pitch, control)) == [pitch, control])
    #expect(loop(link(pitch, at(14)), link(at(14), control)) == [pitch, at(14), control])
    #expect(loop(link(at(15), control), link(at(14), at(15)), link(pitch, at(14))) == [pitch, at(14), at(15), control])
    #expect(loop(link(pitch, at(14)), link(at(14), at(15)), link(at(15), at(14))) == nil)
    #expect(loop(link(pitch, at(20)), link(at(20), control)) == nil)
    #expect(loop(link(at(14), control), link(at(20), at(14))) == nil)
    #expect(loop() == nil)
  }
}

import Glibc
import MIDIDevices
import Testing

struct WiringTests {
  private func port(
    client: UInt8 = 20, name: String = "Keyboard", isHardware: Bool = true, sends: Bool = true, receives: Bool = true
  ) -> SequencerPort {
    SequencerPort(
      address: SequencerAddress(client: client, port: 0), clientName: name, name: name, card: isHardware ? 1 : nil,
      isHardware: isHardware, sends: sends, receives: receives)
  }

  @Test("Hardware that sends is a keyboard, whatever it is called; nothing else is")
  func keyboards() {
    for receives in [false, true] {
      #expect(WiringRule.isKeyboard(port(receives: receives), ownClient: 128))
      #expect(!WiringRule.isKeyboard(port(sends: false, receives: receives), ownClient: 128))
      #expect(!WiringRule.isKeyboard(port(isHardware: false, receives: receives), ownClient: 128))
      #expect(
        !WiringRule.isKeyboard(
          port(client: 14, name: "Midi Through", isHardware: false, receives: receives), ownClient: 128))
    }
    #expect(WiringRule.isKeyboard(port(name: "Midi Through"), ownClient: 128))
  }

  @Test("Our own ports are never connected to ourselves")
  func ownPorts() {
    for client in [0, 20, 128, 255] as [UInt8] {
      #expect(!WiringRule.isKeyboard(port(client: client), ownClient: client))
      #expect(!WiringRule.isKeyboard(port(client: client, isHardware: false), ownClient: client))
    }
  }

  @Test("An address is written as aconnect writes it, and ports have the names and numbers that the manual gives")
  func names() {
    #expect(SequencerAddress(client: 14, port: 0).description == "14:0")
    #expect(SequencerAddress(client: 255, port: 17).description == "255:17")
    #expect(SequencerClient.Port.allCases.map(\.name) == ["control", "pitch", "drones", "lights"])
    #expect(SequencerClient.Port.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(SequencerClient.name == "dronetuner")
  }

  static let hasNoSequencer = access("/dev/snd/seq", F_OK) != 0

  @Test("No sequencer is a fault in one line, with what helps", .enabled(if: hasNoSequencer))
  func noSequencer() {
    do {
      _ = try SequencerClient()
      Issue.record("it was opened")
    } catch {
      #expect(
        error.description
          == "ALSA sequencer: cannot open it: there is none (/dev/snd/seq is missing); load it with 'modprobe snd-seq'")
    }
  }
}

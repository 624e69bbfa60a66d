import Glibc
import MIDIDevices
import Testing

struct SequencerTests {
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

import MIDIDevices
import MIDIMessages
import TestSupport
import Testing

struct KeyboardsTests {
  private let channel = Channel(clamping: 0)
  private let first = SequencerAddress(client: 36, port: 0)
  private let second = SequencerAddress(client: 44, port: 0)
  private var struck: Message { .noteOn(channel: channel, note: 60, velocity: 100) }

  @Test("Each plugging of each keyboard has a number of its own, whatever address it has")
  func numbers() {
    var keyboards = Keyboards()
    var seen: Set<Int32> = []
    for round in 0..<100 as Range<Int64> {
      for address in [first, second] {
        let isNew = keyboards.connected(address, name: "\(address)", isHardware: false, at: round)
        let isNewAgain = keyboards.connected(address, name: "again", isHardware: false, at: round)
        #expect(isNew && !isNewAgain)
        if let device = keyboards.device(address, struck, at: round) { seen.insert(device) }
      }
      #expect(keyboards.all.map(\.keyboard.name) == ["36:0", "44:0"])
      let gone = [keyboards.disconnected(first)?.name, keyboards.disconnected(first)?.name]
      #expect(gone == ["36:0", nil])
      let client = keyboards.disconnected(client: 44).map(\.name)
      #expect(client == ["44:0"])
    }
    #expect(seen.count == 200)
    #expect(keyboards.all.isEmpty)
  }

  @Test("What hardware sends first may let go of things, and begins nothing; a program is heard at once")
  func stale() {
    var keyboards = Keyboards()
    keyboards.connected(first, name: "hardware", isHardware: true, at: 1000)
    keyboards.connected(second, name: "program", isHardware: false, at: 1000)
    let beginning: [Message] = [
      struck, .programChange(channel: channel, program: 3), .pitchBend(channel: channel, value: 0),
      .controlChange(channel: channel, controller: .sustain, value: 64),
      .controlChange(channel: channel, controller: .modulation, value: 64)
    ]
    let ending: [Message] = [
      .noteOff(channel: channel, note: 60, velocity: 0), .noteOn(channel: channel, note: 60, velocity: 0),
      .controlChange(channel: channel, controller: .sustain, value: 63),
      .controlChange(channel: channel, controller: .allNotesOff, value: 0),
      .controlChange(channel: channel, controller: .allSoundOff, value: 0)
    ]
    // A message may have been stamped before the connection was noted.
    for moment in [0, 1000, 1000 + Keyboards.staleNanoseconds - 1] {
      for message in beginning {
        #expect(keyboards.device(first, message, at: moment) == nil)
        #expect(keyboards.device(second, message, at: moment) == 1)
      }
      for message in ending { #expect(keyboards.device(first, message, at: moment) == 0) }
    }
    for message in beginning + ending {
      #expect(keyboards.device(first, message, at: 1000 + Keyboards.staleNanoseconds) == 0)
    }
    #expect(keyboards.device(SequencerAddress(client: 9, port: 9), struck, at: .max) == nil)
  }
}

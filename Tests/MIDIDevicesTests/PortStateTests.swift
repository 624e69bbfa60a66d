import MIDIMessages
import TestSupport
import Testing

@testable import MIDIDevices

struct PortStateTests {
  /// A synthesizer that believes what it is told.
  private struct Receiver: Hashable {
    var sounding: Set<[Int]> = []
    var bends: [Int: Int] = [:]

    mutating func hear(_ message: Message) {
      switch message {
      case .noteOn(let channel, let note, _) where message.isNoteOn: sounding.insert([channel.index, note.value])
      case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
        sounding.remove([channel.index, note.value])
      case .pitchBend(let channel, let value): bends[channel.index] = value.value
      default: break
      }
    }
  }

  private func message(_ random: inout SplitMix64) -> Message {
    let channel = Channel(clamping: Int.random(in: 0...3, using: &random))
    let note = UInt7(clamping: Int.random(in: 60...70, using: &random))
    switch random.next() % 4 {
    case 0:
      return .noteOn(channel: channel, note: note, velocity: UInt7(clamping: Int.random(in: 0...3, using: &random)))
    case 1: return .noteOff(channel: channel, note: note, velocity: 64)
    case 2: return .pitchBend(channel: channel, value: UInt14(clamping: Int.random(in: 0...16_383, using: &random)))
    default: return .noteOn(channel: channel, note: note, velocity: 100)
    }
  }

  @Test("A receiver that missed anything knows all that sounds, and only that, once it is told anew")
  func anew() {
    var random = SplitMix64(seed: 10)
    var missed = 0
    for _ in 0..<Soak.rounds(300) {
      var state = PortState()
      var (well, full) = (Receiver(), Receiver())
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        let message = message(&random)
        state.follow(message)
        well.hear(message)
        // Overflow loses some, and all that waited before it.
        if random.next() % 3 == 0 { missed += 1 } else { full.hear(message) }
      }
      let introduction = RegisteredParameter.bendRange(.standard, channel: Channel(clamping: 0))
      let messages = state.messages(after: introduction)
      for message in messages { full.hear(message) }
      #expect(full.sounding == well.sounding)
      #expect(full.bends == well.bends)
      // What is told anew is bounded, however long the receiver did not listen.
      #expect(messages.count <= introduction.count + 4 * 11 * 3 + 16)
    }
    #expect(missed > 1000)
  }

  @Test("Notes that must not sound end first, then the introduction, then controllers, bends and notes")
  func order() {
    let channel = Channel(clamping: 2)
    var state = PortState()
    let tuning = Message.systemExclusive([0x7F, 0x7F, 8, 2, 0, 1, 62, 62, 0, 5])
    for message: Message in [
      .noteOn(channel: channel, note: 60, velocity: 9), .noteOff(channel: channel, note: 60, velocity: 0), tuning,
      .noteOn(channel: channel, note: 62, velocity: 7), .pitchBend(channel: channel, value: 9000),
      .controlChange(channel: channel, controller: .volume, value: 99),
      .controlChange(channel: channel, controller: .dataEntry, value: 2), .clock
    ] { state.follow(message) }
    let introduction = [Message.controlChange(channel: channel, controller: .dataEntry, value: 12)]
    func off(_ note: UInt7) -> Message { .noteOff(channel: channel, note: note, velocity: 64) }
    let rest = [
      off(62), .controlChange(channel: channel, controller: .volume, value: 99),
      .pitchBend(channel: channel, value: 9000), tuning, .noteOn(channel: channel, note: 62, velocity: 7)
    ]
    #expect(state.messages(after: introduction) == [off(60)] + introduction + rest)
    state.everythingArrived()
    #expect(state.messages(after: introduction) == introduction + rest)
  }

  @Test("What ends is what sounds: each note once, then the wheels that are off their centre; then there is nothing")
  func ending() {
    let (one, two) = (Channel(clamping: 0), Channel(clamping: 1))
    var state = PortState()
    for message: Message in [
      .pitchBend(channel: one, value: 9000), .noteOn(channel: one, note: 60, velocity: 1),
      .noteOn(channel: two, note: 60, velocity: 1), .noteOn(channel: one, note: 60, velocity: 9),
      .noteOn(channel: one, note: 61, velocity: 1), .noteOn(channel: one, note: 61, velocity: 0),
      .pitchBend(channel: two, value: 1), .pitchBend(channel: two, value: 8192)
    ] { state.follow(message) }
    #expect(
      state.ending == [
        .noteOff(channel: one, note: 60, velocity: 64), .noteOff(channel: two, note: 60, velocity: 64),
        .pitchBend(channel: one, value: PitchBend.centre)
      ])
    var random = SplitMix64(seed: 11)
    var ends = 0
    for _ in 0..<300 {
      for _ in 0..<20 { state.follow(message(&random)) }
      ends += state.ending.count
      for message in state.ending { state.follow(message) }
      #expect(state.ending.isEmpty)
    }
    #expect(ends > 1000)
  }
}

import MIDIMessages
import TestSupport
import Testing

struct SentNotesTests {
  private let one = Channel(clamping: 0)
  private let two = Channel(clamping: 1)

  @Test("What ends is what sounds: each note once, then the wheels that are off their centre")
  func ending() {
    var sent = SentNotes()
    #expect(sent.isEmpty && sent.ending.isEmpty)
    for message in [
      .pitchBend(channel: one, value: 9000), .noteOn(channel: one, note: 60, velocity: 1),
      .noteOn(channel: two, note: 60, velocity: 1), .noteOn(channel: one, note: 60, velocity: 9),
      .noteOn(channel: one, note: 61, velocity: 1), .noteOn(channel: one, note: 61, velocity: 0),
      .pitchBend(channel: two, value: 1), .pitchBend(channel: two, value: 8192)
    ] as [Message] { sent.record(message) }
    #expect(
      sent.ending == [
        .noteOff(channel: two, note: 60, velocity: 64), .noteOff(channel: one, note: 60, velocity: 64),
        .pitchBend(channel: one, value: PitchBend.centre)
      ])
  }

  @Test("Whatever was sent, recording its end leaves nothing")
  func random() {
    var random = SplitMix64(seed: 3)
    var sent = SentNotes()
    var ends = 0
    for _ in 0..<1000 {
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let channel = Channel(clamping: Int.random(in: 0...15, using: &random))
        let key = UInt7(clamping: Int.random(in: 0...127, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0: sent.record(.noteOff(channel: channel, note: key, velocity: 0))
        case 1: sent.record(.pitchBend(channel: channel, value: UInt14(clamping: key.value * 129)))
        default: sent.record(.noteOn(channel: channel, note: key, velocity: key))
        }
      }
      ends += sent.ending.count
      sent.ending.forEach { sent.record($0) }
      #expect(sent.isEmpty)
    }
    #expect(ends > 5000)
  }

  @Test("Channels are taken in turn, the one free longest first, and none twice")
  func rotation() {
    var random = SplitMix64(seed: 5)
    var rotation = ChannelRotation(RegisteredParameter.lowerZoneMembers(5))
    var held: [Channel] = []
    // The order in which they became free.
    var wanted = rotation.free
    for _ in 0..<10_000 {
      if Bool.random(using: &random), let channel = held.randomElement(using: &random) {
        held.removeAll { $0 == channel }
        rotation.giveBack(channel)
        rotation.giveBack(channel)
        wanted.append(channel)
      } else if let channel = rotation.take() {
        #expect(channel == wanted.removeFirst() && !held.contains(channel))
        held.append(channel)
      } else {
        #expect(held.count == 5)
      }
    }
  }

  @Test("Keys are put back to equal temperament, sixty to a message")
  func reset() {
    let keys = (0...127).map { UInt7(clamping: $0) }
    let messages = SingleNoteTuning.reset(keys)
    #expect(messages.map(\.bytes.count) == [248, 248, 40])
    #expect(messages.last?.bytes.suffix(5) == [127, 127, 0, 0, 0xF7])
    #expect(SingleNoteTuning.reset([]).isEmpty)
    #expect(SingleNoteTuning.reset([69]) == [SingleNoteTuning(key: 69, pitch: TuningPitch(note: 69, cents: 0)).message])
  }
}

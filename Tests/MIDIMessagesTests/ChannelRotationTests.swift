import MIDIMessages
import TestSupport
import Testing

struct ChannelRotationTests {
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
}

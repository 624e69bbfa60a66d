import MIDIMessages
import TestSupport
import Testing
import TunerRules

struct ControlMapTests {
  /// What the bytes of a channel message ask for, read off a table.
  private func expected(_ bytes: [UInt8], strum: UInt8, device: Int32) -> ControlAction? {
    guard let status = bytes.first, (0x80..<0xC0).contains(status) else { return nil }
    let channel = Int(status & 0x0F)
    let (first, second) = (Int(bytes[1]), Int(bytes[2]))
    switch (status & 0xF0, bytes[1]) {
    case (0x90, _) where second > 0: return .keyDown(device: device, channel: channel, note: first)
    case (0x80, _), (0x90, _): return .keyUp(device: device, channel: channel, note: first)
    case (0xB0, strum): return .strum(second)
    case (0xB0, 64): return .sustain(device: device, channel: channel, isDown: second >= 64)
    case (0xB0, 7), (0xB0, 11): return .level(Float(second * second) / 16129)
    case (0xB0, 120), (0xB0, 123): return .silence
    default: return nil
    }
  }

  @Test("Every message, however mangled, has one meaning or none")
  func total() throws {
    var random = SplitMix64(seed: 3)
    var parser = StreamParser()
    let maps: [(ControlMap, strum: UInt8, channel: Int?)] = [
      (ControlMap(), 1, nil), (ControlMap(strumController: 74), 74, nil),
      (ControlMap(strumController: 64, channel: Channel(clamping: 9)), 64, 9)
    ]
    var count = 0
    var meanings = 0
    while count < 100_000 {
      let isStatus = Int.random(in: 0..<3, using: &random) == 0
      let byte = UInt8.random(in: isStatus ? 0x80...0xFF : 0...0x7F, using: &random)
      guard let message = parser.push(byte) else { continue }
      count += 1
      let device = Int32.random(in: .min ... .max, using: &random)
      for (map, strum, channel) in maps {
        let isHeard = channel == nil || message.channel?.index == channel
        let meaning = map.action(message, device: device)
        try #require(
          meaning == (isHeard ? expected(message.bytes, strum: strum, device: device) : nil), "\(message)")
        if meaning != nil { meanings += 1 }
      }
    }
    #expect(meanings > 30_000)
  }

  @Test("Velocity 0 is a release, and a pedal is down from 64 on")
  func thresholds() {
    let map = ControlMap()
    let channel = Channel(clamping: 3)
    #expect(
      map.action(.noteOn(channel: channel, note: 60, velocity: 0), device: 7)
        == .keyUp(device: 7, channel: 3, note: 60))
    #expect(
      map.action(.noteOn(channel: channel, note: 60, velocity: 1), device: 7)
        == .keyDown(device: 7, channel: 3, note: 60))
    for value in 0...127 {
      #expect(
        map.action(
          .controlChange(channel: channel, controller: .sustain, value: UInt7(clamping: value)), device: 7)
          == .sustain(device: 7, channel: 3, isDown: value >= 64))
    }
  }

  @Test("The level rises with the control, from silence to full scale")
  func level() throws {
    var last: Float = -1
    for value in 0...127 {
      let message = Message.controlChange(
        channel: Channel(clamping: 0), controller: .volume, value: UInt7(clamping: value))
      guard case .level(let gain)? = ControlMap().action(message, device: 0) else {
        Issue.record("no level at \(value)")
        continue
      }
      #expect(gain > last)
      if value == 0 { #expect(gain == 0) }
      last = gain
    }
    #expect(last == 1)
  }
}

import MIDIMessages
import Testing

struct MessageTests {
  private let channel = Channel(clamping: 2)

  @Test("Each message has the bytes of the MIDI specification")
  func bytes() {
    let expected: [(Message, [UInt8])] = [
      (.noteOff(channel: channel, note: 60, velocity: 1), [0x82, 60, 1]),
      (.noteOn(channel: channel, note: 60, velocity: 100), [0x92, 60, 100]),
      (.noteOn(channel: channel, note: 60, velocity: 0), [0x92, 60, 0]),
      (.polyPressure(channel: channel, note: 60, pressure: 5), [0xA2, 60, 5]),
      (.controlChange(channel: channel, controller: .sustain, value: 127), [0xB2, 64, 127]),
      (.programChange(channel: channel, program: 12), [0xC2, 12]),
      (.channelPressure(channel: channel, pressure: 13), [0xD2, 13]),
      (.pitchBend(channel: channel, value: 8192), [0xE2, 0x00, 0x40]),
      (.pitchBend(channel: channel, value: 1), [0xE2, 0x01, 0x00]),
      (.systemExclusive([0x7E, 0x7F, 0x06, 0x01]), [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]),
      (.timeCode(0x35), [0xF1, 0x35]),
      (.songPosition(129), [0xF2, 0x01, 0x01]),
      (.songSelect(3), [0xF3, 3]),
      (.tuneRequest, [0xF6]), (.clock, [0xF8]), (.start, [0xFA]), (.continue, [0xFB]), (.stop, [0xFC]),
      (.activeSensing, [0xFE]), (.reset, [0xFF])
    ]
    for (message, bytes) in expected {
      #expect(message.bytes == bytes)
    }
  }

  @Test("Every message comes back from its bytes, with its channel")
  func roundTrip() {
    let messages = everyKindOfMessage()
    #expect(messages.count > 16 * 36 * 5)
    for message in messages {
      var parser = StreamParser()
      #expect(parser.push(contentsOf: message.bytes) == [message])
      #expect(parser.dropped == StreamParser.Dropped())
      let isChannelMessage = message.bytes[0] < 0xF0
      #expect(message.channel?.index == (isChannelMessage ? Int(message.bytes[0] & 0x0F) : nil))
    }
  }

  @Test("Velocity 0 makes a note-on a note-off")
  func velocityZero() {
    #expect(Message.noteOn(channel: channel, note: 60, velocity: 1).isNoteOn)
    #expect(!Message.noteOn(channel: channel, note: 60, velocity: 1).isNoteOff)
    #expect(Message.noteOn(channel: channel, note: 60, velocity: 0).isNoteOff)
    #expect(!Message.noteOn(channel: channel, note: 60, velocity: 0).isNoteOn)
    #expect(Message.noteOff(channel: channel, note: 60, velocity: 64).isNoteOff)
    #expect(!Message.noteOff(channel: channel, note: 60, velocity: 64).isNoteOn)
    #expect(!Message.clock.isNoteOn && !Message.clock.isNoteOff)
  }

  @Test("A payload that is not data bytes still gives one well-formed message")
  func payloadOutsideDataBytes() {
    let message = Message.systemExclusive([0xF7, 0x90, 0xFF, 0x01])
    #expect(message.bytes == [0xF0, 0x77, 0x10, 0x7F, 0x01, 0xF7])
  }

  @Test("The controllers have their numbers in the specification")
  func controllers() {
    let numbers: [(Controller, Int)] = [
      (.bankSelect, 0), (.modulation, 1), (.dataEntry, 6), (.volume, 7), (.expression, 11),
      (.bankSelectLSB, 32),
      (.dataEntryLSB, 38), (.sustain, 64), (.registeredParameterLSB, 100), (.registeredParameterMSB, 101),
      (.allSoundOff, 120), (.resetControllers, 121), (.allNotesOff, 123)
    ]
    for (controller, number) in numbers {
      #expect(controller.number.value == number)
    }
  }
}

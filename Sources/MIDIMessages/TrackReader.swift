/// Reads the events of one track chunk.
struct TrackReader {
  private var input: ByteReader
  private var events: [TrackEvent] = []
  private var tick: Int64 = 0
  private var runningStatus: UInt8?
  /// Joins the packets of system exclusives, and reads what escapes carry.
  private var packets: StreamParser

  init(_ chunk: ByteReader) {
    input = chunk
    packets = StreamParser(systemExclusiveLimit: chunk.remaining)
  }

  /// The events up to the end of the track; bytes after it are passed over.
  mutating func read() throws(MIDIFileFault) -> [TrackEvent] {
    while events.last?.content != .endOfTrack {
      let delta = try input.variableLength(expected: "a delta time; a track ends with FF 2F 00")
      // At most 2²⁸ for each event of a file in memory: far from the end of 64 bits.
      tick += Int64(delta)
      try event()
    }
    return events
  }

  private mutating func event() throws(MIDIFileFault) {
    let expected = "an event"
    let status = try input.peek(expected: expected)
    switch status {
    case 0x00...0xEF:
      try channelMessage(status)
    case 0xF0, 0xF7:
      _ = try input.byte(expected: expected)
      runningStatus = nil
      try packet(status)
    case 0xFF:
      _ = try input.byte(expected: expected)
      runningStatus = nil
      try metaEvent()
    default:
      throw input.fault(
        found: "status \(hexadecimal(status))",
        expected: "a channel message, F0, F7 or FF; in a file other system messages stand inside an F7 event")
    }
  }

  private mutating func channelMessage(_ byte: UInt8) throws(MIDIFileFault) {
    if byte >= 0x80 {
      runningStatus = try input.byte(expected: "a status byte")
    }
    guard let status = runningStatus else {
      throw input.fault(
        found: "data byte \(hexadecimal(byte)) without a status", expected: "a status byte, 80 to FF")
    }
    let first = try input.dataByte()
    let second = try Message.dataByteCount(status: status) == 2 ? input.dataByte() : first
    // A channel message between the packets of a system exclusive ends it, as it would on a cable.
    packets.reset()
    if let message = Message(status: status, first: first, second: second) {
      append(.message(message))
    }
  }

  private mutating func packet(_ status: UInt8) throws(MIDIFileFault) {
    let range = try input.counted("a system exclusive event")
    if status == 0xF0, let message = packets.push(status) {
      append(.message(message))
    }
    for message in packets.push(contentsOf: input.bytes[range]) {
      append(.message(message))
    }
  }

  private mutating func metaEvent() throws(MIDIFileFault) {
    let start = input.position
    let type = try input.byte(expected: "the type of a meta event")
    let data = input.bytes[try input.counted("a meta event")]
    switch type {
    case 0x2F:
      guard data.isEmpty else {
        throw input.fault(at: start, found: "an end of track of \(data.count) bytes", expected: "0 bytes")
      }
      append(.endOfTrack)
    case 0x51:
      guard data.count == 3 else {
        throw input.fault(at: start, found: "a tempo of \(data.count) bytes", expected: "3 bytes")
      }
      let microseconds = data.reduce(0) { $0 << 8 | Int($1) }
      guard microseconds > 0 else {
        throw input.fault(
          at: start, found: "a tempo of 0 microseconds to the quarter note", expected: "1 microsecond or more"
        )
      }
      append(.tempo(microsecondsPerQuarter: microseconds))
    default:
      break
    }
  }

  private mutating func append(_ content: TrackEvent.Content) {
    events.append(TrackEvent(tick: tick, content: content))
  }
}

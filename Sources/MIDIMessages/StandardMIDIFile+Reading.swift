extension StandardMIDIFile {
  /// Reads a file from its bytes; `file` is its name for faults.
  ///
  /// Unknown chunks, and whatever follows the last track that the header announces, are passed over. Everything else
  /// that is malformed is a fault: a type 2 file, a wrong length, a missing end of track, a data byte without a status,
  /// a number of more than four bytes, a time division or tempo of zero.
  public init(bytes: [UInt8], file: String) throws(MIDIFileFault) {
    var reader = ByteReader(bytes: bytes, file: file, scope: "the file", range: 0..<bytes.count)
    var header = try reader.header()
    format = try header.format()
    let trackCount = try header.trackCount(format: format)
    division = try header.division()
    var tracks: [[TrackEvent]] = []
    while tracks.count < trackCount {
      guard let (name, chunk) = try reader.chunk() else {
        throw reader.fault(
          found: "the end of the file after \(tracks.count) tracks",
          expected: "\(trackCount) tracks, as the header says")
      }
      guard name == Array("MTrk".utf8) else { continue }
      var track = TrackReader(chunk)
      tracks.append(try track.read())
    }
    self.tracks = tracks
  }
}

extension ByteReader {
  fileprivate static let headerName = Array("MThd".utf8)

  /// The name and the content of the next chunk; `nil` at the end of the file.
  fileprivate mutating func chunk() throws(MIDIFileFault) -> (name: [UInt8], content: ByteReader)? {
    guard remaining > 0 else { return nil }
    var name: [UInt8] = []
    for _ in 0..<4 { name.append(try byte(expected: "the four letters of a chunk's name")) }
    let start = position
    let length = try number(width: 4, expected: "the length of a chunk")
    guard length <= remaining else {
      throw fault(
        at: start, found: "a chunk of \(length) bytes where \(remaining) are left in the file",
        expected: "a chunk that ends within the file; it may have been cut short")
    }
    let range = take(length)
    return (name, ByteReader(bytes: bytes, file: file, scope: "the chunk", range: range))
  }

  /// The content of the header chunk.
  fileprivate mutating func header() throws(MIDIFileFault) -> ByteReader {
    guard bytes.starts(with: Self.headerName), let (_, content) = try chunk() else {
      throw fault(at: 0, found: "no MThd", expected: "MThd, which begins a standard MIDI file")
    }
    return content
  }

  fileprivate mutating func format() throws(MIDIFileFault) -> StandardMIDIFile.Format {
    let start = position
    let type = try number(width: 2, expected: "the file's type")
    guard let format = StandardMIDIFile.Format(rawValue: type) else {
      let kind = type == 2 ? " (independent patterns)" : ""
      throw fault(
        at: start, found: "a file of type \(type)\(kind)",
        expected: "type 0 or 1; save the file as one of these")
    }
    return format
  }

  fileprivate mutating func trackCount(format: StandardMIDIFile.Format) throws(MIDIFileFault) -> Int {
    let start = position
    let count = try number(width: 2, expected: "the number of tracks")
    switch format {
    case .singleTrack where count != 1:
      throw fault(at: start, found: "\(count) tracks", expected: "one track in a file of type 0")
    case .simultaneousTracks where count == 0:
      throw fault(at: start, found: "no track", expected: "one track or more")
    default:
      return count
    }
  }

  fileprivate mutating func division() throws(MIDIFileFault) -> StandardMIDIFile.Division {
    let start = position
    let upper = try byte(expected: "the time division")
    let lower = try byte(expected: "the time division")
    let ticks = Int(upper & 0x7F) << 8 | Int(lower)
    if upper < 0x80 {
      guard ticks > 0 else {
        throw fault(at: start, found: "a time division of 0", expected: "1 or more ticks to the quarter note")
      }
      return .ticksPerQuarter(ticks)
    }
    let framesPerSecond = -Int(Int8(bitPattern: upper))
    guard [24, 25, 29, 30].contains(framesPerSecond) else {
      throw fault(
        at: start, found: "a time division of \(framesPerSecond) frames to the second",
        expected: "24, 25, 29 or 30")
    }
    guard lower > 0 else {
      throw fault(at: start, found: "a time division of 0", expected: "1 or more ticks to the frame")
    }
    return .timeCode(framesPerSecond: framesPerSecond, ticksPerFrame: Int(lower))
  }
}

import MIDIMessages

/// A receiver of notes, bends and tunings, as strict as the pickiest one; it reads bytes by itself and believes nothing
/// that it was not told.
struct Receiver {
  struct Note: Hashable {
    var channel: Int
    var key: Int
  }

  private(set) var notes: [Note] = []
  private(set) var noteOns = 0
  /// Bends and tunings.
  private(set) var tunings = 0
  private(set) var wheels = Array(repeating: 8192, count: 16)
  /// The first thing that a receiver should never be sent.
  private(set) var fault: String?
  /// The members of the lower zone, once there is one.
  private(set) var members: ClosedRange<Int>?
  /// When each channel's last note ended, as a count of note-offs.
  private(set) var lastEnd = Array(repeating: 0, count: 16)

  private var rangeCents = Array(repeating: 200.0, count: 16)
  private var selected = Array(repeating: 16_383, count: 16)
  private var program: [Int?] = Array(repeating: nil, count: 16)
  private var keys: [Int: Double] = [:]
  private var ends = 0
  private var justTuned: Note?
  private var justBent: Int?

  init(_ introduction: [Message] = []) { introduction.forEach { receive($0) } }

  mutating func receive(_ message: Message) {
    let bytes = message.bytes
    let (kind, channel) = (bytes[0] & 0xF0, Int(bytes[0] & 0x0F))
    let (first, second) = (Int(bytes[1]), bytes.count > 2 ? Int(bytes[2]) : 0)
    switch kind {
    case 0x90: noteOn(Note(channel: channel, key: first), velocity: second)
    case 0x80: noteOff(Note(channel: channel, key: first))
    case 0xE0:
      tunings += 1
      wheels[channel] = first + 128 * second
      justBent = channel
      return
    case 0xB0: control(channel, first, second)
    case 0xF0: exclusive(bytes)
    default: reject("\(message)")
    }
    justBent = nil
    if kind != 0xF0 { justTuned = nil }
  }

  /// What a note sounds, in semitones above note 0 of A4 = 440 Hz.
  func pitch(_ note: Note) -> Double {
    let key = program[note.channel] == nil ? Double(note.key) : keys[note.key] ?? Double(note.key)
    return key + Double(wheels[note.channel] - 8192) / 8192 * rangeCents[note.channel] / 100
  }

  /// All that sounds, from low to high.
  var pitches: [Double] { notes.map { pitch($0) }.sorted() }

  /// Whether every wheel stands at its centre and every key at its own pitch.
  var isAtRest: Bool {
    notes.isEmpty && wheels.allSatisfy { $0 == 8192 } && keys.allSatisfy { $0.value == Double($0.key) }
  }

  private mutating func noteOn(_ note: Note, velocity: Int) {
    noteOns += 1
    if velocity == 0 { reject("a note-on without velocity") }
    if program[note.channel] == nil {
      if notes.contains(where: { $0.channel == note.channel }) { reject("a note-on over a sounding note") }
      if justBent != note.channel { reject("a note-on without its bend before it") }
    } else {
      if notes.contains(note) { reject("a note-on of a sounding key") }
      if justTuned?.key != note.key { reject("a note-on without its tuning before it") }
    }
    if let members, !members.contains(note.channel) { reject("a note outside the zone") }
    notes.append(note)
  }

  private mutating func noteOff(_ note: Note) {
    guard let index = notes.firstIndex(of: note) else { return reject("a note-off for \(note), which does not sound") }
    notes.remove(at: index)
    ends += 1
    lastEnd[note.channel] = ends
  }

  private mutating func control(_ channel: Int, _ controller: Int, _ value: Int) {
    switch controller {
    case 101: selected[channel] = selected[channel] & 0x7F | value << 7
    case 100: selected[channel] = selected[channel] & ~0x7F | value
    case 6:
      switch selected[channel] {
      case 0: rangeCents[channel] = Double(value) * 100
      case 3: program[channel] = value
      case 6:
        guard channel == 0, value >= 1, value <= 15 else { return reject("a zone of \(value) on \(channel)") }
        members = 1...value
        for member in 1...value { rangeCents[member] = 4800 }
      default: reject("data for parameter \(selected[channel])")
      }
    case 38:
      if selected[channel] != 0 || value != 0 { reject("fine data \(value)") }
    default: reject("controller \(controller)")
    }
  }

  /// The MIDI Tuning Standard's single-note change, read byte by byte.
  private mutating func exclusive(_ bytes: [UInt8]) {
    guard bytes.last == 0xF7, bytes.dropFirst().dropLast().allSatisfy({ $0 < 0x80 }),
      Array(bytes.prefix(2)) == [0xF0, 0x7F], Array(bytes[3...4]) == [8, 2],
      bytes.count == 8 + 4 * Int(bytes[6])
    else { return reject("\(bytes)") }
    tunings += 1
    for change in 0..<Int(bytes[6]) {
      let at = 7 + 4 * change
      let fraction = Double(Int(bytes[at + 2]) << 7 | Int(bytes[at + 3])) / 16_384
      keys[Int(bytes[at])] = Double(bytes[at + 1]) + fraction
      justTuned = Note(channel: 0, key: Int(bytes[at]))
    }
  }

  private mutating func reject(_ text: String) { if fault == nil { fault = text } }
}

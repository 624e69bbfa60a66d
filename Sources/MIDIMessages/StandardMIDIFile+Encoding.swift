extension StandardMIDIFile {
  /// The bytes of a file of type 0 that plays messages at their frames of `rate` frames per second.
  ///
  /// One tick is one frame wherever a tempo of 120 (or 60, 240, 480, 960) quarter notes per minute and a division of at
  /// most 32767 allow it, as at every usual rate; such files give their frames back exactly. At other rates a tick is
  /// 1/64000 s, and messages lie within 8 µs of their frames.
  ///
  /// Messages are put in the order of their frames, those of one frame stay in the order given. The track ends at
  /// `endFrame`, or at the last message if that is later. A frame below 0 counts as 0, a rate below 1 as 1; ticks
  /// beyond 2⁴⁰ (265 days at 48 kHz) are written as 2⁴⁰. System messages other than exclusives are written as escapes
  /// (F7). The format has no place for a system exclusive of 256 MiB or more, which is left out, nor for a track of
  /// 4 GiB.
  public static func encode(_ messages: [TimedMessage], endFrame: Int64 = 0, rate: Int) -> [UInt8] {
    let grid = TickGrid(rate: rate)
    var track = TrackWriter()
    track.meta(type: 0x51, bigEndian(grid.microsecondsPerQuarter, width: 3))
    // Sorting is stable.
    for timed in messages.sorted(by: { $0.frame < $1.frame }) {
      track.advance(to: grid.tick(timed.frame))
      track.message(timed.message)
    }
    track.advance(to: grid.tick(endFrame))
    track.meta(type: 0x2F, [])

    let header =
      bigEndian(Format.singleTrack.rawValue, width: 2) + bigEndian(1, width: 2)
      + bigEndian(grid.ticksPerQuarter, width: 2)
    return chunk("MThd", header) + chunk("MTrk", track.bytes)
  }
}

/// The division and tempo for a rate.
private struct TickGrid {
  let quartersPerSecond: Int
  let ticksPerQuarter: Int
  private let rate: Int

  init(rate: Int) {
    let rate = max(rate, 1)
    self.rate = rate
    if let quarters = [2, 1, 4, 8, 16].first(where: { rate % $0 == 0 && rate / $0 <= 0x7FFF }) {
      quartersPerSecond = quarters
      ticksPerQuarter = rate / quarters
    } else {
      quartersPerSecond = 2
      ticksPerQuarter = 32_000
    }
  }

  var microsecondsPerQuarter: Int { 1_000_000 / quartersPerSecond }

  func tick(_ frame: Int64) -> Int64 {
    let ticks = UInt128(max(frame, 0)) * UInt128(quartersPerSecond * ticksPerQuarter)
    return min(Int64(clamping: roundedQuotient(ticks, UInt128(rate))), 1 << 40)
  }
}

/// Builds the content of a track chunk.
private struct TrackWriter {
  private(set) var bytes: [UInt8] = []
  private var tick: Int64 = 0
  private var pendingDelta = 0

  /// Moves on to a tick; an earlier one changes nothing.
  mutating func advance(to tick: Int64) {
    guard tick > self.tick else { return }
    pendingDelta += Int(tick - self.tick)
    self.tick = tick
  }

  mutating func message(_ message: Message) {
    switch message {
    case .systemExclusive:
      packet(0xF0, Array(message.bytes.dropFirst()))
    case _ where message.channel == nil:
      packet(0xF7, message.bytes)
    default:
      writeDelta()
      bytes += message.bytes
    }
  }

  mutating func meta(type: UInt8, _ data: [UInt8]) {
    writeDelta()
    bytes += [0xFF, type] + variableLength(data.count) + data
  }

  private mutating func packet(_ status: UInt8, _ data: [UInt8]) {
    guard data.count <= variableLengthLimit else { return }
    writeDelta()
    bytes.append(status)
    bytes += variableLength(data.count) + data
  }

  private mutating func writeDelta() {
    // A longer wait than a delta time can express is divided by empty text events.
    while pendingDelta > variableLengthLimit {
      bytes += variableLength(variableLengthLimit) + [0xFF, 0x01, 0x00]
      pendingDelta -= variableLengthLimit
    }
    bytes += variableLength(pendingDelta)
    pendingDelta = 0
  }
}

private let variableLengthLimit = 0x0FFF_FFFF

/// A number in groups of seven bits, each but the last marked by its top bit; at most 268435455.
private func variableLength(_ value: Int) -> [UInt8] {
  var groups = [UInt8(value & 0x7F)]
  var rest = min(value, variableLengthLimit) >> 7
  while rest > 0 {
    groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    rest >>= 7
  }
  return groups
}

/// The low `width` bytes of a number, the most significant first.
private func bigEndian(_ value: Int, width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  Array(name.utf8) + bigEndian(content.count, width: 4) + content
}

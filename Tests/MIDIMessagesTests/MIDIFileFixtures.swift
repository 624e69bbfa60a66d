import MIDIMessages

/// Files written out by hand.
enum MIDIFileFixtures {
  static func header(type: UInt8, tracks: UInt8, division: [UInt8]) -> [UInt8] {
    Array("MThd".utf8) + [0, 0, 0, 6, 0, type, 0, tracks] + division
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, UInt8(content.count / 256), UInt8(content.count % 256)] + content
  }

  static let endOfTrack: [UInt8] = [0x00, 0xFF, 0x2F, 0x00]

  /// A file of type 0, 96 ticks to the quarter, with this track content and an end of track.
  static func single(_ content: [UInt8]) -> [UInt8] {
    header(type: 0, tracks: 1, division: [0, 96]) + chunk("MTrk", content + endOfTrack)
  }

  /// A file of type 1, 96 ticks to the quarter: tempo changes in the first track, notes in the others, a chunk that
  /// nobody knows between them, running status, a packeted system exclusive, an escape and meta events.
  static let full: [UInt8] =
    header(type: 1, tracks: 3, division: [0, 96])
    + chunk(
      "MTrk",
      [
        0x00, 0xFF, 0x03, 0x04, 0x53, 0x6F, 0x6E, 0x67,  // name: Song
        0x00, 0xFF, 0x58, 0x04, 0x04, 0x02, 0x18, 0x08,  // 4/4
        0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20,  // 500000 µs
        0x60, 0xFF, 0x51, 0x03, 0x0F, 0x42, 0x40,  // at 96: 1000000 µs
        0x60, 0xFF, 0x51, 0x03, 0x03, 0xD0, 0x90  // at 192: 250000 µs
      ] + endOfTrack)
    + chunk("XFKM", [0x4D, 0x54, 0x72, 0x6B, 0xFF])
    + chunk(
      "MTrk",
      [
        0x00, 0x90, 0x3C, 0x40,  // at 0
        0x30, 0x40, 0x41,  // at 48, running status
        0x60, 0x3C, 0x00,  // at 144
        0x60, 0x40, 0x00  // at 240
      ] + endOfTrack)
    + chunk(
      "MTrk",
      [
        0x00, 0xF0, 0x03, 0x43, 0x12, 0x00,  // a system exclusive in three packets
        0x30, 0xF7, 0x02, 0x43, 0x12,
        0x30, 0xF7, 0x02, 0x01, 0xF7,  // complete at 96
        0x00, 0xF7, 0x03, 0xF3, 0x05, 0xF8,  // escape: song select, clock
        0x81, 0x10, 0xC1, 0x07,  // at 240
        0x60, 0xFF, 0x2F, 0x00  // at 336
      ])
}

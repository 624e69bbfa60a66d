/// A pitch as the MIDI Tuning Standard writes it: a semitone, and a fraction in units of 100/16384 cent.
///
/// The pitch lies 100/16384 × ``units`` cents above note 0 of equal temperament at A4 = 440 Hz (8.1758 Hz). The lowest
/// is note 0, the highest two units short of note 128, as the last pattern, 7F 7F 7F, means "no change".
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "MIDI Tuning", "Frequency data
/// format".
public struct TuningPitch: Hashable, Comparable, Sendable {
  /// The units in a semitone.
  private static let unitsPerSemitone = 16384
  private static let highestUnits = 128 * unitsPerSemitone - 2

  /// The pitch in 100/16384 cent above note 0, 0...2097150.
  public let units: Int

  /// The three data bytes: semitone, upper and lower seven bits of the fraction.
  public var bytes: [UInt8] {
    [UInt8(units >> 14), UInt8(units >> 7 & 0x7F), UInt8(units & 0x7F)]
  }

  /// The pitch that lies `cents` above a note, or below it if negative, rounded to the nearest unit.
  ///
  /// A flat note is written as a fraction above a lower semitone. A pitch beyond the ends is the end; NaN counts as 0
  /// cents. Elsewhere the error is at most 100/32768 = 0.00305 cent.
  public init(note: UInt7, cents: Double) {
    let offset = cents.isNaN ? 0 : (Double(Self.unitsPerSemitone) * cents / 100).rounded()
    // Clamped before the conversion, which would trap on what an Int cannot hold.
    let reach = Double(Self.highestUnits)
    let exact = note.value * Self.unitsPerSemitone + Int(min(max(offset, -reach), reach))
    units = min(max(exact, 0), Self.highestUnits)
  }

  /// The pitch in three data bytes; `nil` for 7F 7F 7F, which means "no change".
  public init?(semitone: UInt7, fraction: UInt14) {
    let units = semitone.value * Self.unitsPerSemitone + fraction.value
    guard units <= Self.highestUnits else { return nil }
    self.units = units
  }

  /// The distance in cents from a note of equal temperament at A4 = 440 Hz up to this pitch.
  public func cents(above note: UInt7) -> Double {
    Double(units - note.value * Self.unitsPerSemitone) * 100 / Double(Self.unitsPerSemitone)
  }

  /// Orders pitches from low to high.
  public static func < (left: TuningPitch, right: TuningPitch) -> Bool {
    left.units < right.units
  }
}

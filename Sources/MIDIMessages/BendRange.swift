/// How far the pitch wheel reaches to either side, in whole semitones, 1...96.
///
/// Only whole semitones, because receivers disagree about the cents of the pitch bend sensitivity: some ignore them.
public struct BendRange: Hashable, Sendable {
  /// ±2 semitones, what a receiver assumes until told otherwise.
  public static let standard = BendRange(clamping: 2)
  /// ±48 semitones, the default of a note's channel in MIDI Polyphonic Expression.
  public static let polyphonicExpression = BendRange(clamping: 48)

  /// The reach in semitones, 1...96.
  public let semitones: Int

  /// The reach in cents, 100...9600.
  public var cents: Double { 100 * Double(semitones) }

  /// A range given exactly; `nil` outside 1...96 semitones.
  public init?(exactly semitones: Int) {
    guard (1...96).contains(semitones) else { return nil }
    self.semitones = semitones
  }

  /// The range nearest the one given: 1 below, 96 above.
  public init(clamping semitones: Int) {
    self.semitones = min(max(semitones, 1), 96)
  }
}

public import TunerRules
internal import Tuning

/// Readings as sentences, for those who listen to a screen rather than look at it: "A sharp octave 4, 42 cents flat".
///
/// A sentence is said when it says something else than the last one, and never sooner after it than it takes to listen.
public struct SpokenMeter: Sendable {
  private var said = ""
  private var saidCents = 0.0
  private var age = Double.infinity
  private var steady = 0.0
  private var candidate = ""

  /// Seconds from one sentence to the next.
  static let calmSeconds = 1.5
  /// Seconds for which a note must be the same before it is said: passing notes are not.
  static let steadySeconds = 0.25
  /// Cents by which a note that was said must have moved to be said again.
  static let movedCents = 3.0

  /// Makes a meter that has said nothing.
  public init() {}

  /// The sentence to be said now; nil for none.
  ///
  /// - Parameters:
  ///   - reading: the newest.
  ///   - inTuneCents: within which a note is in tune.
  ///   - seconds: since the step before.
  public mutating func step(_ reading: Reading, inTuneCents: Double, seconds: Double) -> String? {
    age += max(0, seconds)
    guard let target = reading.target else {
      (candidate, steady) = ("", 0)
      return nil
    }
    let name = NoteText(target).spoken
    steady = name == candidate ? steady + max(0, seconds) : 0
    candidate = name
    guard steady >= Self.steadySeconds, age >= Self.calmSeconds else { return nil }
    let sentence = Self.sentence(reading, inTuneCents: inTuneCents)
    let hasMoved = abs(reading.cents.value - saidCents) >= Self.movedCents
    let isOtherwise = Self.kind(sentence) != Self.kind(said)
    guard sentence != said, isOtherwise || hasMoved else { return nil }
    (said, saidCents, age) = (sentence, reading.cents.value, 0)
    return sentence
  }

  /// The sentence of a reading: its note, and how it lies; empty where nothing is shown.
  public static func sentence(_ reading: Reading, inTuneCents: Double) -> String {
    guard let target = reading.target else { return "" }
    let name = NoteText(target).spoken
    let cents = reading.cents.value
    guard abs(cents) > inTuneCents else { return "\(name), in tune" }
    let count = Int(min(9999, abs(cents)).rounded())
    return "\(name), \(count) \(count == 1 ? "cent" : "cents") \(cents > 0 ? "sharp" : "flat")"
  }

  /// A sentence without its number: which note, and on which side of it.
  private static func kind(_ sentence: String) -> String { sentence.filter { !$0.isNumber || !$0.isASCII } }
}

public import TunerRules
internal import Tuning

/// Readings as JSON objects, one on each line, for displays that people make themselves.
///
/// The fields, always all of them and in this order: `note` (the name that is shown, empty for none), `western` (its
/// Western name), `midi` (its number, -1 for none), `frequency` (shown, in hertz, 0 for none), `target` (in hertz),
/// `cents`, `state` ("silent", "flat", "in tune", "sharp"), `level` (dB relative to full scale), `clarity` (0…1),
/// `clipping`. A line is written when one of them has changed, at most twenty-five times a second; while nothing is
/// shown, none.
public struct JSONMeter: Sendable {
  /// The names of the fields, in words.
  public static let fields =
    "note, western, midi, frequency, target, cents, state, level, clarity, clipping"

  private var written = ""
  private var age = Double.infinity

  /// Seconds from one line to the next.
  static let lineSeconds = 0.04

  /// Makes a meter that has written nothing.
  public init() {}

  /// The line to be written now, without its end; nil for none.
  ///
  /// - Parameters:
  ///   - reading: the newest.
  ///   - inTuneCents: within which a note is in tune.
  ///   - seconds: since the step before.
  public mutating func step(_ reading: Reading, inTuneCents: Double, seconds: Double) -> String? {
    age += max(0, seconds)
    guard age >= Self.lineSeconds else { return nil }
    let line = Self.line(reading, inTuneCents: inTuneCents)
    guard line != written else { return nil }
    written = line
    age = 0
    return line
  }

  /// The object of a reading.
  public static func line(_ reading: Reading, inTuneCents: Double) -> String {
    let cents = reading.cents.value
    let target = reading.target
    let state = target == nil ? "silent" : abs(cents) <= inTuneCents ? "in tune" : cents > 0 ? "sharp" : "flat"
    // While nothing is shown the level is not either: else silence would not be silent.
    let level = target == nil ? -120 : Double(reading.level)
    let fields: [String] = [
      "\"note\":\((target?.name ?? "").quotedJSON)", "\"western\":\((target?.westernName ?? "").quotedJSON)",
      "\"midi\":\(target?.note ?? -1)", "\"frequency\":\(reading.shownFrequency.fixedText(3))",
      "\"target\":\((target?.frequency.hertz ?? 0).fixedText(3))", "\"cents\":\(cents.fixedText(2))",
      "\"state\":\"\(state)\"", "\"level\":\(level.fixedText(1))",
      "\"clarity\":\(target == nil ? "0" : Double(reading.clarity).fixedText(2))", "\"clipping\":\(reading.isClipping)"
    ]
    return "{" + fields.joined(separator: ",") + "}"
  }
}

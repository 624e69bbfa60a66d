public import TunerRules
internal import Tuning

/// A reading on one line of text: note, cents, hertz and a ruler, each readable without colour.
public struct LineMeter: Sendable {
  /// Within this many cents a note is in tune.
  public var inTuneCents: Double

  /// Cents from the middle of the ruler to its end.
  public static let rulerCents = 50.0
  /// Marks from the middle of the ruler to its end.
  private static let rulerMarks = 10
  /// Room for the longest name of a target: "A#-1-50c".
  private static let nameWidth = 8

  /// Makes a meter.
  public init(inTuneCents: Double = 5) { self.inTuneCents = inTuneCents }

  /// The line of a reading, always of the same width; dashes while nothing is shown.
  public func line(_ reading: Reading) -> String {
    guard let target = reading.target else {
      return "---".padded(Self.nameWidth + 24) + ruler(nil) + (reading.isClipping ? " CLIP   " : "        ")
    }
    let cents = reading.cents.value
    let name = target.name.padded(Self.nameWidth)
    let deviation = (cents.signedText(1) + " c").padded(10, right: true)
    let hertz = (reading.shownFrequency.fixedText(2) + " Hz").padded(12, right: true)
    return name + deviation + hertz + "  " + ruler(cents)
      + (reading.isClipping ? " CLIP   " : abs(cents) <= inTuneCents ? " in tune" : cents > 0 ? " sharp  " : " flat   ")
  }

  private func ruler(_ cents: Double?) -> String {
    var marks = Array(repeating: Character("-"), count: 2 * Self.rulerMarks + 1)
    marks[Self.rulerMarks] = "|"
    if let cents {
      let place = (cents / Self.rulerCents * Double(Self.rulerMarks)).rounded()
      marks[Self.rulerMarks + Int(max(-Double(Self.rulerMarks), min(Double(Self.rulerMarks), place)))] = "#"
    }
    return "[" + String(marks) + "]"
  }
}

extension String {
  /// The text with spaces up to a width; longer text is left as it is.
  fileprivate func padded(_ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return right ? space + self : self + space
  }
}

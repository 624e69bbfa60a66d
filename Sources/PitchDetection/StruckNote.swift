/// Knows that the note which sounds was struck and is dying away as such a note does: it is no hum of the mains, however
/// near one it is tuned and however soft it has become.
struct StruckNote {
  /// The power that a struck note has reached, -40 dB: what is softer may be hum that was heard with an attack.
  static let leastPower: Float = 1e-4
  /// How far a note dies away at the least, as a ratio of powers (1.5 dB), in `seconds`.
  static let step: Float = 0.7
  /// In seconds: hum that is left at a string's pitch when the string is gone is taken for the note no longer than this.
  static let seconds: Float = 1.5

  private var wasReached = false
  private var lowest: Float = 0
  private var sinceLower: Float = 0

  /// Whether it is one.
  var isFading: Bool { wasReached && sinceLower < Self.seconds }

  /// Takes in the note's power over one hop.
  ///
  /// - Parameters:
  ///   - power: of its partials.
  ///   - wasStruck: whether an attack came not long ago.
  ///   - hopSeconds: seconds of the hop.
  mutating func update(power: Float, wasStruck: Bool, hopSeconds: Float) {
    if wasStruck, power > Self.leastPower {
      self = StruckNote()
      wasReached = true
      lowest = power
    } else if power < Self.step * lowest {
      lowest = power
      sinceLower = 0
    } else {
      sinceLower += hopSeconds
    }
  }
}

/// Tells the hum of the mains from a note: a quiet tone on a multiple of 50 or 60 Hz that no attack began.
struct MainsRule {
  /// The highest multiple that is taken for hum, in hertz.
  static let highest: Float = 300
  /// The level above which a tone is no hum, in dB.
  static let level: Float = -40
  /// How near a multiple hum is, in hertz.
  static let width: Float = 0.8
  /// Seconds after an attack in which nothing is taken for hum.
  static let attackSeconds: Float = 0.8

  /// Whether a frequency lies on a multiple of 50 or 60 Hz, up to 300 Hz.
  static func isMultiple(_ frequency: Float, within width: Float) -> Bool {
    guard frequency < highest + width else { return false }
    for base: Float in [50, 60] {
      let multiple = (frequency / base).rounded()
      if multiple >= 1, abs(frequency - multiple * base) < width { return true }
    }
    return false
  }

  /// Whether a tone is hum: it, or its double or triple (hum's own sub-harmonics), lies on a multiple.
  ///
  /// - Parameters:
  ///   - frequency: of the tone.
  ///   - level: of the sound, in dB.
  ///   - wasStruck: whether an attack came not long ago.
  static func isHum(_ frequency: Float, level: Float, wasStruck: Bool) -> Bool {
    guard level < self.level, !wasStruck else { return false }
    return (1...3).contains { isMultiple(frequency * Float($0), within: width) }
  }
}

internal import Glibc

/// A note of the sargam: one of twelve, and the register (saptak) it lies in.
///
/// A pitch is first rounded to its swara and only then to a register, n = round(12 log2(f / Sa)) and octave =
/// floor(n / 12), so that a Sa that is 20 cents flat is a Sa of its own octave.
public struct Swara: Hashable, Sendable {
  /// Chromatic degrees above Sa, 0 to 11.
  public let degree: Int
  /// The register: 0 madhya, -1 mandra, -2 ati-mandra, 1 taar, 2 ati-taar, and so on.
  public let octave: Int

  /// The swara so many chromatic degrees above the Sa of the middle register.
  public init(degreesAboveSa count: Int) {
    degree = floorRemainder(count, 12)
    octave = floorQuotient(count, 12)
  }

  /// The swara nearest a frequency; nil where either is no pitch.
  public init?(nearest frequency: Frequency, sa: Frequency) {
    guard frequency.isPitch, sa.isPitch else { return nil }
    self.init(degreesAboveSa: Int((12 * (log2(frequency.hertz) - log2(sa.hertz))).rounded()))
  }

  /// Chromatic degrees above the Sa of the middle register.
  public var degreesAboveSa: Int {
    12 * octave + degree
  }

  /// The ratio above Sa that a swara has where no preset says otherwise.
  ///
  /// Five-limit: Re 9/8, Ga 5/4, tivra Ma 45/32, Dha 5/3, Ni 15/8; komal 16/15, 6/5, 8/5, 9/5.
  public var ratio: Double {
    let (numerator, denominator) = Swara.ratios[degree]
    return numerator / denominator * exp2(Double(octave))
  }

  private static let ratios: [(Double, Double)] = [
    (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5), (15, 8)
  ]
}

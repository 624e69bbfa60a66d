/// Corrects a period that is a multiple of the true one: where nearly all energy lies on every 2nd, 3rd or 4th
/// harmonic of the note found, the note is that harmonic (a soft high string over the body's own low one).
struct Prominence {
  /// What may be left on the other harmonics, as a share of power: 26 dB down.
  static let leftOver = 0.0025

  /// By how much to multiply the frequency: 1, 2, 3 or 4.
  func multiple(_ profile: HarmonicProfile) -> Int {
    for n in [4, 3, 2] {
      let on = profile.power(multiplesOf: n, true)
      if on > 0, profile.power(multiplesOf: n, false) < Self.leftOver * on { return n }
    }
    return 1
  }
}

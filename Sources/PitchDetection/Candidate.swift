/// A pitch that one band supports.
struct Candidate {
  /// In hertz.
  var frequency: Float
  /// What speaks for it: about 1 for a clean note, 0.6 the least that sustains one.
  var score: Float
  /// The correlation at its period, 0…1.
  var periodicity: Float
  /// The index of the band.
  var band: Int
}

/// What the tracker heard in one hop: hertz, not notes.
public struct PitchEstimate: Sendable, Equatable {
  /// The pitch in hertz; 0 where this hop supports none.
  public var frequency: Double
  /// How periodic the sound is, 0…1; 0 without a pitch.
  public var clarity: Float
  /// The hop's level in dB relative to full scale, at least -120.
  public var level: Float
  /// Whether a new attack began in this hop.
  public var attack: Bool
  /// The pitch, in hertz, of a note that has just begun, as soon as two of its periods agree, and for up to two
  /// hops more; 0 in all others.
  ///
  /// It comes before `frequency` knows the note, and says nothing of how it goes on.
  public var begun: Double

  /// Makes an estimate.
  public init(frequency: Double, clarity: Float, level: Float, attack: Bool, begun: Double = 0) {
    self.frequency = frequency
    self.clarity = clarity
    self.level = level
    self.attack = attack
    self.begun = begun
  }
}

/// Random numbers that are the same in every run, so that a failure can be had again.
///
/// Steele, G., Lea, D., Flood, C., "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 13.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a sequence; each seed has its own.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from -1 to 1, evenly spread.
  public mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: next() >> 32)) * (1 / 2_147_483_648) }
}

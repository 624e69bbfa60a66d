/// Which voice is meant: a number that the caller chooses, and that stays the same while the voice is retuned.
public struct VoiceID: Hashable, Sendable {
  /// The number itself; the synthesiser reads no meaning into it.
  public let number: UInt64

  /// Makes an identity from a number.
  @_noLocks
  public init(_ number: UInt64) { self.number = number }

  /// Whether both are the same voice.
  @_noLocks
  public static func == (a: VoiceID, b: VoiceID) -> Bool { a.number == b.number }
}

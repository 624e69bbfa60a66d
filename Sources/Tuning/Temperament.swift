/// A scale laid on the keyboard: which pitch each note has.
///
/// One degree of the scale lies on each key, degree 0 on the tonic above C4. A temperament whose table is 0 at the
/// tonic would move A; players set A with a fork and expect it to stay, so the anchor decides which note keeps its
/// equal-tempered place.
public struct Temperament: Hashable, Sendable {
  /// The note that keeps exactly the frequency it has in equal temperament.
  public enum Anchor: Hashable, Sendable {
    /// The reference note A4: it sounds the reference pitch.
    case reference
    /// The tonic, at or above C4, so that the scale's cents count from an equal-tempered note.
    case tonic
    /// Any other note that was chosen as reference, by MIDI number.
    case note(Int)
  }

  /// The name by which files and settings know it.
  public let id: String
  /// The degrees, counted from the tonic.
  public let scale: Scale
  /// The pitch class of degree 0, from 0 (C) to 11 (B).
  public let tonic: Int
  /// The note that keeps its equal-tempered place.
  public let anchor: Anchor

  /// A temperament of `scale` on a tonic; pitch classes outside 0 to 11 count modulo 12.
  public init(id: String, scale: Scale, tonic: Int = 0, anchor: Anchor = .reference) {
    self.id = id
    self.scale = scale
    self.tonic = floorRemainder(tonic, 12)
    self.anchor = anchor
  }

  /// Twelve equal steps to the octave.
  public static let equal = Temperament(id: "equal", scale: .equal)

  /// Whether each key has a degree of an octave scale of its own, so that key names are names of pitches.
  public var hasTwelveNotes: Bool {
    scale.degrees.count == 12 && scale.period == Cents(1200)
  }

  /// The frequency of a note: reference x 2^((c(deg(n)) - c(deg(r)) + 100 (r - 69)) / 1200).
  ///
  /// deg(n) = n - 60 - tonic for a scale of any size, c is the scale's cents, r the anchored note. With the default
  /// anchor, note 69 is exactly the reference. `reference` is the frequency of A4 in equal temperament.
  public func frequency(ofNote note: Int, reference: Frequency) -> Frequency {
    reference.raised(by: centsAboveA4(note))
  }

  /// How far a note lies from its place in equal temperament; exactly 0 for the anchored note.
  public func offset(ofNote note: Int) -> Cents {
    centsAboveA4(note) - Cents(100 * Double(note - NoteName.a4))
  }

  /// The degree of the scale that lies on a note.
  func degree(ofNote note: Int) -> Int {
    note - tonicNote
  }

  /// How far degree 0 lies above the equal-tempered A4.
  var centsOfTonic: Cents {
    centsAboveA4(tonicNote)
  }

  /// The key of degree 0.
  var tonicNote: Int {
    NoteName.c4 + tonic
  }

  private func centsAboveA4(_ note: Int) -> Cents {
    let anchored = anchoredNote
    return scale.cents(ofDegree: degree(ofNote: note)) - scale.cents(ofDegree: degree(ofNote: anchored))
      + Cents(100 * Double(anchored - NoteName.a4))
  }

  private var anchoredNote: Int {
    switch anchor {
    case .reference: NoteName.a4
    case .tonic: tonicNote
    case .note(let note): note
    }
  }
}

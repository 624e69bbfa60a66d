/// A scale laid on the keyboard: which pitch each key, and each note name, has.
///
/// One degree of the scale lies on each key, degree 0 on the tonic above C4, unless a keyboard map says otherwise. A
/// temperament whose table is 0 at the tonic would move A; players set A with a fork and expect it to stay, so the
/// anchor decides which note keeps its equal-tempered place.
public struct Temperament: Hashable, Sendable {
  /// The note that keeps exactly the frequency it has in equal temperament.
  public enum Anchor: Hashable, Sendable {
    /// The tonic, at or above C4, so that the scale's cents count from an equal-tempered note.
    case tonic
    /// A note by MIDI number: the one that was chosen as reference.
    case note(Int)

    /// The reference note A4: it sounds the reference pitch.
    public static let reference = Anchor.note(NoteName.a4)
  }

  /// The name by which files and settings know it.
  public let id: String
  /// The name for narrow displays, such as "WERK III".
  public let shortName: String
  /// The degrees, counted from the tonic.
  public let scale: Scale
  /// What the degrees are called, 1/1 first; empty where they have no names of their own.
  public let degreeNames: [String]
  /// Which degree each key plays, and where the scale lies; nil for one degree to the key.
  ///
  /// With a map, tonic and anchor decide nothing: the map says which key is degree 0 and what frequency its reference
  /// key has where A4 is 440 Hz. Another reference moves all keys by the same interval.
  public let keyboardMap: KeyboardMap?
  /// The pitch class of degree 0, from 0 (C) to 11 (B).
  public let tonic: Int
  /// The note that keeps its equal-tempered place.
  public let anchor: Anchor

  /// The key of degree 0.
  let tonicKey: Int
  /// The degree whose place is given.
  private let anchoredDegree: Int
  /// How far that place lies above A4's in equal temperament.
  private let anchoredPlace: Cents

  /// A temperament of `scale` on a tonic; pitch classes outside 0 to 11 count modulo 12.
  ///
  /// Without a short name it has its id, in capitals; names that are not one for each degree are dropped.
  public init(
    id: String, scale: Scale, tonic: Int = 0, anchor: Anchor = .reference, keyboardMap: KeyboardMap? = nil,
    shortName: String? = nil, degreeNames: [String] = []
  ) {
    self.id = id
    self.shortName = shortName ?? id.uppercased()
    self.scale = scale
    self.degreeNames = degreeNames.count == scale.degrees.count ? degreeNames : []
    self.keyboardMap = keyboardMap
    self.tonic = floorRemainder(tonic, 12)
    self.anchor = anchor
    if let keyboardMap {
      tonicKey = keyboardMap.middle
      anchoredDegree = keyboardMap.referenceDegree(degreeCount: scale.degrees.count)
      anchoredPlace = keyboardMap.referenceCents
    } else {
      tonicKey = NoteName.c4 + self.tonic
      let note =
        switch anchor {
        case .tonic: tonicKey
        case .note(let note): note
        }
      anchoredDegree = note - tonicKey
      anchoredPlace = Cents(100 * Double(note - NoteName.a4))
    }
  }

  /// Twelve equal steps to the octave.
  public static let equal = Temperament(id: "equal", scale: .equal, shortName: "EQ")

  /// The same temperament on another tonic, with another anchor.
  public func laid(onTonic tonic: Int, anchor: Anchor) -> Temperament {
    Temperament(
      id: id, scale: scale, tonic: tonic, anchor: anchor, keyboardMap: keyboardMap, shortName: shortName,
      degreeNames: degreeNames
    )
  }

  /// The same temperament under another keyboard map; nil for one degree to the key.
  public func mapped(by keyboardMap: KeyboardMap?) -> Temperament {
    Temperament(
      id: id, scale: scale, tonic: tonic, anchor: anchor, keyboardMap: keyboardMap, shortName: shortName,
      degreeNames: degreeNames
    )
  }

  /// How far from 1200 cents twelve keys may reach and still be called an octave: stretched ones are.
  private static let octaveTolerance = 50.0

  /// Whether twelve keys are an octave, or nearly, so that key names are names of pitches.
  public var hasTwelveNotes: Bool {
    let degreeCount = scale.degrees.count
    var keysInPeriod = degreeCount
    var degreesInPeriod = degreeCount
    if let keyboardMap, keyboardMap.size > 0 {
      keysInPeriod = keyboardMap.size
      degreesInPeriod = keyboardMap.period(degreeCount: degreeCount)
    }
    guard keysInPeriod == 12 else { return false }
    return abs(scale.cents(ofDegree: degreesInPeriod).value - 1200) <= Temperament.octaveTolerance
  }

  /// The degree that a key plays; nil where a keyboard map leaves the key out.
  public func degree(ofKey key: Int) -> Int? {
    guard let keyboardMap else { return key - tonicKey }
    return keyboardMap.degree(ofKey: key, degreeCount: scale.degrees.count)
  }

  /// The frequency of a degree, any Int; `reference` is the frequency of A4 in equal temperament.
  public func frequency(ofDegree degree: Int, reference: Frequency) -> Frequency {
    reference.raised(by: centsAboveA4(degree))
  }

  /// The frequency of a key, by MIDI number; no pitch (NaN) where a keyboard map leaves the key out.
  ///
  /// reference x 2^((c(deg(k)) - c(deg(r)) + 100 (r - 69)) / 1200), where deg(k) = k - 60 - tonic for a scale of any
  /// size, c is the scale's cents and r the anchored note. With the default anchor, key 69 is exactly the reference.
  public func frequency(ofKey key: Int, reference: Frequency) -> Frequency {
    guard let degree = degree(ofKey: key) else { return Frequency(hertz: .nan) }
    return frequency(ofDegree: degree, reference: reference)
  }

  /// The frequency of a note that is meant by its name: a string's, say.
  ///
  /// That of its key where twelve keys are an octave. In any other scale, where E2 is not key 40, the degree nearest
  /// its equal-tempered place.
  public func frequency(ofNote note: Int, reference: Frequency) -> Frequency {
    if hasTwelveNotes, let degree = degree(ofKey: note) {
      return frequency(ofDegree: degree, reference: reference)
    }
    return frequency(ofDegree: degree(nearest: Cents(100 * Double(note - NoteName.a4))), reference: reference)
  }

  /// How far a note that is meant by its name lies from its place in equal temperament.
  ///
  /// Exactly 0 for the anchored note.
  public func offset(ofNote note: Int) -> Cents {
    let place = Cents(100 * Double(note - NoteName.a4))
    if hasTwelveNotes, let degree = degree(ofKey: note) { return centsAboveA4(degree) - place }
    return centsAboveA4(degree(nearest: place)) - place
  }

  /// How far degree 0 lies above A4's equal-tempered place.
  var centsOfTonic: Cents { centsAboveA4(0) }

  private func centsAboveA4(_ degree: Int) -> Cents {
    // In this order, so that the anchored degree has exactly its place.
    scale.cents(ofDegree: degree) - scale.cents(ofDegree: anchoredDegree) + anchoredPlace
  }

  /// The degree nearest a place above A4, the lowest number of those equally near.
  private func degree(nearest place: Cents) -> Int {
    let size = scale.degrees.count
    let period = scale.period.value
    let sought = (place - centsOfTonic).value
    var nearest = (degree: 0, distance: Double.infinity)
    for degree in 0..<size {
      let cents = scale.cents(ofDegree: degree).value
      let exact = period == 0 ? 0.0 : ((sought - cents) / period).rounded()
      let repetition = Int(max(-1e6, min(1e6, exact)))
      let distance = abs(cents + Double(repetition) * period - sought)
      if distance < nearest.distance { nearest = (degree + repetition * size, distance) }
    }
    return nearest.degree
  }
}

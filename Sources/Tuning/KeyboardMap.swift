/// Which degree of a scale each key plays, as a Scala .kbm file says.
///
/// Key k lies k - middle = q x size + i keys from the middle one, with 0 <= i < size, and plays degree
/// entries[i] + q x period. Keys outside `keys`, and those with no entry, play nothing.
///
/// Source: M. Op de Coul, "Scala keyboard mapping format", huygens-fokker.org.
public struct KeyboardMap: Hashable, Sendable {
  /// The degree of each key of one repetition; nil for a key that plays nothing.
  ///
  /// A map of no entries is linear: a degree to the key.
  public let entries: [Int?]
  /// The number of keys after which the map repeats; 0 in a linear map.
  public let size: Int
  /// The keys that play.
  public let keys: ClosedRange<Int>
  /// The key of entry 0.
  public let middle: Int
  /// The key whose frequency is given.
  public let referenceKey: Int
  /// The frequency of that key where A4 is 440 Hz.
  public let referenceFrequency: Frequency
  /// By how many degrees a repetition lies higher; 0 for as many as the scale has.
  public let formalOctave: Int

  /// The numbers that keys and degrees may have: far beyond any keyboard, far below what would overflow.
  static let numbers = -1_000_000...1_000_000

  /// A map; nil where its reference key plays nothing, is given no pitch, or where a number is out of bounds.
  ///
  /// Bounds are a million for every key, degree and count. `entries` beyond `size` are dropped; missing ones play
  /// nothing.
  public init?(
    entries: [Int?], size: Int, keys: ClosedRange<Int> = 0...127, middle: Int = NoteName.c4,
    referenceKey: Int = NoteName.a4, referenceFrequency: Frequency = Frequency(hertz: 440), formalOctave: Int
  ) {
    let numbers = [size, keys.lowerBound, keys.upperBound, middle, referenceKey, formalOctave]
    guard (numbers + entries.compactMap { $0 }).allSatisfy(KeyboardMap.numbers.contains), size >= 0,
      referenceFrequency.isPitch
    else { return nil }
    self.entries = Array(entries.prefix(size))
    self.size = size
    self.keys = keys
    self.middle = middle
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    self.formalOctave = formalOctave
    guard degree(at: referenceKey, degreeCount: 1) != nil else { return nil }
  }

  /// The degree that a key plays in a scale of `degreeCount` degrees; nil for a key that plays nothing.
  public func degree(ofKey key: Int, degreeCount: Int) -> Int? {
    keys.contains(key) ? degree(at: key, degreeCount: degreeCount) : nil
  }

  /// The degree of the reference key, which may lie outside the keys that play.
  func referenceDegree(degreeCount: Int) -> Int {
    degree(at: referenceKey, degreeCount: degreeCount) ?? 0
  }

  /// How far the reference key lies above A4.
  var referenceCents: Cents {
    referenceFrequency.cents(above: Frequency(hertz: 440))
  }

  /// By how many degrees a repetition lies higher.
  func period(degreeCount: Int) -> Int {
    formalOctave == 0 ? degreeCount : formalOctave
  }

  private func degree(at key: Int, degreeCount: Int) -> Int? {
    let distance = key - middle
    guard size > 0 else { return distance }
    let index = floorRemainder(distance, size)
    guard entries.indices.contains(index), let entry = entries[index] else { return nil }
    return entry + floorQuotient(distance, size) * period(degreeCount: degreeCount)
  }
}

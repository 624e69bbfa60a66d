internal import Glibc

/// MIDI note numbers and their names in scientific pitch notation: C4 is 60, A4 is 69.
///
/// Source: R. W. Young, "Terminology for Logarithmic Frequency Units", JASA 11 (1939).
public enum NoteName {
  /// The note number of A4, which the reference pitch sets.
  public static let a4 = 69
  /// The note number of C4, middle C.
  public static let c4 = 60

  private static let pitchClasses = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
  private static let octaves = -99...99

  /// The name of a note, spelt with sharps: "A4", "C#4", "C-1"; defined for every Int.
  public static func text(ofNote note: Int) -> String {
    "\(pitchClassText(note))\(floorQuotient(note, 12) - 1)"
  }

  /// The name of a pitch class, spelt with sharps: 0 is "C", 9 is "A"; other numbers count modulo 12.
  public static func pitchClassText(_ pitchClass: Int) -> String {
    pitchClasses[floorRemainder(pitchClass, 12)]
  }

  /// The note number of a name such as "A4", "Bb2", "B♭2", "F##3" or "C#-1"; nil for anything else.
  ///
  /// A letter A to G in either case, then up to two sharps (# or ♯) or up to two flats (a small b, or ♭), then the
  /// octave, -99 to 99, without leading zeros. The first letter is always the note, so "bb3" is B flat. The accidental
  /// does not change the octave: Cb4 is 59 and B#3 is 60.
  public static func note(_ text: some StringProtocol) -> Int? {
    guard let (note, rest) = leadingNote(Array(text.utf8)[...]), rest.isEmpty else { return nil }
    return note.number
  }

  /// The equal-tempered frequency of a note: reference x 2^((note - 69) / 12), where `reference` is that of A4.
  public static func frequency(ofNote note: Int, reference: Frequency) -> Frequency {
    Frequency(hertz: reference.hertz * exp2((Double(note) - Double(a4)) / 12))
  }

  /// The note whose equal-tempered frequency lies nearest by log distance; nil where either frequency is no pitch.
  public static func nearestNote(to frequency: Frequency, reference: Frequency) -> Int? {
    guard frequency.isPitch, reference.isPitch else { return nil }
    // The difference of the logarithms, since the quotient of two extreme frequencies would overflow.
    return a4 + Int((12 * (log2(frequency.hertz) - log2(reference.hertz))).rounded())
  }

  /// The note named at the front of `bytes`, and what follows the name.
  static func leadingNote(_ bytes: ArraySlice<UInt8>) -> (note: SpeltNote, rest: ArraySlice<UInt8>)? {
    var rest = bytes
    guard let letter = rest.popFirst(), let step = staffStep(ofLetter: letter) else { return nil }
    var alteration = 0
    while let (step, length) = accidental(rest) {
      guard alteration * step >= 0, abs(alteration) < 2 else { return nil }
      alteration += step
      rest = rest.dropFirst(length)
    }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isDigit)
    guard let magnitude: Int = decimal(digits), digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    guard !(isNegative && magnitude == 0), octaves.contains(magnitude) else { return nil }
    let octave = isNegative ? -magnitude : magnitude
    let note = SpeltNote(letter: step, alteration: alteration, octave: octave)
    return (note, rest.dropFirst(digits.count))
  }

  /// The place of a letter in the octave from C, 0 to 6.
  private static func staffStep(ofLetter letter: UInt8) -> Int? {
    let letter = letter | 0x20
    guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "g") else { return nil }
    return (Int(letter - UInt8(ascii: "a")) + 5) % 7
  }

  private static func accidental(_ bytes: ArraySlice<UInt8>) -> (step: Int, length: Int)? {
    if bytes.first == UInt8(ascii: "#") { return (1, 1) }
    if bytes.first == UInt8(ascii: "b") { return (-1, 1) }
    if bytes.starts(with: "♯".utf8) { return (1, 3) }
    if bytes.starts(with: "♭".utf8) { return (-1, 3) }
    return nil
  }
}

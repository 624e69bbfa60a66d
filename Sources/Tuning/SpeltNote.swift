/// A note by its MIDI number, and the name it goes by: 39 as Eb2 or as D#2.
///
/// Notes of one number are equal however they are spelt, since they are one key and one pitch.
public struct SpeltNote: Sendable {
  /// The MIDI number.
  public let number: Int
  /// The place on the staff: seven steps to the octave, C0 is 0.
  private let step: Int

  private static let naturals = [0, 2, 4, 5, 7, 9, 11]
  /// The letter of each pitch class where black keys are sharps.
  private static let sharpLetters = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6]
  /// The staff steps of the usual interval of 0 to 11 semitones: a major third has two, an augmented fourth three.
  private static let intervalSteps = [0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6]

  /// A note of that number, spelt with sharps.
  public init(_ number: Int) {
    let octave = floorQuotient(number, 12) - 1
    self.init(number: number, step: octave * 7 + SpeltNote.sharpLetters[floorRemainder(number, 12)])
  }

  /// The note on a letter, 0 for C to 6 for B, moved by `alteration` semitones.
  init(letter: Int, alteration: Int, octave: Int) {
    let number = (octave + 1) * 12 + SpeltNote.naturals[letter] + alteration
    self.init(number: number, step: octave * 7 + letter)
  }

  private init(number: Int, step: Int) {
    self.number = number
    self.step = step
  }

  /// The semitones by which the accidental moves the letter.
  private var alteration: Int {
    number - (floorQuotient(step, 7) + 1) * 12 - SpeltNote.naturals[floorRemainder(step, 7)]
  }

  /// The name in scientific pitch notation: "Eb2", "F##3", "Cb4" (which is the key of B3).
  public var text: String {
    let letters = ["C", "D", "E", "F", "G", "A", "B"]
    let accidental = String(repeating: alteration < 0 ? "b" : "#", count: abs(alteration))
    return letters[floorRemainder(step, 7)] + accidental + "\(floorQuotient(step, 7))"
  }

  /// The note so many semitones higher, spelt by the usual interval: two above Bb4 is C5, nine above A4 is F#5.
  ///
  /// Where that would bring a double accidental that this note has not, it is spelt with sharps.
  public func transposed(by semitones: Int) -> SpeltNote {
    let size = abs(semitones)
    let steps = size / 12 * 7 + SpeltNote.intervalSteps[size % 12]
    let note = SpeltNote(number: number + semitones, step: semitones < 0 ? step - steps : step + steps)
    return abs(note.alteration) > max(1, abs(alteration)) ? SpeltNote(note.number) : note
  }
}

extension SpeltNote: Hashable {
  /// Whether both are the same key, however they are spelt.
  public static func == (left: SpeltNote, right: SpeltNote) -> Bool {
    left.number == right.number
  }

  /// Hashes the number alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

/// The pitch that a player sets the tuner by: the frequency of A4, or of any other note.
///
/// The A4 that it implies in equal temperament lies within 300 to 600 Hz.
public struct ReferencePitch: Hashable, Sendable {
  /// The note whose frequency is given, by MIDI number.
  public let note: Int
  /// Its frequency.
  public let frequency: Frequency

  /// The limits of the A4 that a reference implies, in hertz.
  public static let a4Range = 300.0...600.0
  /// One step of a control for it, in hertz.
  public static let step = 0.1
  /// A4 = 440 Hz (ISO 16).
  public static let standard = ReferencePitch(note: NoteName.a4, frequency: Frequency(hertz: 440))

  private static let notes = 0...127

  private init(note: Int, frequency: Frequency) {
    self.note = note
    self.frequency = frequency
  }

  /// A note, 0 to 127, and its frequency.
  ///
  /// - Throws: that the frequency is no pitch, or that A4 would lie outside its limits.
  public init(note: Int = NoteName.a4, hertz: Double) throws(ValueFault) {
    let frequency = Frequency(hertz: hertz)
    guard ReferencePitch.notes.contains(note), frequency.isPitch else {
      throw ValueFault(
        found: "\(hertz) Hz for note \(note)", expected: "a frequency above 0 for a note from 0 to 127"
      )
    }
    self.init(note: note, frequency: frequency)
    guard ReferencePitch.a4Range.contains(a4.hertz) else {
      let name = note == NoteName.a4 ? "" : "\(NoteName.text(ofNote: note)) = \(hertz.shortText) Hz, that is, "
      let shown = a4.hertz < 1e6 ? a4.hertz.fixedText(1) : "over a million"
      throw ValueFault(found: name + "A4 = \(shown) Hz", expected: "an A4 from 300 to 600 Hz")
    }
  }

  /// Reads "442", "442.5", "A4=442", "C4 = 256"; a decimal comma is read as a point.
  public init(_ text: some StringProtocol) throws(ValueFault) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
    let note = parts.count == 2 ? NoteName.note(parts[0]) : NoteName.a4
    let number = (parts.last ?? "").utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard parts.count <= 2, let note, let hertz = decimalFraction(number[...]) else {
      throw ValueFault(
        found: String(text).quoted, expected: "hertz of A4 such as 442, or a note and its hertz such as C4=256"
      )
    }
    try self.init(note: note, hertz: hertz)
  }

  /// The frequency of A4 in equal temperament; exactly the given one where A4 is the note.
  public var a4: Frequency {
    NoteName.frequency(ofNote: 2 * NoteName.a4 - note, reference: frequency)
  }

  /// The reference as it is read: "442", "C4=256".
  public var text: String {
    (note == NoteName.a4 ? "" : NoteName.text(ofNote: note) + "=") + frequency.hertz.shortText
  }

  /// This reference so many steps of 0.1 Hz higher, on a whole step; nil where that lies outside the limits.
  public func moved(bySteps steps: Int) -> ReferencePitch? {
    let count = (frequency.hertz / ReferencePitch.step).rounded() + Double(steps)
    return try? ReferencePitch(note: note, hertz: count / 10)
  }

  /// The reference under which a heard frequency reads zero: frequency x heard / target, to the nearest 0.1 Hz.
  ///
  /// - Parameters:
  ///   - heard: what was heard.
  ///   - target: where the heard note's target lies under this reference.
  /// - Throws: that nothing was heard, or that A4 would lie outside its limits.
  public func heard(_ heard: Frequency, as target: Frequency) throws(ValueFault) -> ReferencePitch {
    guard heard.isPitch, target.isPitch else {
      throw ValueFault(found: "no pitch", expected: "a steady note to take the reference from")
    }
    let hertz = frequency.hertz * (heard.hertz / target.hertz)
    return try ReferencePitch(note: note, hertz: (hertz * 10).rounded() / 10)
  }
}

extension ReferencePitch {
  /// A reference in use, past or present, and what it is called.
  public struct Listed: Hashable, Sendable {
    /// The frequency of A4 in hertz.
    public let hertz: Double
    /// Its name.
    public let name: String
  }

  /// The ten that are offered first.
  public static let common = [
    Listed(hertz: 415, name: "Baroque (Kammerton)"), Listed(hertz: 421.6, name: "Mozart, Stein 1780"),
    Listed(hertz: 430, name: "Classical"), Listed(hertz: 432, name: "Verdi"),
    Listed(hertz: 435, name: "Diapason normal, 1859"), Listed(hertz: 440, name: "ISO 16"),
    Listed(hertz: 441, name: "Orchestral 441"), Listed(hertz: 442, name: "Orchestral 442"),
    Listed(hertz: 443, name: "Central European"), Listed(hertz: 444, name: "European bright")
  ]

  /// Those that are offered after.
  ///
  /// Source: A. J. Ellis, "The History of Musical Pitch" (1880); H. Helmholtz and A. J. Ellis (1885).
  public static let further = [
    Listed(hertz: 392, name: "French Baroque"), Listed(hertz: 409, name: "Handel's time, low"),
    Listed(hertz: 422.5, name: "Handel's fork, 1751"), Listed(hertz: 438, name: "438"),
    Listed(hertz: 439, name: "New Philharmonic, 1896"), Listed(hertz: 445, name: "445"),
    Listed(hertz: 452.5, name: "Old Philharmonic"), Listed(hertz: 457.2, name: "Steinway, about 1880"),
    Listed(hertz: 465, name: "Chorton, Cornet-ton"), Listed(hertz: 466.2, name: "A semitone over 440"),
    Listed(hertz: 475, name: "Highland pipes")
  ]
}

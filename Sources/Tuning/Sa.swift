/// The tonic of Indian presets.
///
/// Its frequency is all that is kept; root, octave and fine tuning are read from it and lead to it. Notes are those of
/// A4 = 440 Hz, whatever the reference pitch: the strings of a sitar do not follow an orchestra.
public struct Sa: Hashable, Sendable {
  /// Its frequency.
  public let frequency: Frequency

  /// C#4, 277.18 Hz: the usual Sa of a sitar.
  public static let standard = Sa(frequency: pitch(ofNote: 61))
  /// The notes that may be its root: B2 to E4.
  public static let rootNotes = 47...64
  /// The limits of a frequency that is given freely, in hertz: B2 to E4.
  public static let freeRange = pitch(ofNote: 47).hertz...pitch(ofNote: 64).hertz
  /// The limits of the fine tuning, in cents.
  public static let fineTuning = -50.0...50.0

  private init(frequency: Frequency) {
    self.frequency = frequency
  }

  /// A Sa of so many hertz: what a settings file holds, or nil outside B2 less 50 cents to E4 and 50 cents.
  public init?(hertz: Double) {
    let lowest = Sa.pitch(ofNote: Sa.rootNotes.lowerBound).raised(by: Cents(-50.001))
    let highest = Sa.pitch(ofNote: Sa.rootNotes.upperBound).raised(by: Cents(50.001))
    guard hertz >= lowest.hertz, hertz <= highest.hertz else { return nil }
    self.init(frequency: Frequency(hertz: hertz))
  }

  /// A Sa on a root, fine-tuned by -50 to 50 cents.
  ///
  /// - Parameters:
  ///   - root: a pitch class, 0 (C) to 11 (B); others count modulo 12.
  ///   - octave: 2 to 4; nil for 4 on roots C to E and 3 on F to B.
  ///   - fineTune: cents above the root.
  /// - Throws: that the note lies outside B2 to E4, or the cents outside their limits.
  public init(root: Int, octave: Int? = nil, fineTune: Cents = .zero) throws(ValueFault) {
    let pitchClass = floorRemainder(root, 12)
    let octave = octave ?? Sa.octave(ofRoot: pitchClass)
    let note = octave >= 0 && octave <= 9 ? 12 * (octave + 1) + pitchClass : -1
    guard Sa.rootNotes.contains(note) else {
      throw ValueFault(
        found: "\(NoteName.pitchClassText(pitchClass))\(octave)", expected: "a Sa from B2 to E4"
      )
    }
    guard Sa.fineTuning.contains(fineTune.value) else {
      throw ValueFault(found: "\(fineTune.value.shortText) cents", expected: "-50 to 50 cents from the root")
    }
    self.init(frequency: Sa.pitch(ofNote: note).raised(by: fineTune))
  }

  /// Reads a root ("C#", "F3"), a root with cents ("C#+12", "C#-20c"), or hertz ("138.6", with a comma too).
  public init(_ text: some StringProtocol) throws(ValueFault) {
    let bytes = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    if bytes.first?.isDigit == true, let hertz = decimalFraction(bytes[...]) {
      guard Sa.freeRange.contains(hertz) else {
        throw ValueFault(found: "\(hertz.shortText) Hz", expected: "a Sa from 123.5 (B2) to 329.6 Hz (E4)")
      }
      self.init(frequency: Frequency(hertz: hertz))
      return
    }
    guard let (root, octave, cents) = Sa.rootAndCents(bytes) else {
      throw ValueFault(
        found: String(text).quoted, expected: "a root such as C# or F3, a root with cents such as C#+12, or hertz"
      )
    }
    try self.init(root: root, octave: octave, fineTune: cents)
  }

  /// The note nearest it, by MIDI number: where the keys count Sa from.
  public var note: Int {
    NoteName.nearestNote(to: frequency, reference: Sa.a4) ?? NoteName.c4
  }

  /// How far it lies from that note, within 50 cents.
  public var fineTune: Cents {
    frequency.cents(above: Sa.pitch(ofNote: note))
  }

  /// The Sa as it is read: "C#4", "C#4+12.5".
  public var text: String {
    let cents = (fineTune.value * 1000).rounded() / 1000
    guard cents != 0 else { return NoteName.text(ofNote: note) }
    return NoteName.text(ofNote: note) + (cents > 0 ? "+" : "") + cents.shortText
  }

  /// The octave that a root has unless another is chosen: 4 on C to E, 3 on F to B.
  public static func octave(ofRoot pitchClass: Int) -> Int {
    floorRemainder(pitchClass, 12) <= 4 ? 4 : 3
  }

  private static let a4 = Frequency(hertz: 440)

  private static func pitch(ofNote note: Int) -> Frequency {
    NoteName.frequency(ofNote: note, reference: a4)
  }

  private static func rootAndCents(_ bytes: [UInt8]) -> (root: Int, octave: Int?, cents: Cents)? {
    let plus = UInt8(ascii: "+")
    let minus = UInt8(ascii: "-")
    let name = bytes.prefix { $0 != plus && $0 != minus }
    var rest = bytes.dropFirst(name.count)
    var cents = Cents.zero
    if let sign = rest.popFirst() {
      if rest.last == UInt8(ascii: "c") { rest.removeLast() }
      guard let magnitude = decimalFraction(rest) else { return nil }
      cents = Cents(sign == minus ? -magnitude : magnitude)
    }
    let hasOctave = name.last?.isDigit == true
    let full = String(decoding: name, as: UTF8.self) + (hasOctave ? "" : "4")
    guard let note = NoteName.note(full) else { return nil }
    return (floorRemainder(note, 12), hasOctave ? floorQuotient(note, 12) - 1 : nil, cents)
  }
}

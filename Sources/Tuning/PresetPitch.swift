/// The pitch of a string, as a preset file gives it.
public enum PresetPitch: Hashable, Sendable {
  /// A note.
  ///
  /// Without an offset a temperament moves the note. With one, even of zero, the cents count from equal temperament
  /// and hold whatever the temperament.
  case note(SpeltNote, offset: Cents?)
  /// A ratio above Sa.
  case ratio(Ratio)
  /// A ratio or cents above the preset's own base.
  case interval(Interval, above: PresetBase)

  /// Whether the pitch is the same in every temperament.
  public var keepsIntonation: Bool {
    switch self {
    case .note(_, let offset): offset != nil
    case .ratio, .interval: true
    }
  }

  /// The frequency under a temperament, a reference (of A4) and a Sa.
  ///
  /// A ratio follows Sa alone; a note never does, nor does an interval above a base.
  public func frequency(temperament: Temperament, reference: Frequency, sa: Frequency) -> Frequency {
    switch self {
    case .note(let note, offset: nil):
      return temperament.frequency(ofNote: note.number, reference: reference)
    case .note(let note, let offset?):
      return NoteName.frequency(ofNote: note.number, reference: reference).raised(by: offset)
    case .ratio(let ratio):
      return Frequency(hertz: sa.hertz * ratio.value)
    case .interval(let interval, let base):
      let frequency = base.frequency(reference: reference)
      guard case .ratio(let ratio) = interval else { return frequency.raised(by: interval.size) }
      return Frequency(hertz: frequency.hertz * ratio.value)
    }
  }

  /// The note under which the pitch is played and named, spelt as the preset spells it.
  ///
  /// An interval above a base counts chromatic degrees from the base's note, spelt by the usual interval. A ratio counts
  /// them from the note nearest Sa in equal temperament at A4 = 440 Hz, whatever the reference, since Sa does not follow
  /// it: n = round(12 log2 ratio). Nil where Sa is no pitch.
  public func speltNote(sa: Frequency) -> SpeltNote? {
    switch self {
    case .note(let note, _):
      return note
    case .ratio(let ratio):
      guard let saNote = NoteName.nearestNote(to: sa, reference: Frequency(hertz: 440)) else { return nil }
      return SpeltNote(saNote + ratio.cents.semitones)
    case .interval(let interval, let base):
      return base.note.transposed(by: interval.size.semitones)
    }
  }

  /// The MIDI number of `speltNote(sa:)`.
  public func note(sa: Frequency) -> Int? {
    speltNote(sa: sa)?.number
  }

  /// The pitch as preset files write it: "A3", "A3+14.5c", "3/2", "-231.2c".
  public var text: String {
    switch self {
    case .note(let note, let offset): note.text + (offset?.suffixText ?? "")
    case .ratio(let ratio), .interval(.ratio(let ratio), _): ratio.text
    case .interval(.cents(let cents), _): cents.text
    }
  }

  /// The pitch an octave higher; nil for a ratio whose terms would pass 64 bits.
  var octaveHigher: PresetPitch? {
    switch self {
    case .note(let note, let offset): .note(note.transposed(by: 12), offset: offset)
    case .ratio(let ratio): ratio.octaveHigher.map { .ratio($0) }
    case .interval(.ratio(let ratio), let base): ratio.octaveHigher.map { .interval(.ratio($0), above: base) }
    case .interval(.cents(let cents), let base): .interval(.cents(cents + Cents(1200)), above: base)
    }
  }
}

extension Cents {
  /// The cents as preset files write them: "14c", "-14.5c", "0c".
  var text: String {
    (value < 0 ? "-" : "") + value.magnitude.shortText + "c"
  }

  /// The cents as they follow a note name: "+14c", "-14.5c", "+0c".
  var suffixText: String {
    value < 0 ? text : "+" + text
  }

  /// The nearest whole number of semitones; none where these cents are no number.
  fileprivate var semitones: Int {
    Int(exactly: (value / 100).rounded()) ?? 0
  }
}

extension Double {
  /// This number to nine decimals, without the zeros at the end: "14.5", "476".
  var shortText: String {
    var digits = Substring(fixedText(9))
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}

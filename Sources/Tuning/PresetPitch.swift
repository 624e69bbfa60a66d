/// The pitch of a string, as a preset file gives it.
public enum PresetPitch: Hashable, Sendable {
  /// A note by its MIDI number.
  ///
  /// Without an offset a temperament moves the note. With one, even of zero, the cents count from equal temperament
  /// and hold whatever the temperament.
  case note(Int, offset: Cents?)
  /// A ratio above Sa.
  case ratio(Ratio)

  /// Whether the pitch is the same in every temperament.
  public var keepsIntonation: Bool {
    switch self {
    case .note(_, let offset): offset != nil
    case .ratio: true
    }
  }

  /// The frequency under a temperament, a reference (of A4) and a Sa; a ratio follows Sa alone, a note never does.
  public func frequency(temperament: Temperament, reference: Frequency, sa: Frequency) -> Frequency {
    switch self {
    case .note(let note, offset: nil):
      temperament.frequency(ofNote: note, reference: reference)
    case .note(let note, let offset?):
      NoteName.frequency(ofNote: note, reference: reference).raised(by: offset)
    case .ratio(let ratio):
      Frequency(hertz: sa.hertz * ratio.value)
    }
  }

  /// The MIDI number under which the pitch is played and named.
  ///
  /// A note has its own; a ratio counts chromatic degrees from the note nearest Sa in equal temperament at A4 = 440 Hz,
  /// whatever the reference, since Sa does not follow it: n = round(12 log2 ratio). Nil where Sa is no pitch.
  public func note(sa: Frequency) -> Int? {
    switch self {
    case .note(let note, _):
      return note
    case .ratio(let ratio):
      guard let saNote = NoteName.nearestNote(to: sa, reference: Frequency(hertz: 440)) else { return nil }
      return saNote + Int((ratio.cents.value / 100).rounded())
    }
  }

  /// The pitch as preset files write it: "A3", "A3+14.5c", "3/2".
  public var text: String {
    switch self {
    case .note(let note, offset: nil): NoteName.text(ofNote: note)
    case .note(let note, let offset?): NoteName.text(ofNote: note) + offset.suffixText
    case .ratio(let ratio): ratio.text
    }
  }

  /// The pitch an octave higher; nil for a ratio whose terms would pass 64 bits.
  var octaveHigher: PresetPitch? {
    switch self {
    case .note(let note, let offset): .note(note + 12, offset: offset)
    case .ratio(let ratio): ratio.octaveHigher.map { .ratio($0) }
    }
  }
}

extension Cents {
  /// The cents as they follow a note name: "+14c", "-14.5c", "+0c"; to 0.001 cents.
  var suffixText: String {
    var digits = Substring(value.magnitude.fixedText(3))
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return (value < 0 ? "-" : "+") + digits + "c"
  }
}

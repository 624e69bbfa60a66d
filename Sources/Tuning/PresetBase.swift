/// The pitch above which a preset's ratios and cents lie, such as a bagpipe's low A or a kora's lowest string.
public struct PresetBase: Hashable, Sendable {
  /// The note that it is called and played by.
  public let note: SpeltNote
  /// Its distance from the note in equal temperament; without effect where `fixedFrequency` is given.
  public let offset: Cents
  /// The frequency that it has whatever the reference; nil where it follows the reference.
  public let fixedFrequency: Frequency?

  /// A base on a note of equal temperament, or some cents beside it, or at a frequency of its own.
  public init(_ note: SpeltNote, offset: Cents = .zero, at fixedFrequency: Frequency? = nil) {
    self.note = note
    self.offset = offset
    self.fixedFrequency = fixedFrequency
  }

  /// Where it lies; `reference` is the frequency of A4.
  public func frequency(reference: Frequency) -> Frequency {
    fixedFrequency ?? NoteName.frequency(ofNote: note.number, reference: reference).raised(by: offset)
  }

  /// The base as preset files write it: "F2", "F2-20c", "Bb4 476Hz".
  public var text: String {
    guard let fixedFrequency else { return note.text + (offset == .zero ? "" : offset.suffixText) }
    return note.text + " " + fixedFrequency.hertz.shortText + "Hz"
  }
}

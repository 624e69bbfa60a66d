/// What the pitches of a preset are counted from, which decides how they are written.
enum PitchOrigin {
  /// The reference: note names and MIDI numbers, perhaps with cents.
  case reference
  /// Sa: ratios.
  case sa
  /// The preset's own base: ratios and cents.
  case base(PresetBase)
}

extension Course {
  /// Reads a course as preset files write it: one pitch, or several joined by `+`.
  ///
  /// A sum "A3+14c" is one pitch and "A2+A3" two, told apart by the c; names and numbers do not mix within a course, so
  /// that "A3+14" with its c forgotten is a fault.
  init(word: TextWord, from origin: PitchOrigin, file: String) throws(TextFault) {
    var pitches: [PresetPitch] = []
    var isNumbered: Bool?
    for part in word.split(at: UInt8(ascii: "+")) {
      switch origin {
      case .sa:
        pitches.append(.ratio(try part.ratio(file: file, expected: "a ratio above Sa, such as 3/2 or 1")))
      case .base(let base):
        pitches.append(.interval(try part.interval(file: file), above: base))
      case .reference:
        if let cents = part.bytes.cents, case .note(let note, offset: nil) = pitches.last {
          pitches[pitches.count - 1] = .note(note, offset: try cents.checked(part, file))
          continue
        }
        pitches.append(try part.note(file: file))
        let startsWithDigit = part.bytes.first?.isDigit ?? false
        guard isNumbered == nil || isNumbered == startsWithDigit else {
          throw part.fault(in: file, expected: "cents such as 14c, or a pitch written as the ones before it")
        }
        isNumbered = startsWithDigit
      }
    }
    self.init(pitches)
  }
}

extension TextWord {
  /// The frequency that this word writes as "476Hz".
  func frequency(file: String) throws(TextFault) -> Frequency {
    let range = 8.0...12000
    guard bytes.suffix(2).elementsEqual("Hz".utf8), let hertz = decimalFraction(bytes.dropLast(2)),
      range.contains(hertz)
    else {
      throw fault(in: file, expected: "a frequency from 8Hz to 12000Hz, such as 476Hz")
    }
    return Frequency(hertz: hertz)
  }

  fileprivate func ratio(file: String, expected: String) throws(TextFault) -> Ratio {
    let terms = split(at: UInt8(ascii: "/"))
    let one: [UInt8] = [UInt8(ascii: "1")]
    guard terms.count <= 2, let upper: UInt64 = decimal(terms[0].bytes),
      let lower: UInt64 = decimal(terms.count == 2 ? terms[1].bytes : one[...])
    else {
      throw fault(in: file, expected: expected)
    }
    guard let ratio = Ratio(upper, lower), (1.0 / 64...64).contains(ratio.value) else {
      throw fault(in: file, expected: "a ratio from 1/64 to 64")
    }
    return ratio
  }

  /// The ratio, or the cents with a minus sign or none.
  fileprivate func interval(file: String) throws(TextFault) -> Interval {
    let isNegative = bytes.first == UInt8(ascii: "-")
    guard let cents = bytes.dropFirst(isNegative ? 1 : 0).cents else {
      return .ratio(try ratio(file: file, expected: "a ratio or cents above the base, such as 3/2 or 702c"))
    }
    guard cents.value <= 7200 else {
      throw fault(in: file, expected: "cents from -7200c to 7200c")
    }
    return .cents(isNegative ? -cents : cents)
  }

  fileprivate func note(file: String) throws(TextFault) -> PresetPitch {
    let expected = "a note such as E2, Bb3 or A3+14c, or a MIDI number"
    if bytes.contains(UInt8(ascii: "/")) {
      throw fault(in: file, expected: expected + "; ratios need a line: indian, or: base NOTE")
    }
    guard let (note, rest) = NoteName.leadingNote(bytes) ?? bytes.leadingNumber else {
      throw fault(in: file, expected: expected)
    }
    guard (0...127).contains(note.number) else {
      throw fault(in: file, expected: "a note from 0 (C-1) to 127 (G9)")
    }
    if rest.isEmpty { return .note(note, offset: nil) }
    guard rest.first == UInt8(ascii: "-"), let cents = rest.dropFirst().cents else {
      throw fault(in: file, expected: expected)
    }
    return .note(note, offset: -(try cents.checked(self, file)))
  }
}

extension ArraySlice<UInt8> {
  /// The cents that this text writes as "14c" or "14.5c".
  fileprivate var cents: Cents? {
    guard last == UInt8(ascii: "c"), let value = decimalFraction(dropLast()) else { return nil }
    return Cents(value)
  }

  /// The whole number at the front, and what follows it.
  fileprivate var leadingNumber: (note: SpeltNote, rest: ArraySlice<UInt8>)? {
    let digits = prefix(while: \.isDigit)
    guard let number: Int = decimal(digits) else { return nil }
    return (SpeltNote(number), dropFirst(digits.count))
  }
}

extension Cents {
  /// These cents, where they are within an octave.
  fileprivate func checked(_ word: TextWord, _ file: String) throws(TextFault) -> Cents {
    guard value <= 1200 else { throw word.fault(in: file, expected: "at most 1200 cents") }
    return self
  }
}

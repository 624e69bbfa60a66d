public import Tuning

/// The name of a note in the parts that a display sets apart: "A", "#", "4"; "Re", one dot above.
public struct NoteText: Hashable, Sendable {
  /// The letter, or the syllable of a swara, without marks.
  public var base: String
  /// What stands high behind it: an accidental, or the number of a Carnatic variety.
  public var accidental = ""
  /// What stands low behind it: the octave, or what sets a degree apart.
  public var octave = ""
  /// Dots over the name, or below 0 under it: the register of a swara.
  public var dots = 0
  /// Whether a stroke stands over the first letter: tivra Ma.
  public var isTivra = false
  /// The whole name as it is written, with its marks.
  public var text: String

  /// Takes a target's name apart.
  public init(_ target: Target) {
    self.init(name: target.name, swara: target.name == target.westernName ? nil : target.swara)
  }

  /// Takes a key's or a note's name apart.
  ///
  /// - Parameters:
  ///   - name: any.
  ///   - swara: what it names, where it is no Western note.
  public init(name: String, swara: Swara? = nil) {
    text = name
    let plain = Self.withoutMarks(name)
    isTivra = name.unicodeScalars.contains("\u{30D}")
    if let swara {
      let syllable = plain.prefix { $0.isLetter }
      base = String(syllable)
      accidental = String(plain.dropFirst(syllable.count).prefix { $0.isNumber })
      dots = swara.octave
      return
    }
    let tail = plain.dropFirst().drop { $0 == "#" || $0 == "b" }
    // "Dha" and "Ga" are no D and no G.
    guard let letter = plain.first, "ABCDEFG".contains(letter), tail.first.map({ $0.isNumber || $0 == "-" }) ?? true
    else {
      let syllable = plain.prefix { $0.isLetter }
      base = syllable.isEmpty ? plain : String(syllable)
      let rest = syllable.isEmpty ? "" : plain.dropFirst(syllable.count)
      accidental = String(rest.prefix { $0.isNumber })
      octave = String(rest.drop { $0.isNumber })
      dots = Self.dots(of: name)
      return
    }
    base = String(letter)
    accidental = String(plain.dropFirst().prefix { $0 == "#" || $0 == "b" })
    octave = String(tail)
  }

  /// The name in ASCII: dots as commas under it and apostrophes over it.
  public var ascii: String {
    let mark = String(repeating: dots > 0 ? "'" : ",", count: Int(dots.magnitude))
    return base + (isTivra ? "^" : "") + accidental + octave + mark
  }

  /// The name as it is said: "A sharp octave 4", "Re upper octave".
  public var spoken: String {
    var words = [isTivra ? "tivra \(base)" : base]
    if accidental.hasPrefix("#") || accidental.hasPrefix("b") {
      words += accidental.map { $0 == "#" ? "sharp" : "flat" }
    } else if !accidental.isEmpty {
      words.append(accidental)
    }
    if !octave.isEmpty {
      let digits = octave.hasPrefix("-") ? "minus \(octave.dropFirst())" : octave
      words.append("octave \(digits)")
    }
    switch dots {
    case 0: break
    case 1: words.append("upper octave")
    case -1: words.append("lower octave")
    default: words.append("\(dots.magnitude) octaves \(dots > 0 ? "up" : "down")")
    }
    return words.joined(separator: " ")
  }

  private static func withoutMarks(_ name: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !marks.contains(scalar) { plain.append(scalar) }
    return String(plain)
  }

  private static let marks: Set<Unicode.Scalar> = ["\u{307}", "\u{308}", "\u{323}", "\u{324}", "\u{30D}"]

  /// The register that the marks of a swara's name say.
  private static func dots(of name: String) -> Int {
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\u{307}": return 1
      case "\u{308}": return 2
      case "\u{323}": return -1
      case "\u{324}": return -2
      default: break
      }
    }
    return 0
  }
}

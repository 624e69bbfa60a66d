import Foundation
import TestSupport
import Testing
import Tuning

struct ShippedTemperamentsTests {
  /// What a shipped temperament may lie from its definition, in cents.
  private let definition = 0.001
  /// Published tables are given to 0.001 cents.
  private let table = 0.0006
  /// Rounding of a few logarithms, in cents.
  private let rounding = 1e-9
  private let folder = Checkout.root + "/Presets/temperaments"

  private func text(_ name: String) -> String {
    String(decoding: TemporaryFolder.read(folder + "/" + name), as: UTF8.self)
  }

  private func scale(_ id: String) throws -> Scale { try Scale(scala: text(id + ".scl"), file: id) }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
  }

  /// How far each fifth of a circle is from pure, as the file's comments say: C-G, G-D … F-C.
  private func fifths(_ text: String) throws -> [Tempering]? {
    let comments = text.split(separator: "\n").filter {
      $0.hasPrefix("! C-G ") || $0.hasPrefix("! E-B ") || $0.hasPrefix("! G#-Eb ")
    }
    guard !comments.isEmpty else { return nil }
    let words = comments.flatMap { $0.dropFirst(2).split(separator: " ") }
    let names = ["C-G", "G-D", "D-A", "A-E", "E-B", "B-F#", "F#-C#", "C#-G#", "G#-Eb", "Eb-Bb", "Bb-F", "F-C"]
    #expect(stride(from: 0, to: words.count, by: 2).map { String(words[$0]) } == names)
    return try stride(from: 1, to: words.count, by: 2).map { try #require(Tempering(words[$0])) }
  }

  @Test("Each circulating temperament is within 0.001 cents of its fifths, and the circle closes")
  func definitions() throws {
    var found = 0
    for name in names where name.hasSuffix(".scl") {
      guard let fifths = try fifths(text(name)) else { continue }
      found += 1
      let scale = try Scale(scala: text(name), file: name)
      // Twelve fifths are seven octaves where all that is tempered is one Pythagorean comma.
      #expect(fifths.count == 12)
      #expect(
        fifths.reduce(Tempering.pure, +) == Tempering(pythagorean: Fraction(-1), syntonic: Fraction(0)), "\(name)")
      var expected = 0.0
      var place = 0
      var sum = 0.0
      for fifth in fifths {
        let next = (place + 7) % 12
        let size = (scale.cents(ofDegree: next) - scale.cents(ofDegree: place)).value + (next < place ? 1200 : 0)
        #expect(abs(size - fifth.cents) < definition, "\(name): the fifth on \(place)")
        expected += fifth.cents
        sum += size
        place = next
        #expect(
          abs(scale.cents(ofDegree: place).value - expected.truncatingRemainder(dividingBy: 1200)) < definition
            || place == 0)
      }
      #expect(abs(sum - 8400) < rounding && abs(expected - 8400) < rounding)
    }
    #expect(found == PublishedOffsets.all.count)
  }

  @Test("The offsets are the published ones, counted from C and counted from A")
  func published() throws {
    for row in PublishedOffsets.all {
      let scale = try scale(row.id)
      let onTonic = Temperament(id: row.id, scale: scale, anchor: .tonic)
      let onA = Temperament(id: row.id, scale: scale)
      for (note, (tonic, a)) in zip(
        60..., zip(PublishedOffsets.numbers(row.onTonic), PublishedOffsets.numbers(row.onA)))
      {
        #expect(abs(onTonic.offset(ofNote: note).value - tonic) < table, "\(row.id), \(note)")
        #expect(abs(onA.offset(ofNote: note).value - a) < table, "\(row.id), \(note)")
      }
      #expect(PublishedOffsets.numbers(row.onTonic).count == 12 && PublishedOffsets.numbers(row.onA).count == 12)
    }
    #expect(PublishedOffsets.all.count == 27)
  }

  @Test("A lies exactly on the reference in all of them, on every tonic")
  func referenceStays() throws {
    var count = 0
    // The two gamelans have a pitch of their own.
    for name in names where name.hasSuffix(".scl") && !name.contains("kanyut") {
      let scale = try Scale(scala: text(name), file: name)
      let map = KeyboardMapFile.parse(text(String(name.dropLast(4)) + ".kbm"), file: name).map
      for tonic in 0..<12 {
        for hertz in [392, 415, 440, 466.2] {
          let reference = Frequency(hertz: hertz)
          let temperament = Temperament(id: name, scale: scale, tonic: tonic, keyboardMap: map)
          #expect(temperament.frequency(ofKey: 69, reference: reference) == reference)
          #expect(temperament.frequency(ofNote: 69, reference: reference) == reference)
          count += 1
        }
      }
    }
    #expect(count > 40 * 48)
  }

  @Test("The same holds for any other note that is the reference: C4 = 256")
  func otherReference() throws {
    let reference = try ReferencePitch(note: 60, hertz: 256)
    for row in PublishedOffsets.all {
      let temperament = Temperament(id: row.id, scale: try scale(row.id), tonic: 7, anchor: .note(60))
      #expect(abs(temperament.frequency(ofNote: 60, reference: reference.a4).hertz - 256) < 1e-12 * 256)
    }
  }

  @Test("Every file is read without fault or warning, has a short name, and every map belongs to the folder")
  func files() throws {
    var ids: [String] = []
    for name in names where name.hasSuffix(".scl") {
      let file = ScalaFile.parse(text(name), file: name)
      #expect(file.faults.isEmpty && file.warnings.isEmpty && file.scale != nil)
      let shortName = try #require(file.shortName)
      #expect(!shortName.isEmpty && shortName.count <= 8, "\(name)")
      #expect(text(name).hasPrefix("! \(name)\n"))
      ids.append(shortName)
    }
    #expect(Set(ids).count == ids.count)
    let maps = names.filter { $0.hasSuffix(".kbm") }
    for name in maps {
      let file = KeyboardMapFile.parse(text(name), file: name)
      #expect(file.faults.isEmpty && file.warnings.isEmpty && file.map != nil)
    }
    #expect(ids.count >= 40 && maps.count >= 7)
    #expect(names.allSatisfy { $0.hasSuffix(".scl") || $0.hasSuffix(".kbm") })
  }

  @Test("What is no circle of fifths is what its source says")
  func others() throws {
    for count in [19, 24, 31, 53] {
      let scale = try scale("\(count)-edo")
      for degree in -count...count {
        #expect(abs(scale.cents(ofDegree: degree).value - 1200 * Double(degree) / Double(count)) < definition)
      }
    }
    // Holdrian commas: each Pythagorean degree is within 2 cents of its comma.
    let commas = [0, 4, 5, 8, 9, 13, 14, 17, 18, 22, 23, 26, 27, 30, 31, 35, 36, 39, 40, 44, 45, 48, 49, 52, 53]
    let turkish = try scale("turkish-aeu")
    for (degree, comma) in commas.enumerated() {
      #expect(abs(turkish.cents(ofDegree: degree).value - 1200 * Double(comma) / 53) < 2)
    }
    let lengths: [UInt64] = [196, 186, 175, 165, 156, 147, 139, 131, 124, 117, 110, 104, 98]
    let septenarius = try scale("werckmeister-6")
    #expect(septenarius.degrees == lengths.dropFirst().compactMap { Ratio(196, $0).map { .ratio($0) } })
    #expect(try scale("bohlen-pierce").period.value.fixedText(3) == "1901.955")
    #expect(try scale("slendro-average").period == Cents(1208))
  }

  @Test("Twelve of 19 and of 31 steps lie on the keys as in meantone: no fifth but the wolf is off")
  func maps() throws {
    for (id, fifth) in [("19-edo", 11), ("31-edo", 18)] {
      let map = try #require(KeyboardMapFile.parse(text(id + ".kbm"), file: id).map)
      let count = try scale(id).degrees.count
      let keys = (0...127).filter { $0 % 12 != 8 && $0 + 7 <= 127 }
      for key in keys {
        let step =
          (map.degree(ofKey: key + 7, degreeCount: count) ?? 0) - (map.degree(ofKey: key, degreeCount: count) ?? 0)
        #expect(step == fifth, "\(id), key \(key)")
      }
      #expect(keys.count > 100)
    }
  }
}

/// How far a fifth is from pure, in exact fractions of the Pythagorean and the syntonic comma.
private struct Tempering: Equatable {
  var pythagorean: Fraction
  var syntonic: Fraction

  static let pure = Tempering(pythagorean: Fraction(0), syntonic: Fraction(0))

  /// Reads "0", "-1/4PC", "-1/4PC+3/16SC".
  init?(_ text: Substring) {
    self = .pure
    guard text != "0" else { return }
    var rest = text
    while !rest.isEmpty {
      guard let end = rest.firstIndex(of: "C"), end > rest.startIndex else { return nil }
      let letter = rest.index(before: end)
      guard let part = Fraction(rest[..<letter]) else { return nil }
      if rest[letter] == "P" { pythagorean = pythagorean + part } else { syntonic = syntonic + part }
      rest = rest[rest.index(after: end)...]
    }
  }

  init(pythagorean: Fraction, syntonic: Fraction) {
    self.pythagorean = pythagorean
    self.syntonic = syntonic
  }

  static func + (left: Tempering, right: Tempering) -> Tempering {
    Tempering(pythagorean: left.pythagorean + right.pythagorean, syntonic: left.syntonic + right.syntonic)
  }

  /// The fifth's size.
  var cents: Double {
    let pythagoreanComma = 1200 * (12 * log2(3.0) - 19)
    let syntonicComma = 1200 * log2(81.0 / 80)
    return 1200 * log2(1.5) + pythagorean.value * pythagoreanComma + syntonic.value * syntonicComma
  }
}

/// A fraction, not always in lowest terms.
private struct Fraction: Equatable {
  var numerator: Int
  var denominator = 1

  init(_ numerator: Int, _ denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init?(_ text: Substring) {
    let terms = text.split(separator: "/").map { Int($0) }
    guard let upper = terms.first ?? nil, terms.count < 2 || (terms[1] ?? 0) > 0 else { return nil }
    self.init(upper, terms.count == 2 ? (terms[1] ?? 1) : 1)
  }

  var value: Double { Double(numerator) / Double(denominator) }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    let numerator = left.numerator * right.denominator + right.numerator * left.denominator
    let denominator = left.denominator * right.denominator
    var (divisor, rest) = (abs(numerator), denominator)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return Fraction(numerator / max(divisor, 1), denominator / max(divisor, 1))
  }

  static func == (left: Fraction, right: Fraction) -> Bool {
    left.numerator * right.denominator == right.numerator * left.denominator
  }
}

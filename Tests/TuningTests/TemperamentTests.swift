import Testing
import Tuning

struct TemperamentTests {
  /// The published tables are given to 0.001 cents.
  private let tableRounding = 0.0006
  /// Rounding of a few logarithms, in cents.
  private let rounding = 1e-9

  /// Vallotti's offsets from equal temperament, C to B.
  private let vallotti = [
    0, -5.865, -3.910, -1.955, -7.820, 1.955, -7.820, -1.955, -3.910, -5.865, 0, -9.775
  ]

  private func scale(offsets: [Double]) throws -> Scale {
    let steps = (1..<12).map { Interval.cents(Cents(100 * Double($0) + offsets[$0])) }
    return try #require(Scale(description: "", degrees: steps + [.cents(Cents(1200))]))
  }

  @Test("On the reference anchor, Vallotti on C has the published offsets with A at 0")
  func publishedOffsets() throws {
    let temperament = Temperament(id: "vallotti", scale: try scale(offsets: vallotti))
    let published = [5.865, 0, 1.955, 3.910, -1.955, 7.820, -1.955, 3.910, 1.955, 0, 5.865, -3.910]
    for note in 0..<128 {
      #expect(
        abs(temperament.offset(ofNote: note).value - published[note % 12]) < tableRounding, "note \(note)")
    }
    #expect(temperament.offset(ofNote: 69) == .zero)
  }

  @Test("On the tonic anchor, Vallotti on C with A = 415 puts A4 at 413.60 Hz")
  func tonicAnchor() throws {
    let temperament = Temperament(id: "vallotti", scale: try scale(offsets: vallotti), anchor: .tonic)
    for note in 0..<128 {
      #expect(
        abs(temperament.offset(ofNote: note).value - vallotti[note % 12]) < tableRounding, "note \(note)")
    }
    let a4 = temperament.frequency(ofNote: 69, reference: Frequency(hertz: 415))
    #expect(a4.hertz.fixedText(2) == "413.60")
  }

  @Test("The anchored note keeps its equal-tempered frequency exactly, for every tonic")
  func anchors() throws {
    let scale = try scale(offsets: vallotti)
    let reference = Frequency(hertz: 442.7)
    for tonic in 0..<12 {
      let onReference = Temperament(id: "v", scale: scale, tonic: tonic)
      #expect(onReference.frequency(ofNote: 69, reference: reference) == reference)
      let onTonic = Temperament(id: "v", scale: scale, tonic: tonic, anchor: .tonic)
      #expect(onTonic.offset(ofNote: 60 + tonic) == .zero)
      #expect(abs(onTonic.offset(ofNote: 65 + tonic).value - 1.955) < tableRounding)
      let onC = Temperament(id: "v", scale: scale, tonic: tonic, anchor: .note(60))
      #expect(
        onC.frequency(ofNote: 60, reference: reference)
          == NoteName.frequency(ofNote: 60, reference: reference)
      )
    }
  }

  @Test("A rotated temperament has the same table counted from its tonic")
  func rotation() throws {
    let scale = try scale(offsets: vallotti)
    let onC = Temperament(id: "v", scale: scale, anchor: .tonic)
    for tonic in 0..<12 {
      let rotated = Temperament(id: "v", scale: scale, tonic: tonic, anchor: .tonic)
      for note in 40..<80 {
        #expect(abs((rotated.offset(ofNote: note + tonic) - onC.offset(ofNote: note)).value) < rounding)
      }
    }
  }

  @Test("Equal temperament has no offsets, and its frequencies are those of the note names")
  func equal() {
    let reference = Frequency(hertz: 440)
    for note in 0..<128 {
      #expect(Temperament.equal.offset(ofNote: note) == .zero)
      #expect(
        Temperament.equal.frequency(ofNote: note, reference: reference)
          == NoteName.frequency(ofNote: note, reference: reference)
      )
    }
    #expect(Temperament.equal.hasTwelveNotes)
  }

  @Test("A scale of another size lies one degree to the key, with A4 on the reference")
  func otherSizes() throws {
    let degrees = (1...19).map { Interval.cents(Cents(1200 * Double($0) / 19)) }
    let scale = try #require(Scale(description: "19 equal", degrees: degrees))
    let temperament = Temperament(id: "19", scale: scale, tonic: 2)
    let reference = Frequency(hertz: 440)
    for note in 0..<128 {
      let frequency = temperament.frequency(ofKey: note, reference: reference)
      let expected = 1200 * Double(note - 69) / 19
      #expect(abs(frequency.cents(above: reference).value - expected) < rounding)
    }
    #expect(!temperament.hasTwelveNotes)
  }

  @Test("Tonics outside 0 to 11 count modulo 12")
  func oddTonics() {
    #expect(Temperament(id: "", scale: .equal, tonic: -3).tonic == 9)
    #expect(Temperament(id: "", scale: .equal, tonic: 25).tonic == 1)
  }
}

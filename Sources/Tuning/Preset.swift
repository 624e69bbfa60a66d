/// A tuning preset: a named, ordered set of notes, such as an instrument's open strings.
public struct Preset: Hashable, Sendable {
  /// The name by which files, settings and commands know it: small letters, digits and hyphens.
  public let id: String
  /// The name that is shown.
  public let name: String
  /// The group under which it is listed.
  public let group: String
  /// The courses in playing order, which need not be the order of pitch; none in a chromatic preset.
  public let strings: [Course]
  /// Whether its pitches are ratios above Sa; choosing such a preset is what enters Indian mode.
  public let isIndian: Bool
  /// The pitch above which its ratios and cents lie, where it has one of its own.
  public let base: PresetBase?
  /// How many semitones it sounds above what players of the instrument read, negative below: -2 for a B-flat trumpet.
  ///
  /// The strings are given as they sound.
  public let transposition: Int
  /// What a player should know of it; empty where nothing is said.
  public let remark: String
  /// How many octaves the ribbon has, 1 to 8: the strings, then the same an octave higher, and so on.
  public let octaveSpan: Int
  /// The distinct pitches of all courses in order of first appearance, over `octaveSpan` octaves.
  ///
  /// Two strings of one pitch are one key, spelt like the first; a key's index is its identity within the preset.
  public let keys: [PresetPitch]
  /// The pitches that the tuner listens for: as given, else the keys.
  public let detectionSet: [PresetPitch]

  /// A preset of `strings`, chromatic where there are none.
  ///
  /// `detecting` is the detection set where it differs from the keys; the octave span is limited to 1 to 8.
  public init(
    id: String, name: String, group: String, strings: [Course], isIndian: Bool = false, base: PresetBase? = nil,
    transposition: Int = 0, remark: String = "", octaveSpan: Int = 1, detecting detectionSet: [PresetPitch]? = nil
  ) {
    self.id = id
    self.name = name
    self.group = group
    self.strings = strings
    self.isIndian = isIndian
    self.base = base
    self.transposition = transposition
    self.remark = remark
    self.octaveSpan = min(max(octaveSpan, 1), Preset.octaveSpans.upperBound)
    var keys: [PresetPitch] = []
    var known: Set<PresetPitch> = []
    var octave = strings.flatMap(\.pitches)
    for _ in 0..<self.octaveSpan where !octave.isEmpty {
      for pitch in octave where known.insert(pitch).inserted { keys.append(pitch) }
      octave = octave.compactMap(\.octaveHigher)
    }
    self.keys = keys
    self.detectionSet = detectionSet ?? keys
  }

  /// The octave spans a preset may have.
  static let octaveSpans = 1...8
  /// The transpositions a preset file may give: wider than any instrument's.
  static let transpositions = -36...36

  /// Whether every note is a target, as in Open/Chromatic.
  public var isChromatic: Bool {
    strings.isEmpty
  }

  /// Whether any string is given in cents or as a ratio, and so keeps its pitch whatever the temperament.
  public var keepsIntonation: Bool {
    strings.contains { $0.pitches.contains(where: \.keepsIntonation) }
  }

  /// The note that a player of the instrument reads for a note that sounds.
  public func written(_ note: SpeltNote) -> SpeltNote {
    note.transposed(by: -transposition)
  }
}

/// The strings that are played as one: a single string, or a pair such as A2+A3.
public struct Course: Hashable, Sendable {
  /// The members in playing order.
  public let pitches: [PresetPitch]

  /// A course of the given members.
  public init(_ pitches: [PresetPitch]) {
    self.pitches = pitches
  }

  /// The course as preset files write it.
  public var text: String {
    pitches.map(\.text).joined(separator: "+")
  }
}

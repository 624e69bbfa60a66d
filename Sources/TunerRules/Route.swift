public import Tuning

/// What is in force: the targets that the tracker compares with, and the keys of the ribbon.
public struct Route: Sendable {
  /// How targets are found.
  public enum Branch: Hashable, Sendable {
    /// An Indian preset: ratios above Sa.
    case indian
    /// An Indian preset in the Western temperament.
    case indianOverridden
    /// Strings given in cents or ratios, which keep them.
    case ownIntonation
    /// Notes under a temperament.
    case tempered
    /// Notes in equal temperament.
    case equal
  }

  /// Which of the ways it is.
  public let branch: Branch
  /// What heard pitches are compared with.
  public let targets: TargetTable
  /// The ribbon's keys, in playing order.
  public let keys: [Ribbon.Key]
  /// What says that another temperament than the equal one is in force: "WERK III / C"; nil where none is.
  public let badge: String?
  /// Where notes lie that are on no key, and what they are called.
  public let intonation: Intonation

  private let indices: [Int: Int]

  /// Makes a route; `ModeRouter` is the one that does.
  init(branch: Branch, targets: TargetTable, ribbon: RibbonKeys, number: Int, badge: String?, intonation: Intonation) {
    self.branch = branch
    self.targets = targets
    self.badge = badge
    self.intonation = intonation
    keys = ribbon.keys.map {
      Ribbon.Key(
        id: Ribbon.KeyID(preset: UInt32(clamping: number), index: Int32(clamping: $0.id)), frequency: $0.frequency,
        note: $0.note, name: $0.name)
    }
    var indices: [Int: Int] = [:]
    for note in 0...127 { indices[note] = ribbon.index(ofNote: note) }
    self.indices = indices
  }

  /// A route of one key and no targets: for a reference tone.
  public init(single key: Ribbon.Key) {
    branch = .equal
    targets = TargetTable()
    keys = [key]
    badge = nil
    intonation = Intonation()
    indices = [key.note: 0]
  }

  /// The key that a MIDI note number plays.
  ///
  /// - Parameters:
  ///   - note: 0…127.
  ///   - temporary: whether a note that is on no key gets one of its own: a swara in an Indian preset, else the note of
  ///     the temperament. One that a keyboard map leaves out is silent.
  public func key(forNote note: Int, temporary: Bool) -> Ribbon.Key? {
    if let index = indices[note] { return keys[index] }
    guard temporary, let place = placeOffRibbon(note) else { return nil }
    return Ribbon.Key(
      id: Ribbon.KeyID(preset: Ribbon.KeyID.temporary, index: Int32(clamping: note)), frequency: place.frequency,
      note: note, name: place.name)
  }

  /// What names a key in the settings: its place on the ribbon, counted from 1, or the note of one that is on none.
  public static func name(_ key: Ribbon.Key) -> String {
    key.id.preset == Ribbon.KeyID.temporary ? "note:\(key.note)" : String(Int(key.id.index) + 1)
  }

  /// The key of such a name; nil where this route has none.
  public func key(named name: String) -> Ribbon.Key? {
    if name.hasPrefix("note:") {
      return Int(name.dropFirst("note:".count)).flatMap { (0...127).contains($0) ? $0 : nil }
        .flatMap { key(forNote: $0, temporary: true) }
    }
    guard let place = Int(name) else { return nil }
    return keys.first { Int($0.id.index) == place - 1 }
  }

  /// The displayed name of any frequency: of the nearest swara in an Indian preset, else of the nearest note; empty for
  /// what is no pitch.
  public func name(of frequency: Frequency) -> String {
    if isIndian, let naming = intonation.swaraNaming,
      let sa = intonation.place(of: Swara(degreesAboveSa: 0))?.frequency,
      let swara = Swara(nearest: frequency, sa: sa)
    {
      return naming.name(swara)
    }
    return NoteName.nearestNote(to: frequency, reference: intonation.reference).map { NoteName.text(ofNote: $0) } ?? ""
  }

  /// The reference under which a heard frequency would read zero on a target of this route.
  ///
  /// - Throws: why there is none: a target that does not follow the reference, or a reference outside its limits.
  public func reference(
    hearing heard: Frequency, as target: Target, under reference: ReferencePitch
  ) throws(ValueFault) -> ReferencePitch {
    guard branch != .indian else {
      throw ValueFault(
        found: "a swara, which the reference does not move", expected: "a Western preset; here, set Sa instead")
    }
    return try reference.heard(heard, as: target.frequency)
  }

  private var isIndian: Bool { branch == .indian || branch == .indianOverridden }

  private func placeOffRibbon(_ note: Int) -> Place? {
    isIndian
      ? intonation.place(of: Swara(degreesAboveSa: note - intonation.saNote)) : intonation.place(ofKey: note)
  }
}

internal import Glibc

/// A pitch that the heard one is compared with.
public struct Target: Hashable, Sendable {
  /// Where it lies.
  public let frequency: Frequency
  /// The name that is shown.
  public let name: String
  /// Its Western name, whatever is shown.
  public let westernName: String
  /// The MIDI number under which it is sent.
  public let note: Int
  /// The index of its key in the preset's `keys`; nil where it is no key's own pitch.
  public let key: Int?
  /// Its swara, in an Indian preset.
  public let swara: Swara?

  /// A target at `frequency`.
  public init(frequency: Frequency, name: String, note: Int, key: Int? = nil) {
    self.init(Place(frequency: frequency, note: note, name: name), key: key)
  }

  /// A target at a place.
  public init(_ place: Place, key: Int? = nil) {
    frequency = place.frequency
    name = place.name
    westernName = place.westernName
    note = place.note
    self.key = key
    swara = place.swara
  }
}

/// The targets of a preset under a temperament, in ascending order, no two alike.
public struct TargetTable: Hashable, Sendable {
  /// The targets, from low to high.
  public let entries: [Target]

  /// Targets closer than this are one: far under what is heard or shown, far over rounding.
  private static let sameness = Cents(0.001)

  /// A table of `targets` in any order.
  ///
  /// Those that are no pitch are left out. Of several within 0.001 cents the first that has a key stays, else the first.
  public init(_ targets: [Target] = []) {
    var entries: [Target] = []
    for target in targets.filter(\.frequency.isPitch).sorted(by: { $0.frequency < $1.frequency }) {
      guard let last = entries.last, target.frequency <= last.frequency.raised(by: TargetTable.sameness)
      else {
        entries.append(target)
        continue
      }
      if last.key == nil, target.key != nil { entries[entries.count - 1] = target }
    }
    self.entries = entries
  }

  /// The index of the target nearest `frequency` by log distance, the lower of two equally near.
  ///
  /// Nil for a frequency that is zero, negative, infinite or NaN, and in an empty table. Takes O(log n).
  public func nearest(to frequency: Frequency) -> Int? {
    guard frequency.isPitch, !entries.isEmpty else { return nil }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].frequency < frequency { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < entries.count else { return entries.count - 1 }
    let above = entries[low].frequency.hertz / frequency.hertz
    let below = frequency.hertz / entries[low - 1].frequency.hertz
    return below <= above ? low - 1 : low
  }
}

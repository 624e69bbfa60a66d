public import Tuning

/// Which keys sound: the playing surface as a pure state machine.
///
/// A key sounds while any touch is on it or it is latched. At most three distinct keys sound: a fourth displaces the
/// oldest latch that is not also touched, and if there is none, the key of the oldest touch (pedal-sustained before
/// held). A displaced touch never comes back, and its release does nothing. What is lit is `sounding`, always.
public struct Ribbon: Sendable {
  /// Which key is meant: a key of a preset, or a temporary one that is on no ribbon.
  public struct KeyID: Hashable, Sendable {
    /// The preset, by its place in the catalogue; `temporary` for a key that is on no ribbon.
    public var preset: UInt32
    /// The key's number within the preset; the MIDI note number of a temporary key.
    public var index: Int32

    /// The `preset` of keys that are on no ribbon.
    public static let temporary = UInt32.max

    /// Makes an identity.
    public init(preset: UInt32, index: Int32) {
      self.preset = preset
      self.index = index
    }
  }

  /// A key and what it sounds.
  public struct Key: Hashable, Sendable {
    /// Which one it is.
    public var id: KeyID
    /// The pitch it sounds.
    public var frequency: Frequency
    /// The nearest MIDI note number.
    public var note: Int
    /// What is written on it.
    public var name: String

    /// Makes a key.
    public init(id: KeyID, frequency: Frequency, note: Int, name: String) {
      self.id = id
      self.frequency = frequency
      self.note = note
      self.name = name
    }
  }

  /// Who touches: touches are independent of one another.
  public enum Touch: Hashable, Sendable {
    /// A note held on a keyboard.
    case note(device: Int32, channel: Int, note: Int)
    /// The strum control's present position.
    case strum
    /// A finger or a mouse on a display.
    case finger(Int)
  }

  /// What a change of the ribbon means for the voices.
  public enum Effect: Hashable, Sendable {
    /// A key begins to sound.
    case start(Key)
    /// A key ends.
    case stop(Key)
    /// A sounding key moves to another pitch, or becomes another key.
    case retune(Key, to: Key)
  }

  /// How many distinct keys may sound.
  public static let cap = 3

  private struct Held: Sendable {
    var touch: Touch
    var key: Key
    var isSustained = false
  }

  // Oldest first, both.
  private var latches: [Key] = []
  private var touches: [Held] = []

  /// Makes a ribbon on which nothing sounds.
  public init() {}

  /// The keys that sound, and so are lit: latched ones first, oldest first.
  public var sounding: [Key] {
    var keys = latches
    for held in touches where !keys.contains(where: { $0.id == held.key.id }) { keys.append(held.key) }
    return keys
  }

  /// The latched keys, oldest first.
  public var latched: [Key] { latches }

  /// The touches that are on keys, oldest first.
  public var activeTouches: [Touch] { touches.map(\.touch) }

  /// Puts a touch on a key; a touch that was on another key leaves it, and a key that sounds already keeps its pitch.
  public mutating func touch(_ touch: Touch, _ key: Key) -> [Effect] {
    var effects: [Effect] = []
    if let present = touches.first(where: { $0.touch == touch }) {
      if present.key.id == key.id {
        sustain(touch, false)
        return []
      }
      effects += lift(touch)
    }
    effects += makeRoom(for: key)
    touches.append(Held(touch: touch, key: soundingKey(key.id) ?? key))
    return effects
  }

  /// Takes a touch away; a touch that is on no key, or was displaced, changes nothing.
  public mutating func lift(_ touch: Touch) -> [Effect] {
    guard let index = touches.firstIndex(where: { $0.touch == touch }) else { return [] }
    let key = touches.remove(at: index).key
    return isSounding(key) ? [] : [.stop(key)]
  }

  /// Marks a touch as held by the pedal alone, or by its finger again; `releaseSustained` ends the former.
  public mutating func sustain(_ touch: Touch, _ isSustained: Bool) {
    guard let index = touches.firstIndex(where: { $0.touch == touch }) else { return }
    touches[index].isSustained = isSustained
  }

  /// Ends every touch that only the pedal holds, of those that `isMeant` picks.
  public mutating func releaseSustained(where isMeant: (Touch) -> Bool) -> [Effect] {
    liftAll { $0.isSustained && isMeant($0.touch) }
  }

  /// Ends every touch that `isMeant` picks: those of a keyboard that was unplugged, say.
  public mutating func liftAll(where isMeant: (Touch) -> Bool) -> [Effect] {
    liftAll { isMeant($0.touch) }
  }

  /// Latches a key, or releases its latch.
  ///
  /// A key that is already touched only gains a latch: nothing is displaced, and it keeps its pitch.
  public mutating func toggleLatch(_ key: Key) -> [Effect] {
    if let index = latches.firstIndex(where: { $0.id == key.id }) {
      let released = latches.remove(at: index)
      return isSounding(released) ? [] : [.stop(released)]
    }
    let effects = makeRoom(for: key)
    latches.append(soundingKey(key.id) ?? key)
    return effects
  }

  /// Silences everything: latches and touches are gone, and releases still to come do nothing.
  public mutating func clear() -> [Effect] {
    let keys = sounding
    latches = []
    touches = []
    return keys.map(Effect.stop)
  }

  /// Follows a change of the ribbon under the player's hands.
  ///
  /// Keys that become one key are one voice from then on. A key glides, unless a voice already plays under its new
  /// identity: then its own ends, and the new one is started where none is left.
  ///
  /// - Parameter replacement: the key that takes a sounding one's place, if there is one; otherwise a latch is
  ///   released, and a touch keeps sounding what it sounds until it is lifted.
  public mutating func rearrange(_ replacement: (Key) -> Key?) -> [Effect] {
    let before = sounding
    var successors: [KeyID: Key] = [:]
    for key in before { successors[key.id] = replacement(key) }
    let kept = latches.compactMap { successors[$0.id] }
    latches = []
    for key in kept where !latches.contains(where: { $0.id == key.id }) { latches.append(key) }
    for i in touches.indices { touches[i].key = successors[touches[i].key.id] ?? touches[i].key }

    let after = Dictionary(uniqueKeysWithValues: sounding.map { ($0.id, $0) })
    var taken = Set(before.map(\.id))
    var playing: Set<KeyID> = []
    var stops: [Effect] = []
    var glides: [Effect] = []
    for key in before {
      let id = successors[key.id]?.id ?? key.id
      if let next = after[id], id == key.id || taken.insert(id).inserted {
        playing.insert(id)
        if next != key { glides.append(.retune(key, to: next)) }
      } else {
        stops.append(.stop(key))
      }
    }
    return stops + glides + sounding.filter { !playing.contains($0.id) }.map(Effect.start)
  }

  private func soundingKey(_ id: KeyID) -> Key? { sounding.first { $0.id == id } }

  private func isSounding(_ key: Key) -> Bool {
    latches.contains { $0.id == key.id } || touches.contains { $0.key.id == key.id }
  }

  private mutating func liftAll(where isMeant: (Held) -> Bool) -> [Effect] {
    let lifted = touches.filter(isMeant)
    touches.removeAll(where: isMeant)
    var stopped: [Key] = []
    for held in lifted where !isSounding(held.key) && !stopped.contains(where: { $0.id == held.key.id }) {
      stopped.append(held.key)
    }
    return stopped.map(Effect.stop)
  }

  /// Makes sure that `key` may sound; starts it if it does not yet.
  private mutating func makeRoom(for key: Key) -> [Effect] {
    guard !isSounding(key) else { return [] }
    var effects: [Effect] = []
    if sounding.count >= Self.cap { effects.append(.stop(displaceOldest())) }
    effects.append(.start(key))
    return effects
  }

  private mutating func displaceOldest() -> Key {
    if let index = latches.firstIndex(where: { latch in !touches.contains { $0.key.id == latch.id } }) {
      return latches.remove(at: index)
    }
    let oldest = touches.first(where: \.isSustained) ?? touches[0]
    touches.removeAll { $0.key.id == oldest.key.id }
    latches.removeAll { $0.id == oldest.key.id }
    return oldest.key
  }
}

import TunerRules

/// The ribbon's rules told in another way: who holds which key, and since when.
struct RibbonModel {
  struct Hold {
    var key: Ribbon.Key
    var since: Int
    var isSustained = false
  }

  private(set) var latches: [Ribbon.KeyID: Hold] = [:]
  private(set) var touches: [Ribbon.Touch: Hold] = [:]
  private var now = 0

  var sounding: Set<Ribbon.KeyID> {
    Set(latches.keys).union(touches.values.map(\.key.id))
  }

  mutating func touch(_ touch: Ribbon.Touch, _ key: Ribbon.Key) {
    if touches[touch]?.key.id == key.id {
      touches[touch]?.isSustained = false
      return
    }
    touches[touch] = nil
    admit(key)
    touches[touch] = Hold(key: key, since: now)
  }

  mutating func lift(_ isMeant: (Ribbon.Touch, Hold) -> Bool) {
    for (touch, hold) in touches where isMeant(touch, hold) { touches[touch] = nil }
  }

  mutating func sustain(_ touch: Ribbon.Touch, _ isSustained: Bool) {
    touches[touch]?.isSustained = isSustained
  }

  mutating func toggle(_ key: Ribbon.Key) {
    if latches.removeValue(forKey: key.id) != nil { return }
    admit(key)
    latches[key.id] = Hold(key: key, since: now)
  }

  mutating func clear() {
    latches = [:]
    touches = [:]
  }

  mutating func rearrange(_ successors: [Ribbon.KeyID: Ribbon.Key]) {
    var kept: [Ribbon.KeyID: Hold] = [:]
    for hold in latches.values.sorted(by: { $0.since < $1.since }) {
      guard let next = successors[hold.key.id], kept[next.id] == nil else { continue }
      kept[next.id] = Hold(key: next, since: hold.since)
    }
    latches = kept
    for (touch, hold) in touches { touches[touch]?.key = successors[hold.key.id] ?? hold.key }
  }

  /// Makes room for a key that does not sound yet.
  private mutating func admit(_ key: Ribbon.Key) {
    now += 1
    guard !sounding.contains(key.id), sounding.count == 3 else { return }
    let touched = Set(touches.values.map(\.key.id))
    let free = latches.values.filter { !touched.contains($0.key.id) }
    let sustained = touches.values.filter(\.isSustained)
    let candidates = !free.isEmpty ? free : !sustained.isEmpty ? sustained : Array(touches.values)
    guard let victim = candidates.min(by: { $0.since < $1.since })?.key.id else { return }
    latches[victim] = nil
    lift { $1.key.id == victim }
  }
}

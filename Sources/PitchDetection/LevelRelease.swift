/// Notices that a note was let go: the level falls away faster than a string's or a room's own decay.
///
/// What is left then is the room's, and no note any more.
struct LevelRelease {
  /// How fast the envelope falls at most, in dB a second.
  static let fall: Float = 60
  /// How far under the envelope the level is when the note has ended, in dB.
  static let drop: Float = 22
  /// The shortest time, in seconds, whose highest level counts.
  static let shortest: Float = 0.014
  /// The longest: a period of the lowest note.
  static let longest: Float = 0.034

  /// The highest level of the last period, in dB: within a period the level moves.
  private(set) var highest: Float = -120

  /// What the level was at its highest, in dB, fallen since as fast as an envelope does at most.
  private(set) var envelope: Float = -120

  private var levels: [Float]
  private var cursor = 0
  private let hopSeconds: Float
  private let step: Float

  /// - Parameter hopSeconds: seconds from one step to the next.
  init(hopSeconds: Float) {
    self.hopSeconds = hopSeconds
    levels = Array(repeating: -120, count: max(1, Int((Self.longest / hopSeconds).rounded(.up))))
    step = Self.fall * hopSeconds
  }

  /// Forgets the past.
  mutating func reset() {
    for i in levels.indices { levels[i] = -120 }
    envelope = -120
    highest = -120
  }

  /// Takes in the level of one hop, in dB; true while what is heard is only what is left of a note.
  ///
  /// - Parameters:
  ///   - level: of the hop.
  ///   - sounding: the frequency that sounds, in hertz; 0 if none. Within its period the level moves.
  mutating func update(level: Float, sounding: Float) -> Bool {
    levels[cursor] = level
    let period = sounding > 0 ? max(Self.shortest, min(Self.longest, 1 / sounding)) : Self.longest
    highest = -120
    for i in 0..<min(levels.count, Int((period / hopSeconds).rounded(.up))) {
      let place = cursor - i
      highest = max(highest, levels[place < 0 ? place + levels.count : place])
    }
    cursor = cursor + 1 == levels.count ? 0 : cursor + 1
    envelope = max(highest, envelope - step)
    return highest < envelope - Self.drop
  }
}

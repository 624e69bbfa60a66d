import TestSupport
import Testing
import TunerRules
import Tuning

struct RibbonModelTests {
  private static let events = Soak.rounds(100_000)

  private static func key(_ preset: UInt32, _ index: Int32, hertz: Double) -> Ribbon.Key {
    Ribbon.Key(
      id: Ribbon.KeyID(preset: preset, index: index), frequency: Frequency(hertz: hertz),
      note: Int(index), name: "\(preset).\(index)")
  }

  /// The keys of three presets and some that are on no ribbon.
  private static let keys: [Ribbon.Key] =
    (0..<3).flatMap { preset in
      (0..<4).map { key(preset, $0, hertz: 100 * Double(preset + 1) + Double($0)) }
    } + (60..<62).map { key(Ribbon.KeyID.temporary, $0, hertz: Double($0)) }

  private static let touches: [Ribbon.Touch] =
    [.strum] + (0..<2).flatMap { device in (0..<4).map { .note(device: device, channel: 0, note: $0) } }

  @Test("Under any events the ribbon does what its rules say, and its effects alone say what sounds")
  func random() throws {
    var random = SplitMix64(seed: 1)
    var ribbon = Ribbon()
    var model = RibbonModel()
    var voices = Voices()
    var displacements = 0
    for event in 0..<Self.events {
      let before = model.sounding
      let (effects, isRearranged) = try step(&ribbon, &model, using: &random)
      for effect in effects { voices.apply(effect) }
      let after = model.sounding

      try #require(voices.fault == nil, "event \(event): \(voices.fault ?? "")")
      try #require(voices.keys == Set(ribbon.sounding), "event \(event)")
      try #require(ribbon.sounding.count == voices.keys.count && voices.keys.count <= 3, "event \(event)")
      try #require(Set(voices.playing.keys) == after, "event \(event)")
      try #require(
        ribbon.latched.map(\.id) == model.latches.values.sorted { $0.since < $1.since }.map(\.key.id),
        "event \(event)")
      try #require(Set(ribbon.activeTouches) == Set(model.touches.keys), "event \(event)")
      try #require(ribbon.activeTouches.count == model.touches.count, "event \(event)")
      // No voice is touched that goes on sounding.
      if !isRearranged {
        try #require(effects.count == before.symmetricDifference(after).count, "event \(event)")
      }
      if before.count == 3, after.count == 3, before != after, !isRearranged { displacements += 1 }
    }
    #expect(displacements > Self.events / 100)
  }

  /// One event on both: the effects of the ribbon, and whether its keys changed.
  private func step(
    _ ribbon: inout Ribbon, _ model: inout RibbonModel, using random: inout SplitMix64
  ) throws -> ([Ribbon.Effect], isRearranged: Bool) {
    let key = try #require(Self.keys.randomElement(using: &random))
    let touch = try #require(Self.touches.randomElement(using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      model.touch(touch, key)
      return (ribbon.touch(touch, key), false)
    case 40..<60:
      let isOn = model.touches[touch] != nil
      let before = model.sounding
      model.lift { candidate, _ in candidate == touch }
      let effects = ribbon.lift(touch)
      // Neither a displaced touch's release nor one of a key that goes on sounding changes anything.
      #expect(effects.isEmpty == (!isOn || before == model.sounding))
      return (effects, false)
    case 60..<72:
      let isConversion = model.touches.values.contains { $0.key.id == key.id }
      model.toggle(key)
      let effects = ribbon.toggleLatch(key)
      if isConversion { #expect(effects.isEmpty) }
      return (effects, false)
    case 72..<84:
      let isSustained = Bool.random(using: &random)
      model.sustain(touch, isSustained)
      ribbon.sustain(touch, isSustained)
      return ([], false)
    case 84..<90:
      model.lift { candidate, hold in hold.isSustained && isOf(device: 0, candidate) }
      return (ribbon.releaseSustained { isOf(device: 0, $0) }, false)
    case 90..<94:
      model.lift { candidate, _ in isOf(device: 1, candidate) }
      return (ribbon.liftAll { isOf(device: 1, $0) }, false)
    case 94..<96:
      model.clear()
      return (ribbon.clear(), false)
    default:
      let successors = successors(using: &random)
      model.rearrange(successors)
      return (ribbon.rearrange { successors[$0.id] }, true)
    }
  }

  private func isOf(device wanted: Int32, _ touch: Ribbon.Touch) -> Bool {
    if case .note(let device, _, _) = touch { device == wanted } else { false }
  }

  /// A random change of the keys: the same under other pitches, those of another preset, or any at all.
  private func successors(using random: inout SplitMix64) -> [Ribbon.KeyID: Ribbon.Key] {
    var successors: [Ribbon.KeyID: Ribbon.Key] = [:]
    let kind = Int.random(in: 0..<3, using: &random)
    let preset = UInt32.random(in: 0..<3, using: &random)
    for key in Self.keys where Int.random(in: 0..<4, using: &random) > 0 {
      switch kind {
      case 0: successors[key.id] = key
      case 1: successors[key.id] = Self.keys.first { $0.id.preset == preset && $0.note == key.note }
      default: successors[key.id] = Self.keys.randomElement(using: &random)
      }
    }
    return successors
  }
}

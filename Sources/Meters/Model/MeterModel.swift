internal import Glibc
public import TunerRules
internal import Tuning

/// Turns readings and the instrument's status into what is shown.
///
/// A value that is stepped with the time that has passed, whatever the rate of frames: readings and times in, one view
/// out. Nothing in the view moves by itself: while readings and status stay as they are it comes to rest, and then
/// stays equal.
public struct MeterModel: Sendable {
  /// What is shown.
  public private(set) var view = MeterView()
  /// Whether the view stays as it is until a reading or the status changes.
  public private(set) var isSettled = true

  /// What is said of a note by what is large: it changes as one, so that nothing of it flashes with another's help.
  private struct Appearance: Equatable, Sendable {
    var target: Target?
    var verdict = MeterView.Verdict.silent
    var isLocked = false
  }

  private var note = SteadyLight(Appearance())
  private var lamps = Array(repeating: SteadyLight(false), count: 2 * MeterView.sideLamps)
  private var lights: [Ribbon.KeyID: SteadyLight<MeterView.Light>] = [:]
  private var wheel = MeterView().wheel
  private var rings = StillRings()
  private var strobe = StrobeBands()
  private var textAge = Double.infinity
  private var level = SteadyLight(0)
  private var noticeAge = 0.0
  private var waiting: [String] = []
  private var seenStatus = InstrumentStatus()
  private var named: Target?
  private var areKeysKnown = false

  /// Seconds from one change of the numbers to the next: faster cannot be read.
  static let textSeconds = 0.12
  /// Seconds for which a notice stands.
  static let noticeSeconds = 8.0
  /// Seconds for which it stands where another one waits.
  static let shortNoticeSeconds = 2.5
  /// Notices that may wait; of more the oldest are left out.
  static let mostNotices = 8
  /// By how many cents the verdict and the lock hold on beyond their windows: at an edge they do not tremble.
  static let holdCents = 0.5
  /// The part of its way that the wheel has made after `wheelSeconds` is 1 - 1/e.
  static let wheelSeconds = 0.06
  /// Steps of a turn of what is shown: finer ones are seen on no terminal and no screen.
  static let angleSteps = 240.0
  /// Steps of the level.
  static let levelSteps = 20.0

  /// Makes a model of an instrument at rest.
  public init() {}

  /// Says something on the display, after what was said before has stood for a moment.
  public mutating func say(_ text: String) {
    if view.notice == nil {
      view.notice = text
      noticeAge = 0
    } else {
      waiting.append(text)
      if waiting.count > Self.mostNotices { waiting.removeFirst() }
    }
  }

  /// Seconds until something changes by itself; nil while nothing will.
  public var deadline: Double? {
    if !isSettled { return 0 }
    return view.notice == nil ? nil : max(0, noticeLimit - noticeAge)
  }

  private var noticeLimit: Double { waiting.isEmpty ? Self.noticeSeconds : Self.shortNoticeSeconds }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - reading: the newest.
  ///   - status: the instrument's.
  ///   - panel: what lies over the meters.
  ///   - seconds: since the step before, at least 0.
  ///   - hopSeconds: from one reading to the next.
  public mutating func step(
    _ reading: Reading, _ status: InstrumentStatus, panel: FrontPanel.View = FrontPanel.View(), seconds: Double,
    hopSeconds: Double = 256.0 / 48_000
  ) {
    // While the fork is played the input is closed; without power nothing is heard.
    let isOpen = status.isPowered && !panel.isFork
    let target = isOpen ? reading.target : nil
    note.step(wished(reading, target, status), seconds: seconds)
    isSettled = note.isSettled
    // A note that only just went is not followed any more, and one that waits to be shown not yet.
    let follows = target != nil && note.state.target == target
    let cents = follows ? reading.cents.value : nil
    stepNote(status, cents: cents)
    stepText(reading, isShown: follows, seconds: seconds)
    stepLamps(cents: cents, inTuneCents: status.inTuneCents, seconds: seconds)
    stepMoving(reading, status, cents: cents, seconds: seconds, hopSeconds: hopSeconds)
    stepLevel(reading, isShown: follows, isOpen: isOpen, seconds: seconds)
    let isOther = seenStatus != status
    if isOther || !areKeysKnown { stepKeys(status, seconds: seconds) }
    noticeAge += seconds
    if view.notice != nil, noticeAge >= noticeLimit {
      view.notice = waiting.isEmpty ? nil : waiting.removeFirst()
      noticeAge = 0
    }
    view.panel = panel
    if isOther {
      seenStatus = status
      view.status = status
    }
  }

  private func wished(_ reading: Reading, _ target: Target?, _ status: InstrumentStatus) -> Appearance {
    guard target != nil else { return Appearance() }
    let cents = reading.cents.value
    let window = status.inTuneCents + (note.state.verdict == .inTune ? Self.holdCents : 0)
    return Appearance(
      target: target, verdict: abs(cents) <= window ? .inTune : cents > 0 ? .sharp : .flat,
      isLocked: abs(cents) <= MeterView.lockCents + (note.state.isLocked ? Self.holdCents : 0))
  }

  private mutating func stepNote(_ status: InstrumentStatus, cents: Double?) {
    let shown = note.state.target
    if shown != named || (shown != nil && status.swaraNaming != seenStatus.swaraNaming) {
      named = shown
      view.note = shown.map { NoteText($0) }
      view.strip = shown.map { strip(around: $0, status) } ?? []
      textAge = .infinity
      areKeysKnown = false
    }
    // A tenth of a cent is less than any meter shows of a movement, and more than what a steady note trembles by.
    if let cents { view.cents = (cents * 10).rounded() / 10 } else if shown == nil { view.cents = 0 }
    view.verdict = note.state.verdict
    view.isLocked = note.state.isLocked
    let size = view.verdict == .inTune ? 0 : abs(view.cents) > 25 ? 2 : 1
    view.flatArrows = view.verdict == .flat ? size : 0
    view.sharpArrows = view.verdict == .sharp ? size : 0
  }

  private mutating func stepText(_ reading: Reading, isShown: Bool, seconds: Double) {
    textAge += seconds
    guard isShown else {
      if note.state.target == nil { (view.centsText, view.hertzText) = ("", "") }
      return
    }
    let texts = (reading.cents.value.signedText(1), reading.shownFrequency.fixedText(2))
    guard texts != (view.centsText, view.hertzText) else { return }
    guard textAge >= Self.textSeconds else {
      isSettled = false
      return
    }
    (view.centsText, view.hertzText) = texts
    textAge = 0
  }

  private mutating func stepLamps(cents: Double?, inTuneCents: Double, seconds: Double) {
    let sides = MeterView.sideLamps
    let held = note.state.target == nil ? nil : cents ?? view.cents
    var count = 0
    if let held, abs(held) > inTuneCents, view.verdict != .inTune {
      let share = (abs(held) - inTuneCents) / (MeterView.rulerCents - inTuneCents)
      count = min(sides, 1 + Int(max(0, min(1, share)) * Double(sides)))
    }
    var lit = (flat: 0, sharp: 0)
    for i in 0..<sides {
      lamps[i].step(count > i && (held ?? 0) < 0, seconds: seconds)
      lamps[sides + i].step(count > i && (held ?? 0) > 0, seconds: seconds)
      isSettled = isSettled && lamps[i].isSettled && lamps[sides + i].isSettled
      // From the middle outward without a hole, whichever of them still waits.
      if lamps[i].state { lit.flat = i + 1 }
      if lamps[sides + i].state { lit.sharp = i + 1 }
    }
    (view.flatLamps, view.sharpLamps) = lit
  }

  private mutating func stepMoving(
    _ reading: Reading, _ status: InstrumentStatus, cents: Double?, seconds: Double, hopSeconds: Double
  ) {
    rings.step(cents: cents, inTuneCents: status.inTuneCents, seconds: seconds)
    strobe.step(cents == nil ? StrobeReading() : reading.strobe, hopSeconds: hopSeconds, seconds: seconds)
    isSettled = isSettled && strobe.isSettled && cents == nil
    let isStill = status.display.hasReducedMotion
    view.outerRing = MeterView.Ring(angle: isStill ? 0 : shown(rings.outer.angle), isFrozen: rings.outer.isFrozen)
    view.innerRing = MeterView.Ring(angle: isStill ? 0 : shown(rings.inner.angle), isFrozen: rings.inner.isFrozen)
    for (i, band) in strobe.bands.enumerated() {
      view.bands[i] = MeterView.Band(
        phase: isStill ? 0 : shown(band.phase), brightness: band.brightness, contrast: isStill ? 1 : band.contrast)
    }
    guard let target = note.state.target, let cents else { return }
    let goal = Double(target.note) + max(-100, min(100, cents)) / 100
    var way = (goal - wheel).remainder(dividingBy: 12)
    if !isStill { way *= 1 - exp(-max(0, seconds) / Self.wheelSeconds) }
    wheel = wrapped(abs(way) < 0.002 ? goal : wheel + way)
    view.wheel = wrapped((wheel * 100).rounded() / 100)
  }

  /// An angle in the steps in which it is shown.
  private func shown(_ turns: Double) -> Double {
    let steps = (turns * Self.angleSteps).rounded()
    return (steps == Self.angleSteps ? 0 : steps) / Self.angleSteps
  }

  private func wrapped(_ semitones: Double) -> Double { semitones - 12 * (semitones / 12).rounded(.down) }

  private mutating func stepLevel(_ reading: Reading, isShown: Bool, isOpen: Bool, seconds: Double) {
    view.isClipping = isOpen && reading.isClipping
    let steps = (max(0, min(1, (Double(reading.level) + 60) / 60)) * Self.levelSteps).rounded()
    level.step(note.state.target == nil ? 0 : isShown ? Int(steps) : level.state, seconds: seconds)
    isSettled = isSettled && (level.isSettled || isShown)
    view.level = Double(level.state) / Self.levelSteps
  }

  private mutating func stepKeys(_ status: InstrumentStatus, seconds: Double) {
    let ribbon = Set(status.keys.map(\.id))
    let temporary = status.sounding.filter { !ribbon.contains($0.id) }
    let heard = view.note?.text
    areKeysKnown = true
    var keys: [MeterView.Key] = []
    keys.reserveCapacity(status.keys.count + temporary.count)
    for (i, key) in (status.keys + temporary).enumerated() {
      let wished: MeterView.Light =
        status.latched.contains(key.id)
        ? .latched : status.sounding.contains { $0.id == key.id } ? .touched : .off
      var light = lights[key.id] ?? SteadyLight(.off)
      light.step(wished, seconds: seconds)
      isSettled = isSettled && light.isSettled
      // What is lit, or was a moment ago, has something to remember.
      let isAtRest = light.state == wished && light.isAtRest
      lights[key.id] = light.state == .off && isAtRest ? nil : light
      if !isAtRest { areKeysKnown = false }
      let name =
        i < view.keys.count && view.keys[i].name.text == key.name ? view.keys[i].name : NoteText(name: key.name)
      keys.append(
        MeterView.Key(
          id: key.id, name: name, light: light.state, isHeard: key.name == heard, isTemporary: i >= status.keys.count))
    }
    if keys != view.keys { view.keys = keys }
  }

  /// The four semitones either side of a target, and it itself.
  private func strip(around target: Target, _ status: InstrumentStatus) -> [NoteText] {
    (-4...4).map { offset in
      guard offset != 0 else { return NoteText(target) }
      if let naming = status.swaraNaming, let swara = target.swara, target.name != target.westernName {
        let neighbour = Swara(degreesAboveSa: swara.degreesAboveSa + offset)
        return NoteText(name: naming.name(neighbour), swara: neighbour)
      }
      return NoteText(name: NoteName.text(ofNote: target.note + offset))
    }
  }
}

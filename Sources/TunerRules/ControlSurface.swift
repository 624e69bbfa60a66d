public import MIDIMessages
public import Timebase
internal import Tuning

/// All that a player's hands do, on one timebase: controllers' messages in, changes of the voices out.
///
/// Joins the control map, the strum and the ribbon; pure, so that a MIDI file played offline gives what the same
/// keys give on stage.
public struct ControlSurface: Sendable {
  /// Something that changes in the sound.
  public enum Change: Hashable, Sendable {
    /// A voice starts, stops or moves; the linear gain is that of one that starts.
    case ribbon(Ribbon.Effect, gain: Float)
    /// The output heads for another linear gain, 0…1.
    case level(Float)
    /// The output is silenced, or let back to its level.
    case muted(Bool)
    /// The power goes, or comes back.
    case power(Bool)
    /// The input's way to the output is silenced, or opened again.
    case thruMuted(Bool)
    /// Something is wanted that does not concern the keys alone.
    case request(PlayerRequest)
  }

  /// Whether the power is on: while it is off, keys do nothing.
  public private(set) var isPowered = true
  /// Whether the drones are muted.
  public private(set) var isMuted = false
  /// Whether the input's way to the output is muted.
  public private(set) var isThruMuted = false
  /// The ribbon, to be shown.
  public private(set) var ribbon = Ribbon()

  private var map: ControlMap
  private var route: Route
  private var rate: Int
  private var strum: Strum
  private var strumDevice: Int32?
  private var pedals: Set<Pedal> = []
  private var lastHit: (key: Ribbon.KeyID, time: StreamTime)?
  private var gains: [Ribbon.KeyID: Float] = [:]
  // When a device that says that it is there was last heard.
  private var signsOfLife: [Int32: StreamTime] = [:]

  /// A second hit of a key within this time toggles its latch, in seconds.
  public static let secondHitSeconds = 0.3
  /// A device that says every 300 ms that it is there, and has not for so long, is gone, in seconds.
  ///
  /// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Active Sensing".
  public static let silenceSeconds = 0.33

  private struct Pedal: Hashable, Sendable {
    var device: Int32
    var channel: Int
  }

  /// Makes a surface on which nothing sounds.
  ///
  /// - Parameters:
  ///   - route: the ribbon's keys.
  ///   - settings: what controllers do.
  ///   - rate: frames a second.
  public init(route: Route, settings: ControlSettings, rate: Int) {
    self.route = route
    self.rate = rate
    map = ControlMap(settings)
    strum = Strum(keyCount: route.keys.count, rate: rate)
  }

  /// Takes on other settings: what is held ends, since its release might mean something else now; latches stay.
  public mutating func adopt(_ settings: ControlSettings, at time: StreamTime) -> [(StreamTime, Change)] {
    var changes = advance(to: time)
    guard settings != map.settings else { return changes }
    map.adopt(settings)
    pedals = []
    changes += strummed(strum.move(to: Strum.idleValue, at: time))
    return changes + ribbonChanges(ribbon.liftAll { _ in true }, at: time)
  }

  /// Takes in a message of a controller.
  ///
  /// - Parameters:
  ///   - message: any.
  ///   - device: who sent it: touches belong to their sender.
  ///   - time: when it takes effect; not before any time given earlier.
  public mutating func handle(_ message: Message, device: Int32, at time: StreamTime) -> [(
    StreamTime, Change
  )] {
    let due = advance(to: time)
    if signsOfLife[device] != nil { signsOfLife[device] = time }
    guard let action = map.action(message, device: device) else { return due }
    return due + perform(action, device: device, at: time)
  }

  /// Takes in what is done at a display.
  ///
  /// - Parameters:
  ///   - gesture: on keys of the route in force; others are not there.
  ///   - time: when it takes effect; not before any time given earlier.
  public mutating func play(_ gesture: KeyGesture, at time: StreamTime) -> [(StreamTime, Change)] {
    let due = advance(to: time)
    switch gesture {
    case .lift(let finger): return due + ribbonChanges(ribbon.lift(.finger(finger)), at: time)
    case .touch(let finger, let id):
      guard isPowered, let key = shownKey(id) else { return due }
      return due + ribbonChanges(ribbon.touch(.finger(finger), key), at: time)
    case .touchNote(let finger, let note):
      guard isPowered, let key = route.key(forNote: note, temporary: true) else { return due }
      return due + ribbonChanges(ribbon.touch(.finger(finger), key), at: time)
    case .latch(let id):
      guard isPowered, let key = shownKey(id) else { return due }
      return due + ribbonChanges(ribbon.toggleLatch(key), at: time)
    }
  }

  private func shownKey(_ id: Ribbon.KeyID) -> Ribbon.Key? {
    route.keys.first { $0.id == id } ?? ribbon.sounding.first { $0.id == id }
  }

  /// Does what is assigned to a control, as if the control had been pressed.
  public mutating func perform(_ action: AssignableAction, _ switching: Switching, at time: StreamTime) -> [(
    StreamTime, Change
  )] {
    let due = advance(to: time)
    return due + performed(action, switching, at: time)
  }

  private mutating func perform(_ action: ControlAction, device: Int32, at time: StreamTime) -> [(StreamTime, Change)] {
    switch action {
    case .keyDown(let channel, let note, let velocity):
      guard isPowered else { return [] }
      let gain = map.settings.velocityIsLevel ? Float(velocity * velocity) / (127 * 127) : 1
      let touch = Ribbon.Touch.note(device: device, channel: channel, note: note)
      return ribbonChanges(press(touch, note, at: time), gain: gain, at: time)
    case .keyUp(let channel, let note):
      let touch = Ribbon.Touch.note(device: device, channel: channel, note: note)
      guard !pedals.contains(Pedal(device: device, channel: channel)) else {
        ribbon.sustain(touch, true)
        return []
      }
      return ribbonChanges(ribbon.lift(touch), at: time)
    case .strum(let value):
      guard isPowered else { return [] }
      strumDevice = device
      return strummed(strum.move(to: value, at: time))
    case .sustain(let channel, let isDown): return pedal(Pedal(device: device, channel: channel), isDown, at: time)
    case .level(let gain): return [(time, .level(gain))]
    case .rest(let channel, let gain):
      return [(time, .level(gain))] + pedal(Pedal(device: device, channel: channel), false, at: time)
    case .program(let place): return [(time, .request(.program(place)))]
    case .perform(let action, let switching): return performed(action, switching, at: time)
    case .alive:
      signsOfLife[device] = time
      return []
    case .silence: return clear(at: time)
    }
  }

  private mutating func performed(_ action: AssignableAction, _ switching: Switching, at time: StreamTime) -> [(
    StreamTime, Change
  )] {
    switch action {
    case .power: return setPower(switching.applied(to: isPowered), at: time)
    case .muteDrones:
      let muted = switching.applied(to: isMuted)
      guard muted != isMuted else { return [] }
      isMuted = muted
      return [(time, .muted(muted))]
    case .muteThru:
      let muted = switching.applied(to: isThruMuted)
      guard muted != isThruMuted else { return [] }
      isThruMuted = muted
      return [(time, .thruMuted(muted))]
    case .panic: return clear(at: time)
    case .mode: return [(time, .request(.show(.pair)))]
    case .nextPreset: return [(time, .request(.stepPreset(1)))]
    case .previousPreset: return [(time, .request(.stepPreset(-1)))]
    case .referenceUp: return [(time, .request(.stepReference(1)))]
    case .referenceDown: return [(time, .request(.stepReference(-1)))]
    case .referenceHeard: return [(time, .request(.takeReference))]
    case .saUp: return [(time, .request(.stepSa(1)))]
    case .saDown: return [(time, .request(.stepSa(-1)))]
    case .temperament: return [(time, .request(.temperament(switching)))]
    case .mutePitch: return [(time, .request(.mutePitch(switching)))]
    }
  }

  private mutating func pedal(_ pedal: Pedal, _ isDown: Bool, at time: StreamTime) -> [(StreamTime, Change)] {
    guard !isDown else {
      pedals.insert(pedal)
      return []
    }
    guard pedals.remove(pedal) != nil else { return [] }
    let released = ribbon.releaseSustained {
      guard case .note(pedal.device, pedal.channel, _) = $0 else { return false }
      return true
    }
    return ribbonChanges(released, at: time)
  }

  /// Switches the power: off clears the ribbon, on is silent.
  public mutating func setPower(_ isOn: Bool, at time: StreamTime) -> [(StreamTime, Change)] {
    guard isOn != isPowered else { return [] }
    isPowered = isOn
    return (isOn ? [] : clear(at: time)) + [(time, .power(isOn))]
  }

  /// What has become due by itself until `time`.
  public mutating func advance(to time: StreamTime) -> [(StreamTime, Change)] {
    var changes: [(StreamTime, Change)] = []
    while let (device, end) = nextLost, end <= time {
      changes += strummed(strum.advance(to: end))
      signsOfLife[device] = nil
      changes += lift(device, at: end)
    }
    return changes + strummed(strum.advance(to: time))
  }

  /// When something becomes due by itself.
  public var deadline: StreamTime? {
    switch (strum.deadline, nextLost?.1) {
    case (let one?, let other?): min(one, other)
    case (let one, let other): one ?? other
    }
  }

  /// The device that will be the next to have kept silent for too long, and when.
  private var nextLost: (Int32, StreamTime)? {
    let next = signsOfLife.min { ($0.value, $0.key) < ($1.value, $1.key) }
    return next.map { ($0.key, $0.value.advanced(by: Int64(FrameCount.of(seconds: Self.silenceSeconds, rate: rate)))) }
  }

  /// Ends what a keyboard holds: it was unplugged.
  ///
  /// Latches stay.
  public mutating func deviceGone(_ device: Int32, at time: StreamTime) -> [(StreamTime, Change)] {
    let due = advance(to: time)
    signsOfLife[device] = nil
    map.forget(device: device)
    return due + lift(device, at: time)
  }

  private mutating func lift(_ device: Int32, at time: StreamTime) -> [(StreamTime, Change)] {
    pedals = pedals.filter { $0.device != device }
    var changes: [(StreamTime, Change)] = []
    if strumDevice == device { changes += strummed(strum.move(to: Strum.idleValue, at: time)) }
    let lifted = ribbon.liftAll {
      guard case .note(device, _, _) = $0 else { return false }
      return true
    }
    return changes + ribbonChanges(lifted, at: time)
  }

  /// Silences everything.
  public mutating func clear(at time: StreamTime) -> [(StreamTime, Change)] {
    pedals = []
    return strummed(strum.move(to: Strum.idleValue, at: time)) + ribbonChanges(ribbon.clear(), at: time)
  }

  /// Latches keys as they were latched when the power was cut; a name that the route does not know is left out.
  public mutating func latch(_ names: [String], at time: StreamTime) -> [(StreamTime, Change)] {
    guard isPowered else { return [] }
    var changes: [(StreamTime, Change)] = []
    for name in names.prefix(Ribbon.cap) {
      guard let key = route.key(named: name), !ribbon.latched.contains(where: { $0.id == key.id }) else { continue }
      changes += ribbonChanges(ribbon.toggleLatch(key), at: time)
    }
    return changes
  }

  /// Takes on other keys: latches whose key, or else note, exists on the new ribbon glide to it, the others are
  /// released.
  ///
  /// By its identity first, since the notes of ratios move with Sa. Where only pitches change, keys that are on no
  /// ribbon glide too.
  public mutating func install(_ newRoute: Route, at time: StreamTime) -> [(StreamTime, Change)] {
    var changes = advance(to: time)
    changes += strummed(strum.resize(keyCount: newRoute.keys.count, at: time))
    let isSamePreset = newRoute.keys.first?.id.preset == route.keys.first?.id.preset
    route = newRoute
    let moved = ribbon.rearrange { key in
      let isOffRibbon = key.id.preset == Ribbon.KeyID.temporary
      return newRoute.keys.first { $0.id == key.id }
        ?? newRoute.key(forNote: key.note, temporary: isSamePreset && isOffRibbon)
    }
    return changes + ribbonChanges(moved, at: time)
  }

  /// Begins a new epoch of the stream: what the strum had still to do is done at its start.
  public mutating func restart(rate newRate: Int, at time: StreamTime) -> [(StreamTime, Change)] {
    rate = newRate
    lastHit = nil
    // The old epoch's times say nothing in the new one.
    for device in signsOfLife.keys { signsOfLife[device] = time }
    let changes = strummed(strum.resize(keyCount: route.keys.count, at: time))
    strum = Strum(keyCount: route.keys.count, rate: rate)
    return changes
  }

  /// The linear gain at which a sounding key was started.
  public func gain(of key: Ribbon.KeyID) -> Float { gains[key] ?? 1 }

  private mutating func press(_ touch: Ribbon.Touch, _ note: Int, at time: StreamTime) -> [Ribbon.Effect] {
    guard let key = map.settings.keyMapping.key(forNote: note, on: route) else { return [] }
    switch map.settings.keyMode {
    case .latch: return ribbon.toggleLatch(key)
    case .hold: return ribbon.touch(touch, key)
    case .both:
      let touched = ribbon.touch(touch, key)
      if let hit = lastHit, hit.key == key.id, isSecondHit(hit.time, time) {
        lastHit = nil
        return touched + ribbon.toggleLatch(key)
      }
      lastHit = (key.id, time)
      return touched
    }
  }

  private func isSecondHit(_ first: StreamTime, _ second: StreamTime) -> Bool {
    let frames = FrameCount.of(seconds: Self.secondHitSeconds, rate: rate)
    return first.epoch == second.epoch && second.frame - first.frame <= Int64(frames)
  }

  private mutating func strummed(_ actions: [(StreamTime, Strum.Action)]) -> [(StreamTime, Change)] {
    var changes: [(StreamTime, Change)] = []
    for (time, action) in actions {
      switch action {
      case .touch(let index):
        guard route.keys.indices.contains(index) else { continue }
        changes += ribbonChanges(ribbon.touch(.strum, route.keys[index]), at: time)
      case .lift: changes += ribbonChanges(ribbon.lift(.strum), at: time)
      }
    }
    return changes
  }

  private mutating func ribbonChanges(_ effects: [Ribbon.Effect], gain: Float = 1, at time: StreamTime) -> [(
    StreamTime, Change
  )] {
    effects.map { effect in
      switch effect {
      case .start(let key): gains[key.id] = gain == 1 ? nil : gain
      case .stop(let key): gains[key.id] = nil
      case .retune(let key, let next):
        let moved = gains.removeValue(forKey: key.id)
        gains[next.id] = moved
      }
      return (time, .ribbon(effect, gain: gain))
    }
  }
}

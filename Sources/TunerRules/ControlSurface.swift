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
    /// A voice starts, stops or moves.
    case ribbon(Ribbon.Effect)
    /// The output heads for another linear gain, 0…1.
    case level(Float)
    /// The output is silenced, or let back to its level.
    case muted(Bool)
    /// The power goes, or comes back.
    case power(Bool)
  }

  /// Whether the power is on: while it is off, keys do nothing.
  public private(set) var isPowered = true
  /// Whether the drones are muted.
  public private(set) var isMuted = false
  /// The ribbon, to be shown.
  public private(set) var ribbon = Ribbon()
  /// What keys do.
  public var keyMode: KeyMode
  /// How messages are read.
  public var map: ControlMap

  private var route: Route
  private var strum: Strum
  private var pedals: Set<Pedal> = []

  private struct Pedal: Hashable, Sendable {
    var device: Int32
    var channel: Int
  }

  /// Makes a surface on which nothing sounds.
  ///
  /// - Parameters:
  ///   - route: the ribbon's keys.
  ///   - keyMode: what keys do.
  ///   - map: how messages are read.
  ///   - rate: frames a second.
  public init(route: Route, keyMode: KeyMode, map: ControlMap = ControlMap(), rate: Int) {
    self.route = route
    self.keyMode = keyMode
    self.map = map
    strum = Strum(keyCount: route.keys.count, rate: rate)
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
    var changes = advance(to: time)
    guard let action = map.action(message, device: device) else { return changes }
    switch action {
    case .keyDown, .strum: guard isPowered else { return changes }
    default: break
    }
    switch action {
    case .keyDown(let device, let channel, let note):
      changes += ribbonChanges(press(.note(device: device, channel: channel, note: note), note), at: time)
    case .keyUp(let device, let channel, let note):
      let touch = Ribbon.Touch.note(device: device, channel: channel, note: note)
      if pedals.contains(Pedal(device: device, channel: channel)) {
        ribbon.sustain(touch, true)
      } else {
        changes += ribbonChanges(ribbon.lift(touch), at: time)
      }
    case .strum(let value): changes += strummed(strum.move(to: value, at: time))
    case .sustain(let device, let channel, let isDown):
      let pedal = Pedal(device: device, channel: channel)
      if isDown {
        pedals.insert(pedal)
      } else if pedals.remove(pedal) != nil {
        let released = ribbon.releaseSustained {
          guard case .note(device, channel, _) = $0 else { return false }
          return true
        }
        changes += ribbonChanges(released, at: time)
      }
    case .level(let gain): changes.append((time, .level(gain)))
    case .mute(let muted):
      guard muted != isMuted else { break }
      isMuted = muted
      changes.append((time, .muted(muted)))
    case .power(let isOn): changes += setPower(isOn, at: time)
    case .silence:
      pedals = []
      changes += strummed(strum.move(to: Strum.idleValue, at: time))
      changes += ribbonChanges(ribbon.clear(), at: time)
    }
    return changes
  }

  /// Switches the power: off clears the ribbon, on is silent.
  public mutating func setPower(_ isOn: Bool, at time: StreamTime) -> [(StreamTime, Change)] {
    guard isOn != isPowered else { return [] }
    isPowered = isOn
    return (isOn ? [] : clear(at: time)) + [(time, .power(isOn))]
  }

  /// What has become due by itself until `time`.
  public mutating func advance(to time: StreamTime) -> [(StreamTime, Change)] {
    strummed(strum.advance(to: time))
  }

  /// When something becomes due by itself.
  public var deadline: StreamTime? { strum.deadline }

  /// Ends what a keyboard holds: it was unplugged.
  ///
  /// Latches stay.
  public mutating func deviceGone(_ device: Int32, at time: StreamTime) -> [(StreamTime, Change)] {
    let due = advance(to: time)
    pedals = pedals.filter { $0.device != device }
    let lifted = ribbon.liftAll {
      guard case .note(device, _, _) = $0 else { return false }
      return true
    }
    return due + ribbonChanges(lifted, at: time)
  }

  /// Silences everything.
  public mutating func clear(at time: StreamTime) -> [(StreamTime, Change)] {
    strummed(strum.move(to: Strum.idleValue, at: time)) + ribbonChanges(ribbon.clear(), at: time)
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
  public mutating func restart(rate: Int, at time: StreamTime) -> [(StreamTime, Change)] {
    let changes = strummed(strum.resize(keyCount: route.keys.count, at: time))
    strum = Strum(keyCount: route.keys.count, rate: rate)
    return changes
  }

  private mutating func press(_ touch: Ribbon.Touch, _ note: Int) -> [Ribbon.Effect] {
    guard let key = route.key(forNote: note, temporary: true) else { return [] }
    switch keyMode {
    case .latch: return ribbon.toggleLatch(key)
    case .hold: return ribbon.touch(touch, key)
    }
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

  private func ribbonChanges(_ effects: [Ribbon.Effect], at time: StreamTime) -> [(StreamTime, Change)] {
    effects.map { (time, .ribbon($0)) }
  }
}

public import DroneSynth
public import MIDIMessages
public import Timebase
public import TunerRules
internal import Tuning

/// The control thread's part of the engine: controllers' messages in, events for the render stage out.
///
/// Stepped by its thread live, and in order offline. One instance is one thread's; it is the only producer of the
/// engine's events.
public struct ControlStage {
  /// The playing surface, to be shown and set.
  public private(set) var surface: ControlSurface
  private let engine: Engine
  private var drones: DronesToMIDI
  private var orders = AnalysisStage.Orders()
  private var latest = StreamTime.zero
  private var isOpen = true
  private var chime: [RenderEvent] = []
  /// The linear gain that the level controls ask for, 0…1.
  public private(set) var level: Float = 1
  private var hasSmallSpeaker = false
  private var mustRepair = false
  private var hasThru = false
  private var outputRatio = 1.0
  private var requests: [PlayerRequest] = []
  /// What keys sound like.
  public var waveform = Waveform.drone

  /// Makes a stage for an engine.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - surface: what is played on.
  ///   - pitchOut: how the drones are sent.
  public init(engine: Engine, surface: ControlSurface, pitchOut: PitchOut.Settings = PitchOut.Settings()) {
    self.engine = engine
    self.surface = surface
    drones = DronesToMIDI(settings: pitchOut)
  }

  /// Takes in a controller's message.
  ///
  /// - Parameters:
  ///   - message: any.
  ///   - device: who sent it.
  ///   - time: when it takes effect.
  /// - Returns: what port `drones` sends of it.
  public mutating func handle(_ message: Message, device: Int32, at time: StreamTime) -> [Message] {
    guard isOpen else { return [] }
    let due = advance(to: time)
    return due + send(surface.handle(message, device: device, at: inOrder(time)))
  }

  /// Takes in what is done at a display.
  ///
  /// - Returns: what port `drones` sends of it.
  public mutating func play(_ gesture: KeyGesture, at time: StreamTime) -> [Message] {
    guard isOpen else { return [] }
    let due = advance(to: time)
    return due + send(surface.play(gesture, at: inOrder(time)))
  }

  /// Does what is assigned to a control, as if the control had been pressed.
  ///
  /// - Returns: what port `drones` sends of it.
  public mutating func perform(_ action: AssignableAction, _ switching: Switching, at time: StreamTime) -> [Message] {
    guard isOpen else { return [] }
    let due = advance(to: time)
    return due + send(surface.perform(action, switching, at: inOrder(time)))
  }

  /// Does what has become due by itself.
  public mutating func advance(to time: StreamTime) -> [Message] {
    let time = max(latest, time)
    repair(at: time)
    var messages: [Message] = []
    // What the strum owes and the chime's notes, each before what is later than it.
    while let next = chime.first, next.time <= time {
      messages += send(surface.advance(to: next.time))
      chime.removeFirst()
      push(next.change, at: next.time)
    }
    messages += send(surface.advance(to: time))
    latest = time
    return messages
  }

  /// What was asked for since the last time that concerns more than the keys, in order.
  public mutating func takeRequests() -> [PlayerRequest] {
    defer { requests = [] }
    return requests
  }

  /// After events were lost the voices are not what is lit: they are released, and what is lit is started anew.
  private mutating func repair(at time: StreamTime) {
    guard mustRepair else { return }
    mustRepair = false
    push(.stopAll, at: time)
    startSounding(at: time)
  }

  private mutating func startSounding(at time: StreamTime) {
    for key in surface.ribbon.sounding {
      push(
        .start(
          key.id.voice, frequency: key.frequency.hertz / outputRatio, gain: surface.gain(of: key.id),
          waveform: waveform), at: time)
    }
  }

  private mutating func push(_ change: RenderEvent.Change, at time: StreamTime) {
    if !engine.send(RenderEvent(time: time, change: change)) { mustRepair = true }
  }

  /// When something becomes due by itself.
  public var deadline: StreamTime? {
    switch (surface.deadline, chime.first?.time) {
    case (let one?, let other?): min(one, other)
    case (let one, let other): one ?? other
    }
  }

  /// Switches the power.
  ///
  /// - Returns: what port `drones` sends of it.
  public mutating func setPower(_ isOn: Bool, at time: StreamTime) -> [Message] {
    send(surface.setPower(isOn, at: inOrder(time)))
  }

  /// Whether the heard pitch is not sent although the power is on.
  public var isPitchMuted = false {
    didSet { orderSilence() }
  }

  /// Sends heard pitch and drones in another way from now on.
  ///
  /// - Returns: what port `drones` sends: what sounds ends in the old way and begins in the new one.
  public mutating func setPitchOut(_ settings: PitchOut.Settings) -> [Message] {
    orders.settings = settings
    engine.send(orders: orders)
    let sounding = surface.ribbon.sounding
    let ended = sounding.flatMap { drones.step(.stop($0)) } + drones.finish()
    drones = DronesToMIDI(settings: settings)
    return ended + DronesToMIDI.introduction(settings) + sounding.flatMap { drones.step(.start($0)) }
  }

  /// Lets no note begin under a level, in dB relative to full scale, from now on.
  public mutating func setSensitivity(_ decibels: Float) {
    orders.sensitivity = decibels
    engine.send(orders: orders)
  }

  /// Puts right, from now on, what clocks that are not as fast as they are called make wrong.
  ///
  /// - Parameters:
  ///   - input: how much faster than it is called the input's clock runs: 1.0001 for 100 parts per million.
  ///   - output: the same of the output's.
  public mutating func setClockRatios(input: Double, output: Double, at time: StreamTime) {
    orders.inputRatio = input
    engine.send(orders: orders)
    guard output != outputRatio, output > 0 else { return }
    outputRatio = output
    for key in surface.ribbon.sounding {
      push(
        .retune(key.id.voice, as: key.id.voice, frequency: key.frequency.hertz / outputRatio), at: inOrder(time))
    }
  }

  /// Latches keys as they were latched when the power was cut.
  ///
  /// - Returns: what port `drones` sends of it.
  public mutating func latch(_ names: [String], at time: StreamTime) -> [Message] {
    send(surface.latch(names, at: inOrder(time)))
  }

  /// While the power is off or the pitch is muted, nothing at all is sent of it.
  private mutating func orderSilence() {
    orders.isSilent = isPitchMuted || !surface.isPowered
    engine.send(orders: orders)
  }

  /// Plays the three notes of the start chime, E5, G5 and C6, low, from `time` on.
  public mutating func playChime(at time: StreamTime, rate: Int) {
    chime = Chime.events(at: inOrder(time), rate: rate)
  }

  /// Fits the output to a small loudspeaker, or to one of full range.
  public mutating func setSmallSpeaker(_ isOn: Bool, at time: StreamTime) {
    hasSmallSpeaker = isOn
    push(.smallSpeaker(isOn), at: inOrder(time))
  }

  /// Opens the input's way to the output, or closes it.
  public mutating func setThru(_ isOn: Bool, at time: StreamTime) {
    hasThru = isOn
    push(.thru(isThruOpen), at: inOrder(time))
  }

  private var isThruOpen: Bool { hasThru && !surface.isThruMuted }

  /// Takes on other settings of what controllers do.
  public mutating func adopt(_ settings: ControlSettings, at time: StreamTime) -> [Message] {
    let due = advance(to: time)
    return due + send(surface.adopt(settings, at: inOrder(time)))
  }

  /// Ends what an unplugged keyboard holds.
  public mutating func deviceGone(_ device: Int32, at time: StreamTime) -> [Message] {
    send(surface.deviceGone(device, at: inOrder(time)))
  }

  /// Takes on another route: ribbon, targets and sounding voices together, on one frame.
  public mutating func install(_ route: Route, at time: StreamTime) -> [Message] {
    let due = advance(to: time)
    let time = inOrder(time)
    engine.send(targets: route.targets, at: time)
    return due + send(surface.install(route, at: time))
  }

  /// Begins a new epoch: what sounds is started anew on the new device.
  public mutating func restart(rate: Int, at time: StreamTime) -> [Message] {
    latest = time
    chime = []
    let messages = send(surface.restart(rate: rate, at: time))
    // The new device's output knows nothing of what was set.
    let settings = [
      RenderEvent.Change.level(level), .muted(surface.isMuted), .smallSpeaker(hasSmallSpeaker), .thru(isThruOpen)
    ]
    for change in settings { push(change, at: time) }
    startSounding(at: time)
    return messages
  }

  /// Releases everything that sounds.
  public mutating func release(at time: StreamTime) -> [Message] { send(surface.clear(at: inOrder(time))) }

  /// Silences the ribbon, takes no further messages, and fades the output.
  public mutating func close(at time: StreamTime) -> [Message] {
    let time = inOrder(time)
    chime = []
    let messages = release(at: time) + drones.finish()
    isOpen = false
    push(.power(false), at: time)
    return messages
  }

  private mutating func send(_ changes: [(StreamTime, ControlSurface.Change)]) -> [Message] {
    var messages: [Message] = []
    for (time, change) in changes {
      switch change {
      case .level(let gain):
        level = gain
        push(.level(gain), at: time)
      case .muted(let isMuted): push(.muted(isMuted), at: time)
      case .power(let isOn):
        push(.power(isOn), at: time)
        orderSilence()
      case .thruMuted: push(.thru(isThruOpen), at: time)
      case .request(.mutePitch(let switching)): isPitchMuted = switching.applied(to: isPitchMuted)
      case .request(let request): requests.append(request)
      case .ribbon(let effect, let gain):
        messages += drones.step(effect)
        push(effect.renderChange(waveform, gain: gain, ratio: outputRatio), at: time)
      }
    }
    return messages
  }

  /// Never earlier than what was sent before: the queue of events is in the order of their times.
  private mutating func inOrder(_ time: StreamTime) -> StreamTime {
    latest = max(latest, time)
    return latest
  }
}

extension Ribbon.KeyID {
  /// The voice that sounds this key.
  var voice: VoiceID { VoiceID(UInt64(preset) << 32 | UInt64(UInt32(bitPattern: index))) }
}

extension Ribbon.Effect {
  /// What the voices do for it.
  ///
  /// - Parameters:
  ///   - waveform: what a key sounds like.
  ///   - gain: linear.
  ///   - ratio: how much faster the output's clock runs than it is called.
  func renderChange(_ waveform: Waveform, gain: Float, ratio: Double) -> RenderEvent.Change {
    switch self {
    case .start(let key): .start(key.id.voice, frequency: key.frequency.hertz / ratio, gain: gain, waveform: waveform)
    case .stop(let key): .stop(key.id.voice)
    case .retune(let key, let next): .retune(key.id.voice, as: next.id.voice, frequency: next.frequency.hertz / ratio)
    }
  }
}

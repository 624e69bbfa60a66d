import MIDIMessages
import Timebase
import TunerRules

/// A control surface with hands on it: every call is one millisecond after the last, and what changes is followed as a
/// synthesizer would follow it.
struct PlayedSurface {
  var surface: ControlSurface
  private(set) var voices = Voices()
  /// The notes whose voices were started, in order.
  private(set) var started: [Int] = []
  private(set) var levels: [Float] = []
  private(set) var mutes: [Bool] = []
  private(set) var powers: [Bool] = []
  private(set) var thruMutes: [Bool] = []
  private(set) var requests: [PlayerRequest] = []
  /// The gains at which voices were started, in order.
  private(set) var gains: [Float] = []
  /// How many things voices were told.
  private(set) var effects = 0
  private var now = StreamTime.zero
  private var framesPerMillisecond: Int64 = 48
  private var latest = StreamTime.zero
  private var isInOrder = true

  init(_ surface: ControlSurface) { self.surface = surface }

  /// The notes that sound, from low to high.
  var notes: [Int] { voices.keys.map(\.note).sorted() }

  /// What should never be: voices that differ from the ribbon, or changes out of order.
  var fault: String? {
    if let fault = voices.fault { return fault }
    if voices.keys != Set(surface.ribbon.sounding) { return "voices are not what is lit" }
    return isInOrder ? nil : "changes are not in order"
  }

  mutating func on(_ note: Int, device: Int32 = 1, channel: Int = 0) {
    send(
      .noteOn(channel: Channel(clamping: channel), note: UInt7(clamping: note), velocity: 90), device: device)
  }

  mutating func off(_ note: Int, device: Int32 = 1, channel: Int = 0) {
    send(
      .noteOff(channel: Channel(clamping: channel), note: UInt7(clamping: note), velocity: 0), device: device)
  }

  mutating func control(_ controller: Controller, _ value: Int, device: Int32 = 1, channel: Int = 0) {
    let value = UInt7(clamping: value)
    send(
      .controlChange(channel: Channel(clamping: channel), controller: controller, value: value),
      device: device)
  }

  mutating func send(_ message: Message, device: Int32) {
    pass(1)
    follow(surface.handle(message, device: device, at: now))
  }

  mutating func adopt(_ settings: ControlSettings) {
    pass(1)
    follow(surface.adopt(settings, at: now))
  }

  mutating func unplug(_ device: Int32) {
    pass(1)
    follow(surface.deviceGone(device, at: now))
  }

  mutating func install(_ route: Route) {
    pass(1)
    follow(surface.install(route, at: now))
  }

  mutating func clear() {
    pass(1)
    follow(surface.clear(at: now))
  }

  /// Begins a new epoch at another rate.
  mutating func restart(rate: Int) {
    now = StreamTime(epoch: now.epoch + 1, frame: 0)
    framesPerMillisecond = Int64(rate / 1000)
    follow(surface.restart(rate: rate, at: now))
  }

  /// Lets milliseconds pass unobserved.
  mutating func pass(_ milliseconds: Int64) {
    now = now.advanced(by: milliseconds * framesPerMillisecond)
  }

  /// Lets milliseconds pass, and what falls due happen.
  mutating func wait(_ milliseconds: Int64) {
    pass(milliseconds)
    follow(surface.advance(to: now))
  }

  private mutating func follow(_ changes: [(StreamTime, ControlSurface.Change)]) {
    for (time, change) in changes {
      if time < latest || time > now { isInOrder = false }
      latest = max(latest, time)
      switch change {
      case .level(let gain): levels.append(gain)
      case .muted(let isMuted): mutes.append(isMuted)
      case .power(let isOn): powers.append(isOn)
      case .thruMuted(let isMuted): thruMutes.append(isMuted)
      case .request(let request): requests.append(request)
      case .ribbon(let effect, let gain):
        if case .start = effect { gains.append(gain) }
        voices.apply(effect)
        effects += 1
        if case .start(let key) = effect { started.append(key.note) }
      }
    }
  }
}

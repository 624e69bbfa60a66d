import AudioDevices
import TestSupport

/// The time of a simulation, in nanoseconds; nothing else moves it.
final class SimulatedWorld {
  var nanoseconds = 1e12
}

/// One direction of a sound card in a simulated world: it counts frames by a crystal of its own, tells of them only at
/// its interrupts, which come late or not at all, and fails where it is told to.
final class SimulatedCard: PCMStream {
  enum Direction { case capture, playback }

  /// Something that is asked of a card.
  enum Call: CaseIterable {
    case prepare, start, resume, wait, available, read, write
  }

  /// How a card behaves.
  struct Behaviour {
    /// How much faster than it is called it runs, in parts per million.
    var partsPerMillion = 0.0
    /// How late an interrupt may come, in seconds.
    var jitterSeconds = 0.0
    /// How many interrupts of a million never come.
    var lostInterrupts: UInt64 = 0
    /// How many reads and writes of a million take only some of the frames.
    var shortTransfers: UInt64 = 0
    /// Whether it tells its place.
    var tellsPlace = true
  }

  let device: String
  let card: Int?
  let channels = 1
  let rate: Int
  let periodFrames: Int
  let bufferFrames: Int

  /// What it captures: the sample at a number of seconds of the world.
  var sound: (Double) -> Float = { _ in 0 }
  /// Takes what is heard.
  var heard: (UnsafePointer<Float>, Int) -> Void = { _, _ in }
  /// The negated errno with which a call fails; nil where it does not.
  var fault: (Call) -> Int? = { _ in nil }
  /// Called on every call.
  var called: (Call) -> Void = { _ in }

  private enum State { case prepared, running, overrun }

  private let world: SimulatedWorld
  private let direction: Direction
  private let behaviour: Behaviour
  private var random: SplitMix64
  private var state = State.overrun
  private var started = 0.0
  private var applied: Int64 = 0
  private var visible: Int64 = 0
  private var visibleAt = 0.0
  private var interrupts: Int64 = 0

  init(
    _ device: String, _ direction: Direction, world: SimulatedWorld, rate: Int = 48_000, periodFrames: Int = 256,
    periods: Int = 3, behaviour: Behaviour = Behaviour(), card: Int? = nil, seed: UInt64 = 1
  ) {
    self.device = device
    self.direction = direction
    self.world = world
    self.rate = rate
    self.periodFrames = periodFrames
    bufferFrames = periods * periodFrames
    self.behaviour = behaviour
    self.card = card
    random = SplitMix64(seed: seed)
  }

  private var framesPerNanosecond: Double { Double(rate) * (1 + behaviour.partsPerMillion * 1e-6) * 1e-9 }

  private func failing(_ call: Call) -> Int? {
    called(call)
    return fault(call)
  }

  func prepare() -> Int {
    if let code = failing(.prepare) { return code }
    (state, applied, visible, interrupts) = (.prepared, 0, 0, 0)
    return 0
  }

  func start() -> Int {
    if let code = failing(.start) { return code }
    guard state == .prepared else { return -77 }
    state = .running
    started = world.nanoseconds
    visibleAt = started
    planInterrupt()
    return 0
  }

  func drop() { state = .overrun }

  func resume() -> Int { failing(.resume) ?? -38 }

  var isRunning: Bool { state == .running }

  private var nextInterrupt = 0.0

  private func planInterrupt() {
    interrupts += 1
    while random.next() % 1_000_000 < behaviour.lostInterrupts { interrupts += 1 }
    let late = Double(random.next() % 1_000_000) * 1e-6 * behaviour.jitterSeconds * 1e9
    let due = started + Double(interrupts * Int64(periodFrames)) / framesPerNanosecond
    nextInterrupt = max(nextInterrupt, due + late)
  }

  /// Takes in the interrupts that have come.
  private func look() {
    guard state == .running else { return }
    while nextInterrupt <= world.nanoseconds {
      visible = Int64((nextInterrupt - started) * framesPerNanosecond)
      visibleAt = nextInterrupt
      planInterrupt()
    }
    if direction == .capture ? visible - applied > Int64(bufferFrames) : visible > applied { state = .overrun }
  }

  private var ready: Int {
    direction == .capture ? Int(visible - applied) : bufferFrames - Int(applied - visible)
  }

  func wait(milliseconds: Int32) -> Int {
    if let code = failing(.wait) { return code }
    let end = world.nanoseconds + Double(milliseconds) * 1e6
    while true {
      look()
      if state != .running { return -32 }
      if ready >= periodFrames { return 1 }
      guard nextInterrupt <= end else {
        world.nanoseconds = end
        return 0
      }
      world.nanoseconds = max(world.nanoseconds, nextInterrupt)
    }
  }

  func available() -> Int {
    if let code = failing(.available) { return code }
    look()
    return state == .overrun ? -32 : ready
  }

  private func transferred(_ frames: Int) -> Int {
    let count = min(frames, ready)
    guard count > 1, random.next() % 1_000_000 < behaviour.shortTransfers else { return count }
    return 1 + Int(random.next() % UInt64(count))
  }

  func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    if let code = failing(.read) { return code }
    look()
    guard state == .running else { return -32 }
    let count = transferred(frames)
    for i in 0..<count {
      samples[i] = sound((started + Double(applied + Int64(i)) / framesPerNanosecond) * 1e-9)
    }
    applied += Int64(count)
    return count
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Int {
    if let code = failing(.write) { return code }
    look()
    guard state != .overrun else { return -32 }
    let count = transferred(min(frames, periodFrames))
    heard(samples, count)
    applied += Int64(count)
    return count
  }

  func place() -> (available: Int, nanoseconds: Int64)? {
    guard behaviour.tellsPlace, state == .running else { return nil }
    return (ready, Int64(visibleAt))
  }
}

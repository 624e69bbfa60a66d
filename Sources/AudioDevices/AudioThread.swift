public import Realtime
public import Timebase

/// Who renders: told of every stream that begins, and asked for every block.
///
/// Called on the audio thread only.
public protocol AudioRenderer: AnyObject, Sendable {
  /// A stream begins; the call may allocate. Blocks of it follow until the next.
  func streamBegins(epoch: Int32, shape: StreamShape, device: String)

  /// A block is to be rendered: neither allocate nor wait.
  func render(_ block: StreamRunner.Block)

  /// A device could not be opened, or was lost; the stream goes on without one until it can be had again.
  func deviceFailed(_ fault: AudioFault)
}

/// The audio thread: keeps a stream running, on a sound card while there is one and on the clock while there is not.
///
/// Each time the device changes, a new epoch begins. A card that is missing, busy or lost is tried again every second.
public final class AudioThread: @unchecked Sendable {
  /// Opens the device; called again after a loss.
  public typealias Opener = @Sendable () throws(AudioFault) -> any AudioDevice

  /// The clock of the running stream: one reader.
  public let clock: Snapshot<AudioClock>
  /// Rung after every block.
  public let blockDone: WakeSignal
  /// Xruns of all devices so far.
  public let xruns = Counter()

  private let open: Opener
  private let renderer: any AudioRenderer
  private let stopping = Counter()
  private let paused = Snapshot(false)
  private var thread: WorkerThread?
  private var first: (any AudioDevice)?
  private var epoch: Int32 = 0

  /// SCHED_FIFO priority of an audio thread; everything else lies below it.
  public static let priority: Int32 = 80
  /// Opening a sound card reads alsa-lib's configuration, which recurses deeply.
  private static let stackBytes = 1 << 20
  private static let retryNanoseconds: Int64 = 1_000_000_000
  private static let idleShape = StreamShape(rate: 48_000, blockFrames: 256, inputChannels: 0)

  /// Makes a thread that is not running yet.
  ///
  /// - Parameters:
  ///   - renderer: who renders.
  ///   - blockDone: rung after every block.
  ///   - open: opens the device.
  public init(renderer: any AudioRenderer, blockDone: WakeSignal, open: @escaping Opener) {
    self.renderer = renderer
    self.blockDone = blockDone
    self.open = open
    clock = Snapshot(
      AudioClock(epoch: -1, rate: Self.idleShape.rate, blockFrames: Self.idleShape.blockFrames))
  }

  /// Starts the thread.
  ///
  /// - Parameter first: the device to begin with, already open; nil to open one.
  /// - Returns: whether it has real-time priority; nil when the system has no room for a thread.
  public func start(with first: (any AudioDevice)? = nil) -> Bool? {
    self.first = first
    thread = WorkerThread(
      name: "audio", priority: .realtime(Self.priority), stackBytes: Self.stackBytes,
      body: { [self] in run() })
    return thread?.hasPriority
  }

  /// Gives the sound card back and runs on the clock alone, or takes the card up again.
  ///
  /// One thread only.
  public func setPaused(_ isPaused: Bool) { paused.publish(isPaused) }

  /// Asks the thread to end, and waits until it has.
  public func stop() {
    stopping.add()
    thread?.join()
    thread = nil
  }

  private var isStopping: Bool { stopping.value > 0 }

  private func run() {
    var lastFault = ""
    var device = first ?? opened(&lastFault)
    first = nil
    while !isStopping {
      if paused.read() {
        device = nil
        var idleFault = ""
        stream(idle("power off"), &idleFault) { !paused.read() }
        if !isStopping { device = opened(&lastFault) }
        continue
      }
      if let open = device {
        device = nil
        stream(open, &lastFault) { paused.read() }
      } else {
        var nextTry = MonotonicClock.nanoseconds() + Self.retryNanoseconds
        var idleFault = ""
        stream(idle("no sound card"), &idleFault) {
          if paused.read() { return true }
          guard MonotonicClock.nanoseconds() >= nextTry else { return false }
          nextTry = MonotonicClock.nanoseconds() + Self.retryNanoseconds
          device = opened(&lastFault)
          return device != nil
        }
      }
    }
  }

  private func idle(_ name: String) -> NullDevice {
    NullDevice(name: name, rate: Self.idleShape.rate, blockFrames: Self.idleShape.blockFrames)
  }

  /// Opens the device.
  private func opened(_ lastFault: inout String) -> (any AudioDevice)? {
    do {
      return try open()
    } catch {
      report(error, &lastFault)
      return nil
    }
  }

  /// Reports a fault when it is another than the last one, or a block was played since.
  private func report(_ fault: AudioFault, _ lastFault: inout String) {
    if fault.description != lastFault { renderer.deviceFailed(fault) }
    lastFault = fault.description
  }

  /// Runs one device as one epoch, until it ends or fails or is to make way.
  private func stream(_ device: any AudioDevice, _ lastFault: inout String, until makesWay: () -> Bool) {
    let shape = device.shape
    var model = AudioClock(
      epoch: epoch, rate: shape.rate, blockFrames: shape.blockFrames, queuedFrames: shape.queuedFrames)
    var seenXruns = 0
    var hasPlayed = false
    var fault: AudioFault?
    do throws(AudioFault) {
      try StreamRunner(device).run(
        until: { isStopping || makesWay() },
        began: {
          renderer.streamBegins(epoch: epoch, shape: shape, device: device.name)
          clock.publish(model)
          epoch += 1
        }
      ) { block in
        hasPlayed = true
        model.blockArrived(
          frame: block.frame, nanoseconds: MonotonicClock.nanoseconds(), afterGap: block.afterGap)
        clock.publish(model)
        renderer.render(block)
        blockDone.ring()
        if device.xruns != seenXruns {
          xruns.add(UInt64(device.xruns - seenXruns))
          seenXruns = device.xruns
        }
      }
    } catch {
      fault = error
    }
    if hasPlayed { lastFault = "" }
    if let fault { report(fault, &lastFault) }
  }
}

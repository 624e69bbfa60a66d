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

  /// An input with a clock of its own has captured something, at `ratio` frames of the stream for each of its own:
  /// neither allocate nor wait.
  func listen(_ block: StreamRunner.InputBlock, ratio: Double)

  /// A device could not be opened, or was lost, whole or one side; the stream goes on with what there is until it can
  /// be had again.
  func deviceFailed(_ fault: AudioFault)
}

/// The audio thread: keeps a stream running, on a sound card while there is one and on the clock while there is not.
///
/// Each time the device changes, a new epoch begins. A device that is lost is opened anew at once, and again every
/// second while that fails; one that was opened in part is opened anew when the rest can be had, which a thread of its
/// own looks for.
public final class AudioThread: @unchecked Sendable {
  /// The clock of the running stream: one reader.
  public let clock: Snapshot<AudioClock>
  /// How fast its clocks are: one reader.
  public let rates: Snapshot<StreamRates>
  /// Rung after every block.
  public let blockDone: WakeSignal
  /// Xruns of all devices so far.
  public let xruns = Counter()

  private let source: any DeviceSource
  private let renderer: any AudioRenderer
  private let stopping = Counter()
  private let paused = Snapshot(false)
  private var thread: WorkerThread?
  private var searcher: WorkerThread?
  private var first: OpenedDevice?
  private var epoch: Int32 = 0
  private var lastFault = ""
  // How often the device is to be opened anew, and how often it was.
  private let reopenings = Counter()
  private var reopened: UInt64 = 0
  // How often something began and ceased to be missing: odd while it is.
  private let shortages = Counter()
  private let search = WakeSignal()

  /// SCHED_FIFO priority of an audio thread; everything else lies below it.
  public static let priority: Int32 = 80
  /// Opening a sound card reads alsa-lib's configuration, which recurses deeply.
  private static let stackBytes = 1 << 20
  private static let retryNanoseconds: Int64 = 1_000_000_000
  private static let searchMilliseconds: Int32 = 250
  private static let idleShape = StreamShape(rate: 48_000, blockFrames: 256, inputChannels: 0)

  /// Makes a thread that is not running yet.
  ///
  /// - Parameters:
  ///   - renderer: who renders.
  ///   - blockDone: rung after every block.
  ///   - source: opens the device.
  public init(renderer: any AudioRenderer, blockDone: WakeSignal, source: any DeviceSource) {
    self.renderer = renderer
    self.blockDone = blockDone
    self.source = source
    let clock = AudioClock(epoch: -1, rate: Self.idleShape.rate, blockFrames: Self.idleShape.blockFrames)
    self.clock = Snapshot(clock)
    rates = Snapshot(StreamRates(epoch: -1, isCard: false, pace: StreamRates.Clock(clock)))
  }

  /// Starts the thread.
  ///
  /// - Parameter first: the device to begin with, already open; nil to open one.
  /// - Returns: whether it has real-time priority; nil when the system has no room for a thread.
  public func start(with first: OpenedDevice? = nil) -> Bool? {
    self.first = first
    searcher = WorkerThread(name: "card search", priority: .normal, stackBytes: Self.stackBytes) { [self] in
      lookForCards()
    }
    guard searcher != nil else { return nil }
    thread = WorkerThread(
      name: "audio", priority: .realtime(Self.priority), stackBytes: Self.stackBytes,
      body: { [self] in run() })
    guard let thread else {
      endSearch()
      return nil
    }
    return thread.hasPriority
  }

  /// Gives the sound card back and runs on the clock alone, or takes the card up again.
  ///
  /// One thread only.
  public func setPaused(_ isPaused: Bool) { paused.publish(isPaused) }

  /// Has the device opened anew: the source would give another one now.
  ///
  /// Any thread.
  public func reopen() { reopenings.add() }

  /// Asks the thread to end, and waits until it has.
  public func stop() {
    stopping.add()
    thread?.join()
    thread = nil
    endSearch()
  }

  private var isStopping: Bool { stopping.value > 0 }

  // MARK: The search for what is missing

  private var isShort: Bool { shortages.value % 2 == 1 }

  /// Any thread may look, the audio thread alone sets it.
  private func setShort(_ short: Bool) { if short != isShort { shortages.add() } }

  private func endSearch() {
    search.ring()
    searcher?.join()
    searcher = nil
  }

  private func lookForCards() {
    while !isStopping {
      search.wait(milliseconds: Self.searchMilliseconds)
      let shortage = shortages.value
      guard shortage % 2 == 1, !isStopping, source.canImprove() else { continue }
      // Unless that was settled meanwhile.
      if shortages.value == shortage { reopen() }
    }
  }

  // MARK: The stream

  private func run() {
    var device = first ?? opened()
    first = nil
    while !isStopping {
      if paused.read() {
        device = nil
        setShort(false)
        idle("power off") { !paused.read() }
        if !isStopping { device = opened() }
      } else if device != nil {
        let lasted = stream(&device, isCard: true) { paused.read() || reopened != reopenings.value }
        // One that fails at once is not opened without pause.
        if !isStopping, !paused.read(), lasted >= Self.retryNanoseconds || reopened != reopenings.value {
          device = opened()
        }
      } else {
        setShort(false)
        var nextTry = MonotonicClock.nanoseconds() + Self.retryNanoseconds
        idle("no sound card") {
          if paused.read() { return true }
          guard MonotonicClock.nanoseconds() >= nextTry || reopened != reopenings.value else { return false }
          nextTry = MonotonicClock.nanoseconds() + Self.retryNanoseconds
          device = opened()
          return device != nil
        }
      }
    }
  }

  /// Keeps the stream's time by the clock.
  private func idle(_ name: String, until isOver: () -> Bool) {
    var device: OpenedDevice? = OpenedDevice(
      NullDevice(name: name, rate: Self.idleShape.rate, blockFrames: Self.idleShape.blockFrames))
    _ = stream(&device, isCard: false, until: isOver)
  }

  /// Opens the device, as the source would have it now.
  private func opened() -> OpenedDevice? {
    reopened = reopenings.value
    do {
      return try source.open()
    } catch {
      report(error)
      return nil
    }
  }

  /// Reports a fault when it is another than the last one, or all was well since.
  private func report(_ fault: AudioFault) {
    if fault.description != lastFault { renderer.deviceFailed(fault) }
    lastFault = fault.description
  }

  /// Runs one device as one epoch, until it ends or fails or is to make way, and lets go of it: nobody can open a card
  /// that we still hold, ourselves included.
  ///
  /// - Returns: for how long it ran, in nanoseconds.
  private func stream(_ held: inout OpenedDevice?, isCard: Bool, until makesWay: () -> Bool) -> Int64 {
    guard let opened = held.take() else { return 0 }
    let device = opened.device
    var clocks = StreamClocks(epoch: epoch, shape: device.shape, isCard: isCard)
    var seenXruns = 0
    var hasPlayed = false
    var missing = opened.missing
    let begun = MonotonicClock.nanoseconds()
    do throws(AudioFault) {
      try StreamRunner(device).run(
        until: { isStopping || makesWay() },
        began: {
          renderer.streamBegins(epoch: epoch, shape: device.shape, device: device.name)
          clock.publish(clocks.pace)
          epoch += 1
          if let missing { report(missing) }
          setShort(missing != nil)
        },
        listen: { block in
          clocks.inputArrived(block, at: device.inputPlace, now: MonotonicClock.nanoseconds())
          renderer.listen(block, ratio: clocks.rates.ratio)
        },
        render: { block in
          clocks.blockArrived(block, at: device.place, now: MonotonicClock.nanoseconds())
          clock.publish(clocks.pace)
          rates.publish(clocks.rates)
          renderer.render(block)
          blockDone.ring()
          if missing == nil, let fault = device.inputFault {
            missing = fault
            report(fault)
            setShort(true)
          } else if missing == nil, isCard, !hasPlayed {
            lastFault = ""
          }
          hasPlayed = true
          if device.xruns != seenXruns {
            xruns.add(UInt64(device.xruns - seenXruns))
            seenXruns = device.xruns
          }
        })
    } catch {
      report(error)
    }
    return MonotonicClock.nanoseconds() - begun
  }
}

internal import Glibc
internal import Meters
internal import Timebase
internal import TunerRules

/// The meters on a whole terminal: drawn at most sixty times a second while something moves, and not at all else.
final class TerminalSession: SessionDisplay {
  private let console: Console
  private let device: TerminalDevice
  private let painter: TerminalPainter
  private var screen: TerminalScreen
  private var input = TerminalInput()
  private var panel = FrontPanel()
  private var model = MeterModel()
  private var size: (columns: Int, rows: Int)
  private var painted: (view: MeterView, grid: CellGrid)?
  private var steppedAt = MonotonicClock.nanoseconds()
  private(set) var isToEnd = false
  private var typedAt: Int64 = 0
  // Something happened too soon after the last frame to be shown in it.
  private var owesFrame = false
  private var hasInput: Bool

  /// The shortest time from one frame to the next.
  private static let frameNanoseconds: Int64 = 16_500_000
  /// After an Escape that nothing follows for so long, it was the key.
  private static let escapeNanoseconds: Int64 = 40_000_000

  /// Takes the terminal over; nil where there is none that can show more than lines.
  ///
  /// - Parameters:
  ///   - console: where lines go that the terminal does not show.
  ///   - signals: the descriptor of the terminal's signals.
  init?(_ console: Console, signals: Int32) {
    let capabilities = TerminalCapabilities { name in getenv(name).map { String(cString: $0) } }
    guard let capabilities, let device = TerminalDevice(signals: signals) else { return nil }
    self.console = console
    self.device = device
    painter = TerminalPainter(capabilities)
    screen = TerminalScreen(capabilities)
    size = device.size
    hasInput = device.input >= 0
  }

  var descriptors: [pollfd] {
    [
      pollfd(fd: hasInput ? device.input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.blocked, events: Int16(POLLOUT), revents: 0)
    ]
  }

  var patience: Int32? {
    let now = MonotonicClock.nanoseconds()
    var wait: Int64?
    if input.isWaiting { wait = max(0, typedAt + Self.escapeNanoseconds - now) }
    if owesFrame { wait = min(wait ?? .max, max(0, steppedAt + Self.frameNanoseconds - now)) }
    if let deadline = model.deadline {
      let next = max(0, steppedAt + max(Self.frameNanoseconds, Int64(deadline * 1e9)) - now)
      wait = min(wait ?? next, next)
    }
    return wait.map { Int32(clamping: ($0 + 999_999) / 1_000_000) }
  }

  func show(_ reading: Reading, _ status: InstrumentStatus) -> [FrontPanel.Request] {
    device.flush()
    followSignals()
    let requests = takeInput(status)
    let now = MonotonicClock.nanoseconds()
    // Between two frames nothing is looked at but what was typed.
    owesFrame = now - steppedAt < Self.frameNanoseconds && requests.isEmpty && painted != nil
    guard !owesFrame else { return requests }
    let seconds = Double(now - steppedAt) * 1e-9
    steppedAt = now
    model.step(reading, status, panel: panel.view(status), seconds: seconds)
    paint()
    return requests
  }

  func say(_ line: String) {
    model.say(line)
    if isatty(STDERR_FILENO) == 0 { console.say(line) }
  }

  func close() -> [FrontPanel.Request] {
    device.leave()
    return panel.close()
  }

  private func paint() {
    guard device.isReady, model.view != painted?.view else { return }
    let grid = painter.paint(model.view, columns: size.columns, rows: size.rows, after: painted)
    painted = (model.view, grid)
    let bytes = screen.bytes(for: grid)
    if !bytes.isEmpty { device.write(bytes) }
  }

  private func followSignals() {
    let signals = device.takeSignals()
    if signals.isToStop {
      device.stop()
      redraw()
    }
    if signals.isResized { redraw() }
  }

  private func redraw() {
    size = device.size
    screen.forget()
    painted = nil
  }

  private func takeInput(_ status: InstrumentStatus) -> [FrontPanel.Request] {
    var requests: [FrontPanel.Request] = []
    var polled = pollfd(fd: hasInput ? device.input : -1, events: Int16(POLLIN), revents: 0)
    var events: [TerminalInput.Event] = []
    let now = MonotonicClock.nanoseconds()
    if poll(&polled, 1, 0) > 0 {
      if let bytes = device.read() { events = input.take(bytes) } else { hasInput = false }
      typedAt = now
    } else if input.isWaiting, now - typedAt >= Self.escapeNanoseconds {
      events = input.end()
    }
    guard !events.isEmpty else { return [] }
    for event in events {
      guard let input = panelInput(event, status) else { continue }
      for request in panel.handle(input, status) {
        switch request {
        case .quit: isToEnd = true
        case .redraw: redraw()
        default: requests.append(request)
        }
      }
    }
    // What a key changes in the panel is seen at once.
    steppedAt = min(steppedAt, now - Self.frameNanoseconds)
    return requests
  }

  private func panelInput(_ event: TerminalInput.Event, _ status: InstrumentStatus) -> FrontPanel.Input? {
    switch event {
    case .input(let input): return input
    case .press(let column, let row): return .press(place(column, row, status))
    case .drag(let column, let row): return .drag(place(column, row, status))
    case .release(let column, let row): return .release(place(column, row, status))
    case .scroll(let isUp):
      guard case .menu = panel.view(status).overlay else { return nil }
      return isUp ? .up : .down
    case .control: return nil
    }
  }

  /// What is drawn at a cell: of the view that the player sees.
  private func place(_ column: Int, _ row: Int, _ status: InstrumentStatus) -> FrontPanel.Place {
    TerminalLayout(model.view, columns: size.columns, rows: size.rows)?.place(column: column, row: row) ?? .nothing
  }
}

internal import Glibc
internal import Meters
internal import Realtime
internal import Timebase
internal import TunerRules
internal import Tuning

/// The housekeeping thread of a running instrument: starts it, shows what it reads, passes on what is asked for at the
/// display, prints what it has to say, and stops it on a signal.
struct LiveSession {
  /// How what is heard is shown.
  enum Display: String, CaseIterable {
    /// Meters on the whole terminal.
    case terminal
    /// Lines on standard output.
    case line
    /// Sentences on standard output.
    case spoken
    /// Objects on standard output.
    case json
    /// Not at all.
    case none
  }

  private let console: Console
  private let interrupts: Interrupts
  private let display: Display
  /// Seconds after which it ends by itself; nil for never.
  var seconds: Double?

  /// Milliseconds after which the thread looks at what rings no bell: xruns, files that have come to rest.
  private static let restMilliseconds: Int32 = 200
  /// Xruns that follow one another within this time are said in one line.
  private static let burstNanoseconds: Int64 = 2_000_000_000

  /// Prepares a session, and holds signals back from here on: before any thread is made, a library's own included.
  ///
  /// - Parameters:
  ///   - console: where it speaks.
  ///   - display: how what is heard is shown.
  init(console: Console, display: Display) {
    self.console = console
    self.display = display
    interrupts = Interrupts(hasTerminal: display == .terminal)
  }

  /// Runs an instrument until a signal arrives, the player ends it, or the time is up.
  func run(_ plan: Instrument.Plan) throws(CommandFault) {
    let notices = Notices()
    let instrument = Instrument(plan, notices: notices)
    let display = makeDisplay()
    defer { _ = display.close() }
    try instrument.start()
    let end = seconds.map { MonotonicClock.nanoseconds() + Int64($0 * 1e9) }
    var xruns: UInt64 = 0
    var xrunsSaidAt: Int64 = 0
    var rateReport = RateReport()
    while end.map({ MonotonicClock.nanoseconds() < $0 }) ?? true {
      wait(for: instrument, display, notices, plan.files)
      if interrupts.arrived || display.isToEnd { break }
      keep(plan.files, instrument, display)
      for line in notices.take() { display.say(line) }
      if instrument.xruns != xruns, MonotonicClock.nanoseconds() - xrunsSaidAt >= Self.burstNanoseconds {
        let count = instrument.xruns - xruns
        display.say("xrun: sound was lost \(count == 1 ? "once" : "\(count) times"); a longer --period helps")
        xruns += count
        xrunsSaidAt = MonotonicClock.nanoseconds()
      }
      for line in rateReport.lines(instrument.rates) { display.say(line) }
      instrument.stirred.clear()
      instrument.board.changed.clear()
      instrument.ask(display.show(instrument.readings.read(), instrument.board.status.read()))
    }
    instrument.ask(display.close())
    instrument.stop()
    keep(plan.files, instrument, display)
    for line in notices.take() { console.say(line) }
    console.flush()
  }

  private func makeDisplay() -> any SessionDisplay {
    switch display {
    case .terminal: TerminalSession(console, signals: interrupts.terminal) ?? LineDisplay(console, .meter)
    case .line: LineDisplay(console, .meter)
    case .spoken: LineDisplay(console, .spoken)
    case .json: LineDisplay(console, .json)
    case .none: NoDisplay(console)
    }
  }

  /// Waits until something happens, or the display has something to do.
  private func wait(
    for instrument: Instrument, _ display: any SessionDisplay, _ notices: Notices, _ files: PlayerFiles?
  ) {
    let watched = [
      interrupts.descriptor, notices.posted.descriptor, instrument.stirred.descriptor,
      instrument.board.changed.descriptor,
      files?.descriptor ?? -1
    ]
    var polled = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + display.descriptors
    poll(&polled, nfds_t(polled.count), min(Self.restMilliseconds, display.patience ?? Self.restMilliseconds))
  }

  /// Follows what has changed on disk, and keeps what the player has changed; without files it is forgotten.
  private func keep(_ files: PlayerFiles?, _ instrument: Instrument, _ display: any SessionDisplay) {
    let changes = instrument.takePlayerChanges()
    guard let files else { return }
    if let first = changes.first, let last = changes.last, let fault = files.save(from: first.from, to: last.to) {
      display.say(fault)
    }
    let (found, faults) = files.changes()
    for fault in faults { display.say(fault) }
    for change in found { instrument.follow(change) }
  }
}

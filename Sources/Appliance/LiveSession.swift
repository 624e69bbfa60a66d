internal import Glibc
internal import Meters
internal import Realtime
internal import Timebase
internal import TunerRules
internal import Tuning

/// The housekeeping thread of a running instrument: starts it, shows what it reads, prints what it has to say, and
/// stops it on a signal.
struct LiveSession {
  private let console: Console
  private let interrupts: Interrupts
  private let showsReadings: Bool
  /// Seconds after which it ends by itself; nil for never.
  var seconds: Double?

  /// Milliseconds from one look at the reading to the next.
  private static let frameMilliseconds: Int32 = 50
  /// Readings that go into a pipe or a file are written when they move by so many cents, and at most so often.
  private static let pipeCents = 1.0
  private static let pipeNanoseconds: Int64 = 250_000_000
  /// Xruns that follow one another within this time are said in one line.
  private static let burstNanoseconds: Int64 = 2_000_000_000

  /// Prepares a session, and holds signals back from here on: before any thread is made, a library's own included.
  ///
  /// - Parameters:
  ///   - console: where it speaks.
  ///   - showsReadings: whether what is heard is shown.
  init(console: Console, showsReadings: Bool) {
    self.console = console
    interrupts = Interrupts()
    self.showsReadings = showsReadings
  }

  /// Runs an instrument until a signal arrives or the time is up.
  func run(_ plan: Instrument.Plan) throws(CommandFault) {
    let notices = Notices()
    let instrument = Instrument(plan, notices: notices)
    try instrument.start()
    let end = seconds.map { MonotonicClock.nanoseconds() + Int64($0 * 1e9) }
    var display = Display(isTerminal: console.isTerminal, inTuneCents: plan.tuning.settings.inTuneCents)
    var xruns: UInt64 = 0
    var xrunsSaidAt: Int64 = 0
    var rateReport = RateReport()
    while end.map({ MonotonicClock.nanoseconds() < $0 }) ?? true {
      var polled = [
        pollfd(fd: interrupts.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: notices.posted.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: plan.files?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      ]
      poll(&polled, nfds_t(polled.count), Self.frameMilliseconds)
      if interrupts.arrived { break }
      keep(plan.files, instrument, &display)
      for line in notices.take() { say(line, &display) }
      if instrument.xruns != xruns, MonotonicClock.nanoseconds() - xrunsSaidAt >= Self.burstNanoseconds {
        let count = instrument.xruns - xruns
        say("xrun: sound was lost \(count == 1 ? "once" : "\(count) times"); a longer --period helps", &display)
        xruns += count
        xrunsSaidAt = MonotonicClock.nanoseconds()
      }
      for line in rateReport.lines(instrument.rates) { say(line, &display) }
      if showsReadings, let text = display.text(instrument.readings.read()) {
        console.write(text)
        console.flush()
      }
    }
    instrument.stop()
    keep(plan.files, instrument, &display)
    for line in notices.take() { say(line, &display) }
    if let text = display.close() { console.write(text) }
    console.flush()
  }

  /// Follows what has changed on disk, and keeps what the player has changed; without files it is forgotten.
  private func keep(_ files: PlayerFiles?, _ instrument: Instrument, _ display: inout Display) {
    let changes = instrument.takePlayerChanges()
    guard let files else { return }
    if let first = changes.first, let last = changes.last, let fault = files.save(from: first.from, to: last.to) {
      say(fault, &display)
    }
    let (found, faults) = files.changes()
    for fault in faults { say(fault, &display) }
    for change in found {
      if case .settings(_, let settings) = change { display.meter.inTuneCents = settings.inTuneCents }
      instrument.follow(change)
    }
  }

  private func say(_ line: String, _ display: inout Display) {
    if let text = display.close() { console.write(text) }
    console.say(line)
  }

  /// What is shown of the readings: one line that is rewritten on a terminal, a line for every change elsewhere.
  private struct Display {
    let isTerminal: Bool
    var meter: LineMeter
    private var shown = ""
    private var shownCents = 0.0
    private var shownNote: String?
    private var shownAt: Int64 = 0
    private var isOpen = false

    init(isTerminal: Bool, inTuneCents: Double) {
      self.isTerminal = isTerminal
      meter = LineMeter(inTuneCents: inTuneCents)
    }

    /// What to write; nil while nothing has changed.
    mutating func text(_ reading: Reading) -> String? {
      if isTerminal {
        let line = meter.line(reading)
        guard line != shown else { return nil }
        shown = line
        isOpen = true
        return "\r\(line)"
      }
      let note = reading.target?.name
      let cents = reading.cents.value
      let now = MonotonicClock.nanoseconds()
      guard note != shownNote || (note != nil && abs(cents - shownCents) >= LiveSession.pipeCents),
        note != shownNote || now - shownAt >= LiveSession.pipeNanoseconds
      else { return nil }
      (shownNote, shownCents, shownAt) = (note, cents, now)
      return meter.line(reading) + "\n"
    }

    /// Ends the line that is being rewritten.
    mutating func close() -> String? {
      guard isOpen else { return nil }
      isOpen = false
      shown = ""
      return "\n"
    }
  }
}

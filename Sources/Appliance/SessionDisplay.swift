internal import Glibc
internal import Meters
internal import Timebase
internal import TunerRules
internal import Tuning

/// How a session shows what is heard: the housekeeping thread's.
protocol SessionDisplay: AnyObject {
  /// What it waits for, besides what the session waits for.
  var descriptors: [pollfd] { get }
  /// Milliseconds until it wants to be asked again though nothing happened; nil for never.
  var patience: Int32? { get }
  /// Whether the player has asked for the end.
  var isToEnd: Bool { get }

  /// Shows what there is to show; returns what the player asks for.
  func show(_ reading: Reading, _ status: InstrumentStatus) -> [FrontPanel.Request]
  /// Says a line.
  func say(_ line: String)
  /// Ends; returns what is to be asked for last.
  func close() -> [FrontPanel.Request]
}

extension SessionDisplay {
  var descriptors: [pollfd] { [] }
  var isToEnd: Bool { false }
}

/// Shows nothing; what is said goes to standard error.
final class NoDisplay: SessionDisplay {
  private let console: Console
  let patience: Int32? = nil

  init(_ console: Console) { self.console = console }

  func show(_ reading: Reading, _ status: InstrumentStatus) -> [FrontPanel.Request] { [] }

  func say(_ line: String) { console.say(line) }

  func close() -> [FrontPanel.Request] { [] }
}

/// Writes lines on standard output: one that is rewritten on a terminal, one for every change elsewhere.
final class LineDisplay: SessionDisplay {
  /// What the lines are.
  enum Kind {
    /// Note, cents, hertz and a ruler.
    case meter
    /// Sentences, for a screen reader.
    case spoken
    /// An object a line, for other programs.
    case json
  }

  private let console: Console
  private let kind: Kind
  private var meter = LineMeter()
  private var sentences = SpokenMeter()
  private var objects = JSONMeter()
  private var seenAt = MonotonicClock.nanoseconds()
  private var shown = ""
  private var shownCents = 0.0
  private var shownNote: String?
  private var shownAt: Int64 = 0
  private var isLineOpen = false

  /// Milliseconds from one look at the reading to the next.
  let patience: Int32? = 50
  /// Lines that go into a pipe or a file are written when the reading moves by so many cents, and at most so often.
  private static let pipeCents = 1.0
  private static let pipeNanoseconds: Int64 = 250_000_000

  init(_ console: Console, _ kind: Kind) {
    self.console = console
    self.kind = kind
  }

  func show(_ reading: Reading, _ status: InstrumentStatus) -> [FrontPanel.Request] {
    let now = MonotonicClock.nanoseconds()
    let seconds = Double(now - seenAt) * 1e-9
    seenAt = now
    let text: String?
    switch kind {
    case .meter: text = line(reading, inTuneCents: status.inTuneCents, at: now)
    case .spoken:
      text = sentences.step(reading, inTuneCents: status.inTuneCents, seconds: seconds).map { $0 + "\n" }
    case .json: text = objects.step(reading, inTuneCents: status.inTuneCents, seconds: seconds).map { $0 + "\n" }
    }
    guard let text else { return [] }
    console.write(text)
    console.flush()
    return []
  }

  func say(_ line: String) {
    endLine()
    console.say(line)
  }

  func close() -> [FrontPanel.Request] {
    endLine()
    console.flush()
    return []
  }

  /// The line of the meter; nil while nothing has changed.
  private func line(_ reading: Reading, inTuneCents: Double, at now: Int64) -> String? {
    meter.inTuneCents = inTuneCents
    if console.isTerminal {
      let line = meter.line(reading)
      guard line != shown else { return nil }
      shown = line
      isLineOpen = true
      return "\r\(line)"
    }
    let note = reading.target?.name
    let cents = reading.cents.value
    guard note != shownNote || (note != nil && abs(cents - shownCents) >= Self.pipeCents),
      note != shownNote || now - shownAt >= Self.pipeNanoseconds
    else { return nil }
    (shownNote, shownCents, shownAt) = (note, cents, now)
    return meter.line(reading) + "\n"
  }

  /// Ends the line that is being rewritten.
  private func endLine() {
    guard isLineOpen else { return }
    isLineOpen = false
    shown = ""
    console.write("\n")
  }
}

internal import Glibc
public import MIDIMessages
internal import Timebase
internal import Tuning

/// Turns readings into what port `pitch` sends: notes that sound as the instrument did, or what a display shows.
///
/// Every note-on has its note-off; what tunes a note precedes its note-on, is never beyond its range, and never sent
/// more than 50 times a second. Pure: stepped once a reading, on the analysis thread.
public struct PitchToMIDI: Sendable {
  /// How it is sent.
  public let settings: PitchOut.Settings
  private var follower: NoteFollower
  private var writer: NoteWriter
  private var display: DeviationSender

  /// Makes a sender that is silent.
  ///
  /// - Parameters:
  ///   - settings: how to send.
  ///   - rate: frames a second of the readings' times.
  ///   - previous: the sender before it, with the same settings, which has released its note: what it has tuned stands
  ///     where it left it.
  public init(settings: PitchOut.Settings, rate: Int, after previous: PitchToMIDI? = nil) {
    self.settings = settings
    follower = NoteFollower(rate: rate, reach: settings.range, limits: settings.mode.pitchLimits)
    writer = previous?.writer ?? NoteWriter(settings: settings, rate: rate)
    display = previous?.display ?? DeviationSender(settings: settings, rate: rate)
    writer.setRate(rate)
    display.setRate(rate)
  }

  /// The note that sounds, or is lit, if one does.
  public var soundingNote: UInt7? { settings.mode == .display ? display.litNote : writer.sounding?.note }

  /// Takes in a reading; appends what is to be sent, in order.
  public mutating func step(_ reading: Reading, into out: inout [Message]) {
    if settings.mode == .display {
      display.step(reading, into: &out)
      return
    }
    let action = follower.step(
      reading, pitch: pitch(reading.frequency, target: reading.target),
      beginning: reading.beginning.flatMap { pitch($0.frequency, target: $0.target) },
      mayStart: writer.mayStart(at: reading.time))
    switch action {
    case .nothing: break
    case .stop: writer.stop(into: &out)
    case .start(let pitch, let velocity):
      writer.stop(into: &out)
      writer.start(pitch, velocity: velocity, at: reading.time, into: &out)
    case .move(let pitch): writer.move(to: pitch, at: reading.time, into: &out)
    }
  }

  /// Ends the note that sounds; the bend is left, so that a release tail is not detuned.
  public mutating func release(into out: inout [Message]) {
    _ = follower.release()
    writer.stop(into: &out)
    display.release(into: &out)
  }

  /// Ends the note that sounds and centres the bend: the last thing that is sent.
  public mutating func finish(into out: inout [Message]) {
    release(into: &out)
    writer.centre(into: &out)
  }

  /// Semitones above note 0, of A4 = 440 Hz or of the target; nil where nothing is heard.
  private func pitch(_ frequency: Double, target: Target?) -> Double? {
    guard frequency > 0, frequency.isFinite else { return nil }
    if settings.reference == .relative, let target {
      return Double(target.note) + Frequency(hertz: frequency).cents(above: target.frequency).value / 100
    }
    return 69 + 12 * log2(frequency / 440)
  }
}

extension PitchOut.Mode {
  /// The pitches that can be sent, in semitones above note 0: a key cannot be tuned below it.
  fileprivate var pitchLimits: ClosedRange<Double> { self == .mts ? 0...127.999 : -2...130 }
}

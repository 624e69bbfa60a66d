internal import Glibc
public import MIDIMessages
internal import Timebase
internal import Tuning

/// Turns readings into notes and pitch bend: what a DAW records of the instrument.
///
/// The bend is absolute: the equal-tempered note of A4 = 440 Hz plus the bend is the true frequency, whatever the
/// tuner's own reference. A bend always precedes its note-on; every note-on has its note-off; a bend is never sent
/// beyond its range and never faster than 50 times a second. Pure: stepped once a reading, on the analysis thread.
public struct PitchToMIDI: Sendable {
  /// How it is sent.
  public struct Settings: Hashable, Sendable {
    /// The channel.
    public var channel = Channel(clamping: 0)
    /// The bend range that receivers are told.
    public var bendRange = BendRange.standard

    /// The defaults: channel 1, two semitones.
    public init() {}
  }

  /// A new note number is sent only when the pitch lies further than this from the sounding one, in cents.
  public static let hysteresisCents = 60.0
  /// And does so for this many readings.
  public static let hysteresisReadings = 2
  /// A jump of an octave without an attack must be heard for this long, in seconds: in a decay it is most often none.
  public static let octaveSeconds = 0.043
  /// The mean time between two bends at the least, in seconds.
  ///
  /// A note's first bend may come one such time early, so that the note need not wait; even so no second has more
  /// than 50.
  public static let bendSeconds = 0.021
  /// An attack this soon after a note-on belongs to that note, in seconds.
  public static let attackSeconds = 0.07

  /// How it is sent.
  public let settings: Settings
  private let rate: Int
  private let bendFrames: Int64
  private var sounding: UInt7?
  private var soundingSince = StreamTime.zero
  private var bend: UInt14
  private var nextBend = StreamTime.zero
  private var otherReadings = 0
  private var otherSince = StreamTime.zero
  private var pendingAttack = false
  private var peakLevel: Float = -120

  /// Makes a sender that is silent.
  ///
  /// - Parameters:
  ///   - settings: how to send.
  ///   - rate: frames a second of the readings' times.
  ///   - previous: the sender before it, which has released its note: the bend stands where that one left it.
  public init(settings: Settings, rate: Int, after previous: PitchToMIDI? = nil) {
    self.settings = settings
    bend = previous?.bend ?? PitchBend.centre
    self.rate = rate
    bendFrames = Int64(FrameCount.of(seconds: Self.bendSeconds, rate: rate))
  }

  /// What a receiver must be told before the first note: the bend range, and that no parameter is selected after it.
  public static func introduction(_ settings: Settings) -> [Message] {
    RegisteredParameter.bendRange(settings.bendRange, channel: settings.channel)
  }

  /// The note that sounds, if one does.
  public var soundingNote: UInt7? { sounding }

  /// Takes in a reading; appends what is to be sent, in order.
  public mutating func step(_ reading: Reading, into out: inout [Message]) {
    if reading.attack {
      pendingAttack = true
      peakLevel = reading.level
    }
    peakLevel = max(peakLevel, reading.level)
    guard reading.isLatched else {
      release(into: &out)
      return
    }
    guard reading.frequency > 0 else { return }
    let pitch = 69 + 12 * log2(reading.frequency / 440)
    guard let sounding else {
      start(pitch, at: reading.time, into: &out)
      return
    }
    let cents = (pitch - Double(sounding.value)) * 100
    let isElsewhere = abs(cents) > Self.hysteresisCents
    if isElsewhere, otherReadings == 0 { otherSince = reading.time }
    otherReadings = isElsewhere ? otherReadings + 1 : 0
    let isBelieved =
      abs(cents) < 1050 || pendingAttack || seconds(since: otherSince, reading.time) >= Self.octaveSeconds
    // An attack elsewhere is another note's: its first reading, of a window that is not full yet, is not taken for it.
    if (otherReadings >= Self.hysteresisReadings && isBelieved) || (!isElsewhere && isNewAttack(at: reading.time)) {
      guard mayStart(at: reading.time) else { return }
      release(into: &out)
      start(pitch, at: reading.time, into: &out)
    } else if !isElsewhere {
      let value = PitchBend.value(cents: cents, range: settings.bendRange)
      guard value != bend, reading.time >= nextBend else { return }
      send(bend: value, at: reading.time, into: &out)
    }
  }

  /// Ends the note that sounds; the bend is left, so that a release tail is not detuned.
  public mutating func release(into out: inout [Message]) {
    if let note = sounding {
      out.append(.noteOff(channel: settings.channel, note: note, velocity: 64))
    }
    sounding = nil
    otherReadings = 0
  }

  /// Ends the note that sounds and centres the bend: the last thing that is sent.
  public mutating func finish(into out: inout [Message]) {
    release(into: &out)
    if bend != PitchBend.centre { send(bend: PitchBend.centre, at: nextBend, into: &out) }
  }

  private mutating func start(_ pitch: Double, at time: StreamTime, into out: inout [Message]) {
    let nearest = pitch.rounded()
    guard nearest >= 0, nearest <= 127, mayStart(at: time) else { return }
    let note = UInt7(clamping: Int(nearest))
    send(
      bend: PitchBend.value(cents: (pitch - nearest) * 100, range: settings.bendRange), at: time, into: &out)
    out.append(.noteOn(channel: settings.channel, note: note, velocity: velocity))
    sounding = note
    soundingSince = time
    otherReadings = 0
    pendingAttack = false
    peakLevel = -120
  }

  private mutating func send(bend value: UInt14, at time: StreamTime, into out: inout [Message]) {
    out.append(.pitchBend(channel: settings.channel, value: value))
    bend = value
    nextBend = max(nextBend, time).advanced(by: bendFrames)
  }

  /// Whether a note's first bend may be sent: it has waited for all bends but the last.
  private func mayStart(at time: StreamTime) -> Bool { time >= nextBend.advanced(by: -bendFrames) }

  private mutating func isNewAttack(at time: StreamTime) -> Bool {
    guard pendingAttack else { return false }
    pendingAttack = false
    return seconds(since: soundingSince, time) >= Self.attackSeconds
  }

  /// 1…127 for -60…0 dBFS of the attack's loudest hop.
  private var velocity: UInt7 {
    // Clamped before the conversion, which would trap on what an Int cannot hold.
    UInt7(clamping: Int(min(127, max(1, 127 + peakLevel * (127.0 / 60))).rounded()))
  }

  private func seconds(since earlier: StreamTime, _ time: StreamTime) -> Double {
    earlier.epoch == time.epoch ? Double(time.frame - earlier.frame) / Double(rate) : .infinity
  }
}

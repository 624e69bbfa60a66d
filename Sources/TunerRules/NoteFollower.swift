internal import Glibc
internal import MIDIMessages
internal import Timebase

/// Decides where notes begin and end in a line of readings, and knows nothing of how they are sent.
///
/// A pitch that moves smoothly is bent, as far as a bend reaches; one that jumps is another note, and so is a fresh
/// attack. An attack is not believed at once: what the tracker reads just after it is still the note before, so a new
/// note of the same pitch is one only when a new note of another pitch would have been heard by then. Where the tracker
/// has read a note's beginning, that is believed at once, and for a while more than what its windows show.
struct NoteFollower: Sendable {
  /// What is to be done for a reading.
  enum Action: Equatable {
    case nothing
    /// The note that sounds, if one does, ends, and another begins.
    case start(pitch: Double, velocity: UInt7)
    /// The note that sounds is bent.
    case move(pitch: Double)
    /// The note that sounds ends.
    case stop
  }

  /// A jump is one only when it leads further than this from the sounding note, in cents.
  static let hysteresisCents = 60.0
  /// And does so for this many readings.
  static let hysteresisReadings = 2
  /// Or for this many that are not clear: they may be of two notes at once.
  static let blurredReadings = 6
  /// The clarity from which one is.
  static let clear: Float = 0.85
  /// How fast a pitch may move to be bent rather than jump, in cents a second; a whole tone in 80 ms.
  static let glideCentsPerSecond = 2500.0
  /// What counts as no jump however soon the next reading comes: low notes are read every few hops only.
  static let glideCents = 15.0
  /// The longest gap over which a glide is followed, in seconds.
  static let glideSeconds = 0.02
  /// A jump of an octave without an attack must be heard for this long, in seconds: in a decay it is most often none.
  static let octaveSeconds = 0.1
  /// An attack this soon after the start of a note belongs to it, in seconds.
  static let ownAttackSeconds = 0.07
  /// How long after an attack whose beginning was not read the same pitch is a new note, in seconds and in periods: as
  /// long as the note before may still be read.
  static let repeatSeconds = 0.04
  static let repeatPeriods = 3.0
  /// The clarity of a reading that the tracker reports because the note was there before, not because it hears it.
  static let heldClarity: Float = 0.5

  /// A beginning further than this from a semitone's middle, in semitones, must be read `driftingReadings` times: the
  /// pitch may be on its way to it.
  static let offCentre = 0.3
  static let driftingReadings = 3
  /// Seconds after a beginning in which other readings may still be of the note before.
  static let beginningSeconds = 0.15
  /// Readings in a row, of a third pitch, that correct a beginning within that time.
  static let correctingReadings = 8

  /// The number of the note that sounds.
  private(set) var note: Int?

  private let rate: Int
  private let reachCents: Double
  private let limits: ClosedRange<Double>
  private var since = StreamTime.zero
  private var lastPitch = 0.0
  private var lastTime = StreamTime.zero
  private var jumpReadings = 0
  private var jumpPitch = 0.0
  private var jumpSince = StreamTime.zero
  private var attack: StreamTime?
  private var attackLevel: Float = -120
  /// Whether the note that sounds was started by a beginning, not long ago.
  private var isYoung = false
  /// The pitch that a beginning ended, until the readings know the new one.
  private var before: Double?
  /// Whether the readings know the note that a beginning started.
  private var isKnown = true
  private var beginningReadings = 0

  /// - Parameters:
  ///   - rate: frames a second of the readings' times.
  ///   - reach: how far a note may be bent.
  ///   - limits: the pitches that can be sent.
  init(rate: Int, reach: BendRange, limits: ClosedRange<Double>) {
    self.rate = rate
    // Upwards a bend lacks one step.
    reachCents = reach.cents * 8191 / 8192
    self.limits = limits
  }

  /// Takes in a reading.
  ///
  /// - Parameters:
  ///   - reading: the next one.
  ///   - pitch: its pitch in semitones above note 0; nil where it has none.
  ///   - beginning: the pitch of a note that has just begun; nil where none has.
  ///   - mayStart: whether a note may begin now; where not, it begins with a later reading.
  mutating func step(_ reading: Reading, pitch: Double?, beginning: Double?, mayStart: Bool) -> Action {
    if reading.attack {
      attack = reading.time
      attackLevel = reading.level
    } else if attack != nil {
      attackLevel = max(attackLevel, reading.level)
    }
    if isYoung, seconds(from: since, to: reading.time) >= Self.beginningSeconds { (isYoung, isKnown) = (false, true) }
    beginningReadings = beginning == nil ? 0 : beginningReadings + 1
    if let beginning, isBelieved(beginning, at: reading.time), mayStart { return begin(beginning, reading) }
    guard reading.isLatched || isYoung || isGoingOn(pitch, at: reading.time) else { return release() }
    guard let pitch, pitch.isFinite else { return .nothing }
    guard let note else {
      return mayStart ? start(pitch, reading) : .nothing
    }
    if attack != nil, reading.clarity <= Self.heldClarity { return .nothing }
    let cents = abs(pitch - Double(note)) * 100
    if !isKnown {
      if cents <= Self.hysteresisCents {
        isKnown = true
      } else if let before, abs(pitch - before) * 100 <= Self.hysteresisCents {
        return .nothing
      }
    }
    let glides = isGlide(to: pitch, at: reading.time)
    if cents <= min(Self.hysteresisCents, reachCents) || (attack == nil && glides && cents <= reachCents) {
      jumpReadings = 0
      (lastPitch, lastTime) = (pitch, reading.time)
      if isNewNote(reading) { return mayStart ? start(pitch, reading) : .nothing }
      return limits.contains(pitch) ? .move(pitch: pitch) : release()
    }
    if glides, attack == nil {
      // The bend is at its end: the slide goes on with another note.
      return mayStart ? start(pitch, reading) : .nothing
    }
    // Held by its presence, a note comes back only when it is heard.
    if reading.clarity <= Self.heldClarity { return .nothing }
    if jumpReadings == 0 || abs(pitch - jumpPitch) * 100 > Self.hysteresisCents {
      jumpReadings = 0
      jumpSince = reading.time
    }
    jumpReadings += 1
    jumpPitch = pitch
    let isBelieved =
      cents < 1050 || attack != nil || seconds(from: jumpSince, to: reading.time) >= Self.octaveSeconds
    let fewest = reading.clarity >= Self.clear ? Self.hysteresisReadings : Self.blurredReadings
    let readings = isKnown ? fewest : Self.correctingReadings
    guard jumpReadings >= readings, isBelieved, mayStart else { return .nothing }
    return start(pitch, reading)
  }

  /// Ends the note, if one sounds.
  mutating func release() -> Action {
    jumpReadings = 0
    (isYoung, isKnown) = (false, true)
    guard note != nil else { return .nothing }
    note = nil
    return .stop
  }

  private mutating func start(_ pitch: Double, _ reading: Reading) -> Action {
    let nearest = pitch.rounded()
    guard limits.contains(pitch), nearest >= 0, nearest <= 127 else { return release() }
    let level = attack == nil ? reading.level : max(attackLevel, reading.level)
    note = Int(nearest)
    since = reading.time
    (lastPitch, lastTime) = (pitch, reading.time)
    jumpReadings = 0
    attack = nil
    (isYoung, isKnown) = (false, true)
    return .start(pitch: pitch, velocity: Self.velocity(level))
  }

  /// Whether a beginning is that of a note which does not sound yet.
  private func isBelieved(_ pitch: Double, at time: StreamTime) -> Bool {
    guard pitch.isFinite,
      abs(pitch - pitch.rounded()) <= Self.offCentre || beginningReadings >= Self.driftingReadings
    else { return false }
    guard let note, abs(pitch - Double(note)) * 100 <= Self.hysteresisCents else { return true }
    return seconds(from: since, to: time) >= Self.ownAttackSeconds
  }

  private mutating func begin(_ pitch: Double, _ reading: Reading) -> Action {
    let last = note == nil ? nil : lastPitch
    let action = start(pitch, reading)
    if note != nil { (isYoung, isKnown, before) = (true, false, last) }
    return action
  }

  private func isGlide(to pitch: Double, at time: StreamTime) -> Bool {
    let span = min(seconds(from: lastTime, to: time), Self.glideSeconds)
    return abs(pitch - lastPitch) * 100 <= max(Self.glideCents, Self.glideCentsPerSecond * span)
  }

  /// Whether the note that sounds is still heard: on its way between two targets a pitch may be shown as neither.
  private func isGoingOn(_ pitch: Double?, at time: StreamTime) -> Bool {
    guard note != nil, let pitch, pitch.isFinite else { return false }
    return isGlide(to: pitch, at: time)
  }

  /// Whether an attack has made the pitch that sounds a new note.
  private mutating func isNewNote(_ reading: Reading) -> Bool {
    guard let attack else { return false }
    if seconds(from: since, to: attack) < Self.ownAttackSeconds {
      self.attack = nil
      return false
    }
    let wait = Self.repeatSeconds + Self.repeatPeriods / reading.frequency
    return seconds(from: attack, to: reading.time) >= wait
  }

  /// 1…127 for -60…0 dBFS of the attack's loudest hop.
  private static func velocity(_ level: Float) -> UInt7 {
    // Clamped before the conversion, which would trap on what an Int cannot hold.
    UInt7(clamping: Int(min(127, max(1, 127 + level * (127.0 / 60))).rounded()))
  }

  private func seconds(from earlier: StreamTime, to time: StreamTime) -> Double {
    earlier.epoch == time.epoch ? Double(time.frame - earlier.frame) / Double(rate) : .infinity
  }
}

import MIDIMessages
import Timebase
import TunerRules
import Tuning

/// A sender that is given readings hop by hop at 48 kHz.
struct Sender {
  var sender: PitchToMIDI
  private(set) var sent: [Message] = []
  /// What the last reading brought.
  private(set) var last: [Message] = []
  private(set) var hops: Int64 = 0
  private let target: Target

  init(_ mode: PitchOut.Mode = .bend, range: BendRange? = nil, relative: Bool = false, target: Target? = nil) {
    var settings = PitchOut.Settings()
    settings.mode = mode
    settings.bendRange = range
    settings.reference = relative ? .relative : .absolute
    sender = PitchToMIDI(settings: settings, rate: 48_000)
    self.target = target ?? Target(frequency: a440, name: "A4", note: 69)
  }

  var notes: [Int] {
    sent.compactMap { if case .noteOn(_, let note, _) = $0 { note.value } else { nil } }
  }

  /// Hears a pitch in semitones above note 0, for some hops; shows it too, or else what is shown is in tune.
  mutating func hear(
    _ pitch: Double, hops count: Int = 1, level: Float = -20, clarity: Float = 1, attack: Bool = false,
    shown: Bool = false
  ) {
    let hertz = Frequency(hertz: 440).raised(by: Cents(100 * (pitch - 69))).hertz
    for hop in 0..<count {
      step(
        hertz, isLatched: true, level: level, clarity: clarity, attack: attack && hop == 0,
        shown: shown ? hertz : 440)
    }
  }

  /// Hears that a note begins, under a target of its own, while another pitch, if any, is still read and shown.
  mutating func begin(_ pitch: Double, heard: Double? = nil) {
    func hertz(_ pitch: Double) -> Double { Frequency(hertz: 440).raised(by: Cents(100 * (pitch - 69))).hertz }
    step(
      heard.map(hertz) ?? 0, isLatched: heard != nil,
      beginning: Reading.Beginning(frequency: hertz(pitch), target: target))
  }

  /// Hears nothing while the note is still shown.
  mutating func gap(hops count: Int) { for _ in 0..<count { step(0, isLatched: true) } }

  /// Hears nothing, and shows nothing.
  mutating func silence(hops count: Int) { for _ in 0..<count { step(0, isLatched: false) } }

  /// Hears something that is not shown.
  mutating func unconfirmed(_ hertz: Double) { step(hertz, isLatched: false) }

  mutating func finish() {
    last = []
    sender.finish(into: &last)
    sent += last
  }

  private mutating func step(
    _ hertz: Double, isLatched: Bool, level: Float = -20, clarity: Float = 1, attack: Bool = false,
    shown: Double = 440, beginning: Reading.Beginning? = nil
  ) {
    hops += 1
    last = []
    var reading = Reading(
      time: StreamTime(epoch: 0, frame: hops * 256), frequency: hertz, clarity: clarity, level: level,
      attack: attack, target: isLatched ? target : nil, shownFrequency: isLatched ? shown : 0)
    reading.beginning = beginning
    sender.step(reading, into: &last)
    sent += last
  }
}

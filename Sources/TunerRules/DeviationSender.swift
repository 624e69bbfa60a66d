internal import MIDIMessages
internal import Timebase
internal import Tuning

/// Sends what the meter shows, for lights on foot controllers and pads: the nearest target as a note, and how far the
/// pitch is from it.
struct DeviationSender: Sendable {
  /// Seconds from one message to the next at the least: with a hop's coarseness 25 to 30 a second.
  static let seconds = 0.034
  /// The deviation that is the end of the scale, in cents.
  static let fullScaleCents = 50.0
  /// The velocity in tune.
  static let inTuneVelocity = 63.0
  /// The velocity of the note whose deviation controllers carry.
  static let plainVelocity: UInt7 = 100

  private let settings: PitchOut.Settings
  private var interval: Int64
  private var next = StreamTime.zero
  private var lit: (note: UInt7, velocity: UInt7)?
  private var flat: UInt7 = 0
  private var sharp: UInt7 = 0

  init(settings: PitchOut.Settings, rate: Int) {
    self.settings = settings
    interval = Int64(FrameCount.of(seconds: Self.seconds, rate: rate))
  }

  /// The note that is lit.
  var litNote: UInt7? { lit?.note }

  /// Goes on at another rate.
  mutating func setRate(_ rate: Int) { interval = Int64(FrameCount.of(seconds: Self.seconds, rate: rate)) }

  /// Takes in a reading.
  mutating func step(_ reading: Reading, into out: inout [Message]) {
    guard let target = reading.target, let note = UInt7(exactly: target.note) else {
      release(into: &out)
      return
    }
    guard reading.time >= next else { return }
    let before = out.count
    // Clamped before the conversion, which would trap on what an Int cannot hold.
    let share = min(1, max(-1, reading.cents.value / Self.fullScaleCents))
    switch settings.deviation {
    case .velocity: light(note, UInt7(clamping: Int((Self.inTuneVelocity + 62 * share).rounded())), into: &out)
    case .controllers:
      light(note, Self.plainVelocity, into: &out)
      let amount = UInt7(clamping: Int((100 * abs(share)).rounded()))
      set(flat: share < 0 ? amount : 0, sharp: share > 0 ? amount : 0, into: &out)
    }
    if out.count > before { next = reading.time.advanced(by: interval) }
  }

  /// Puts out what is lit, if anything is.
  mutating func release(into out: inout [Message]) {
    guard let lit else { return }
    out.append(.noteOff(channel: settings.channel, note: lit.note, velocity: 64))
    self.lit = nil
    set(flat: 0, sharp: 0, into: &out)
  }

  private mutating func light(_ note: UInt7, _ velocity: UInt7, into out: inout [Message]) {
    if let lit {
      guard lit.note != note || lit.velocity != velocity else { return }
      out.append(.noteOff(channel: settings.channel, note: lit.note, velocity: 64))
    }
    out.append(.noteOn(channel: settings.channel, note: note, velocity: velocity))
    lit = (note, velocity)
  }

  private mutating func set(flat newFlat: UInt7, sharp newSharp: UInt7, into out: inout [Message]) {
    let flatChange = Message.controlChange(
      channel: settings.channel, controller: settings.flatController, value: newFlat)
    let sharpChange = Message.controlChange(
      channel: settings.channel, controller: settings.sharpController, value: newSharp)
    // The one that goes dark comes first, so that never both are lit.
    if newSharp != sharp, newSharp == 0 { out.append(sharpChange) }
    if newFlat != flat { out.append(flatChange) }
    if newSharp != sharp, newSharp > 0 { out.append(sharpChange) }
    (flat, sharp) = (newFlat, newSharp)
  }

}

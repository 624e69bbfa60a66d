import Meters
import Timebase
import TunerRules
import Tuning

/// States of an instrument, and what is heard in them, to be drawn.
struct Scene {
  var name: String
  var status = InstrumentStatus()
  var target: Target?
  var cents = 0.0
  var isClipping = false
  var notice: String?

  /// A reading in which the scene's note is held.
  func reading(frame: Int64 = 0) -> Reading {
    guard let target else { return Reading(time: StreamTime(epoch: 0, frame: frame)) }
    let hertz = target.frequency.raised(by: Cents(cents)).hertz
    var reading = Reading(
      time: StreamTime(epoch: 0, frame: frame), frequency: hertz, clarity: 0.97, level: -18, target: target,
      shownFrequency: hertz)
    reading.isClipping = isClipping
    // Four harmonics, each softer than the one before, as they turn against the target within a hop.
    let seconds = Double(frame) / 48_000
    for i in 0..<4 {
      let difference = (hertz - target.frequency.hertz) * Double(i + 1)
      reading.strobe.amplitudes[i] = Float([0.2, 0.08, 0.03, 0.01][i])
      let turned = difference * seconds
      reading.strobe.phases[i] = turned - turned.rounded(.down)
      reading.strobe.turns[i] = difference * 256 / 48_000
    }
    return reading
  }

  /// The view after a second of it at 60 frames a second.
  func view(meter: DisplaySettings.Meter, subMeter: DisplaySettings.SubMeter? = nil) -> MeterView {
    var model = MeterModel()
    var status = status
    status.display.meter = meter
    status.display.subMeter = subMeter ?? DisplaySettings.partner(of: meter)
    if let notice { model.say(notice) }
    for frame in 0..<60 {
      model.step(reading(frame: Int64(frame) * 800), status, seconds: 1.0 / 60)
    }
    return model.view
  }

  static func note(_ name: String, reference: Double = 440) -> Target {
    let number = NoteName.note(name) ?? 69
    return Target(
      frequency: NoteName.frequency(ofNote: number, reference: Frequency(hertz: reference)), name: name, note: number)
  }

  static func swara(_ degrees: Int, _ naming: SwaraNaming) -> Target {
    let swara = Swara(degreesAboveSa: degrees)
    var intonation = Intonation(ratios: .just(sa: Frequency(hertz: 138.5913)))
    intonation.swaraNaming = naming
    guard let place = intonation.place(of: swara) else { return note("A4") }
    return Target(place)
  }

  static func key(_ target: Target, _ index: Int) -> Ribbon.Key {
    Ribbon.Key(
      id: Ribbon.KeyID(preset: 1, index: Int32(index)), frequency: target.frequency, note: target.note,
      name: target.name)
  }

  /// A guitar on a card, with a keyboard.
  static let guitar: InstrumentStatus = {
    var status = InstrumentStatus()
    status.preset = "Guitar: Standard EADGBE"
    status.keys = ["E2", "A2", "D3", "G3", "B3", "E4"].enumerated().map { key(note($1), $0) }
    status.audio = InstrumentStatus.Connection(isConnected: true, text: "hw:1, 48000 Hz")
    status.midi = InstrumentStatus.Connection(isConnected: true, text: "one keyboard")
    for key in Settings.keys { status.settings[key.name] = key.values(in: Settings()) }
    let presets: [(String, String, String)] = [
      ("chromatic", "Open/Chromatic", "Chromatic"), ("gtr-standard", "Standard EADGBE", "Guitar"),
      ("gtr-drop-d", "Drop D", "Guitar"), ("gtr-dadgad", "DADGAD", "Guitar"), ("vln", "Violin", "Bowed strings")
    ]
    status.presets = presets.map { InstrumentStatus.Choice(id: $0.0, name: $0.1, group: $0.2) }
    status.temperaments = [
      InstrumentStatus.Choice(id: "equal", name: "Equal"),
      InstrumentStatus.Choice(id: "werckmeister-3", name: "Werckmeister III")
    ]
    return status
  }()

  static func indian(_ naming: SwaraNaming) -> InstrumentStatus {
    var status = guitar
    status.preset = "Sitar: Maihar"
    status.keys = [-7, 0, -5, -12, 7, 12, 24].enumerated().map { key(swara($1, naming), $0) }
    status.sa = "C#3"
    status.swaraNaming = naming
    return status
  }

  /// The states that every face is drawn in.
  static let all: [Scene] = {
    var latched = guitar
    latched.sounding = Array(guitar.keys[1...3])
    latched.latched = [guitar.keys[1].id, guitar.keys[3].id]
    var tempered = guitar
    tempered.preset = "Open/Chromatic"
    tempered.keys = (60..<72).enumerated().map { key(note(NoteName.text(ofNote: $1)), $0) }
    tempered.badge = "WERK III / C"
    var bare = guitar
    bare.audio = InstrumentStatus.Connection(isConnected: false, text: "no sound card")
    bare.midi = InstrumentStatus.Connection(isConnected: false, text: "no sequencer")
    var lost = guitar
    lost.audio = InstrumentStatus.Connection(isConnected: false, text: "sound card 'hw:1' is gone")
    let carnatic = SwaraNaming(tradition: .carnatic)
    return [
      Scene(name: "silent", status: guitar), Scene(name: "flat", status: guitar, target: note("A2"), cents: -31),
      Scene(name: "in tune", status: guitar, target: note("E4"), cents: 0.4),
      Scene(name: "sharp", status: guitar, target: note("G3"), cents: 12.3, isClipping: true),
      Scene(name: "sargam", status: indian(SwaraNaming()), target: swara(16, SwaraNaming()), cents: -8),
      Scene(name: "Carnatic", status: indian(carnatic), target: swara(-8, carnatic), cents: 2),
      Scene(name: "Werckmeister", status: tempered, target: note("C#4"), cents: 41),
      Scene(name: "three latches", status: latched, target: note("D3"), cents: -3.5),
      Scene(name: "no devices", status: bare),
      Scene(name: "card lost", status: lost, notice: "sound card 'hw:1' is gone; trying again every second")
    ]
  }()
}

import TestSupport
import TunerRules
import Tuning

let a440 = Frequency(hertz: 440)
let saOf440 = NoteName.frequency(ofNote: 61, reference: a440)

/// Room for the rounding of logarithms and powers, in cents: a millionth of what anyone hears.
let arithmeticCents = 1e-6

/// The shipped preset of that id, and its place in its file.
func shipped(_ id: String, in file: String) -> (preset: Preset, number: Int)? {
  let path = Checkout.root + "/Presets/" + file
  let text = String(decoding: TemporaryFolder.read(path), as: UTF8.self)
  let presets = PresetFile.parse(text, file: file).presets
  return presets.firstIndex { $0.id == id }.map { (presets[$0], $0) }
}

/// The first preset of a text.
func preset(_ text: String) -> Preset? {
  PresetFile.parse("group G\n" + text, file: "test").presets.first
}

/// The route of a preset that is written out here, equal-tempered unless told otherwise.
func route(
  _ text: String, number: Int = 0, temperament: Temperament = .equal, reference: Frequency = a440,
  sa: Frequency = saOf440, chromaticBase: Int = NoteName.c4
) -> Route? {
  guard let preset = preset(text), let reference = try? ReferencePitch(hertz: reference.hertz),
    let sa = Sa(hertz: sa.hertz)
  else { return nil }
  var settings = TuningSettings()
  settings.usesTemperament = true
  settings.reference = reference
  settings.sa = sa
  settings.ribbonBase = chromaticBase
  return ModeRouter.route(settings, preset: preset, number: number, temperament: temperament)
}

/// Guitar Standard, written out so that a test shows what it plays.
let guitarText = "preset gtr-standard \"Standard\"\nstrings E2 A2 D3 G3 B3 E4\n"

/// The voices as effects alone would leave them: what a synthesizer knows of a ribbon.
struct Voices {
  private(set) var playing: [Ribbon.KeyID: Ribbon.Key] = [:]
  /// The first thing that cannot be: a second start, a stop of nothing, more than three at once.
  private(set) var fault: String?

  var keys: Set<Ribbon.Key> { Set(playing.values) }

  mutating func apply(_ effect: Ribbon.Effect) {
    switch effect {
    case .start(let key):
      if playing.updateValue(key, forKey: key.id) != nil { note("\(key.name) starts twice") }
    case .stop(let key):
      if playing.removeValue(forKey: key.id) == nil { note("\(key.name) stops without a start") }
    case .retune(let key, let next):
      if playing.removeValue(forKey: key.id) == nil { note("\(key.name) moves without a start") }
      if playing.updateValue(next, forKey: next.id) != nil { note("\(key.name) moves onto another voice") }
    }
    if playing.count > Ribbon.cap { note("\(playing.count) voices at once") }
  }

  private mutating func note(_ text: String) { if fault == nil { fault = text } }
}

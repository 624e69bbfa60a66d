import MIDIMessages
import Testing
import TunerRules
import Tuning

struct SettingsTests {
  @Test(
    "A first start has Guitar Standard at 440 Hz in equal temperament, latching keys and an absolute bend of two semitones"
  )
  func defaults() {
    let settings = Settings()
    let tuning = settings.tuning
    #expect(tuning.presetID == "gtr-standard")
    #expect(shipped(tuning.presetID, in: "02-guitar.presets")?.preset.name == "Standard EADGBE")
    #expect(tuning.reference.note == 69 && tuning.reference.frequency.hertz == 440)
    #expect(tuning.temperamentID == "equal" && !tuning.usesTemperament && tuning.anchor == .reference)
    #expect(tuning.keyboardMapID == nil && tuning.tonic == 0 && tuning.ribbonBase == 60)
    #expect(abs(tuning.sa.frequency.hertz - 277.18) < 0.01 && !tuning.overridesRatios)
    #expect(tuning.showsSwaras && tuning.swaraNaming == SwaraNaming(tradition: .hindustani, capitalMa: .shuddha))
    #expect(settings.controls.keyMode == .latch)
    #expect(settings.controls.strum == .controller(.modulation))
    #expect(settings.pitchOut.range.semitones == 2 && settings.pitchOut.channel.number == 1)
    #expect(shipped(TuningSettings.chromaticPresetID, in: "01-chromatic.presets")?.preset.isChromatic == true)
  }
}

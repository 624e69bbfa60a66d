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
    #expect(settings.presetID == "gtr-standard")
    #expect(shipped(settings.presetID, in: "02-guitar.presets")?.preset.name == "Standard EADGBE")
    #expect(settings.reference.hertz == 440)
    #expect(settings.temperamentID == "equal")
    #expect(abs(settings.sa.hertz - 277.18) < 0.01)
    #expect(settings.controls.keyMode == .latch)
    #expect(settings.controls.strum == .controller(.modulation))
    #expect(settings.pitchOut.bendRange.semitones == 2 && settings.pitchOut.channel.number == 1)
    #expect(Settings.referenceRange == 300...600)
    #expect(shipped(Settings.chromaticPresetID, in: "01-chromatic.presets")?.preset.isChromatic == true)
  }
}

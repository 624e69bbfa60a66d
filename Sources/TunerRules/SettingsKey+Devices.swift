extension SettingsKey {
  /// Sound cards and MIDI connections.
  static let devices: [SettingsKey] = [
    .text("capture", "the sound card that is listened to", expected: "an ALSA name", \.audio.capture),
    .text("playback", "the sound card that is played to", expected: "an ALSA name", \.audio.playback),
    .number("rate", "frames a second to ask the card for", \.audio.rate, in: AudioSettings.rates),
    .number("period", "frames of a block to ask the card for", \.audio.periodFrames, in: AudioSettings.periodRange),
    .number("periods", "blocks that the card may hold", \.audio.periods, in: AudioSettings.periodCounts),
    .one(
      "input-channel", "the input channel that is listened to, or by itself the one with the signal",
      expected: "auto, or a whole number from 1 to \(AudioSettings.channelNumbers.upperBound)",
      read: { text, settings in
        let number = Int(text).flatMap { AudioSettings.channelNumbers.contains($0) ? $0 : nil }
        guard number != nil || text == "auto" else { return false }
        settings.audio.inputChannel = number.map { $0 - 1 }
        return true
      }, write: { $0.audio.inputChannel.map { String($0 + 1) } ?? "auto" }),
    .number(
      "trim", "how much faster the card that is listened to runs than it says; readings are put right by it",
      \.audio.trim, in: AudioSettings.trimRange, unit: " parts per million"),
    .one(
      "playback-trim", "the same of the card that is played to, for the drones; or the same",
      expected:
        "same, or a number from \(AudioSettings.trimRange.lowerBound) to \(AudioSettings.trimRange.upperBound) parts per million",
      read: { text, settings in
        let number = Double(text).flatMap { AudioSettings.trimRange.contains($0) ? $0 : nil }
        guard number != nil || text == "same" else { return false }
        settings.audio.playbackTrim = number
        return true
      }, write: { $0.audio.playbackTrim.map { String($0) } ?? "same" }),
    .toggle("thru", "whether the input is let through to the output", \.audio.hasThru),
    .words(
      "small-speakers", "the playback cards that feed a small loudspeaker", expected: "ALSA names",
      \.audio.smallSpeakers),
    SettingsKey(
      name: "wire", expected: "SENDER -> RECEIVER, or SENDER -x-> RECEIVER to keep them apart",
      summary: "what is connected to what; the last rule that fits wins",
      isList: true,
      read: { text, settings in
        guard !text.isEmpty else { return false }
        settings.wiring.append(text)
        return true
      }, write: { $0.wiring }, clear: { $0.wiring = [] })
  ]
}

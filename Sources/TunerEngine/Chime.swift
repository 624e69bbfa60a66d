internal import DroneSynth
internal import Timebase
internal import Tuning

/// The start chime: the third, fifth and octave of C major, one after the other, low.
enum Chime {
  /// The notes, as MIDI note numbers.
  static let notes = [76, 79, 84]
  /// Seconds from one onset to the next.
  static let spacingSeconds = 0.127
  /// Seconds for which each is held.
  static let heldSeconds = 0.12
  /// The linear gain: 20 dB under a drone.
  static let gain: Float = 0.1

  /// The events that play it, in the order of their times.
  ///
  /// - Parameters:
  ///   - time: of the first onset.
  ///   - rate: frames a second.
  static func events(at time: StreamTime, rate: Int) -> [RenderEvent] {
    var events: [RenderEvent] = []
    for (index, note) in notes.enumerated() {
      let voice = VoiceID(UInt64.max - UInt64(index))
      let frequency = NoteName.frequency(ofNote: note, reference: Frequency(hertz: 440)).hertz
      let onset = time.advanced(by: Int64(FrameCount.of(seconds: Double(index) * spacingSeconds, rate: rate)))
      let end = onset.advanced(by: Int64(FrameCount.of(seconds: heldSeconds, rate: rate)))
      events.append(RenderEvent(time: onset, change: .start(voice, frequency: frequency, gain: gain)))
      events.append(RenderEvent(time: end, change: .stop(voice)))
    }
    return events
  }
}

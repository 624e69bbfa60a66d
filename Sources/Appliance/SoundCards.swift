internal import AudioDevices

/// How the sound card is opened, each time anew.
struct SoundCards: Sendable {
  /// What to ask for.
  let request: ALSADuplex.Request
  /// Whether one side will do where the other does not exist: a computer without an input still plays drones, and one
  /// without an output still reads.
  let takesOneSide: Bool

  /// Opens both sides, or the one there is.
  @Sendable
  func open() throws(AudioFault) -> any AudioDevice {
    do throws(AudioFault) {
      return try ALSADuplex(request)
    } catch {
      guard takesOneSide, error.kind == .missing else { throw error }
      var playback = request
      playback.capture = nil
      if let device = try? ALSADuplex(playback) { return device }
      var capture = request
      capture.playback = nil
      if let device = try? ALSADuplex(capture) { return device }
      throw error
    }
  }
}

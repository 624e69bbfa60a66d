internal import CALSA

/// What went wrong with the ALSA sequencer: doing what, why, and what helps.
public struct SequencerFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole story in one line.
  public let description: String

  /// The fault that an alsa-lib call returned.
  ///
  /// - Parameters:
  ///   - code: the negative return code.
  ///   - operation: what was being done, as in "cannot OPERATION".
  init(_ code: Int32, _ operation: String) {
    let reason = String(cString: snd_strerror(code))
    switch -code {
    case ENOENT, ENODEV:
      description =
        "ALSA sequencer: cannot \(operation): there is none (/dev/snd/seq is missing); load it with 'modprobe snd-seq'"
    case EACCES, EPERM:
      description =
        "ALSA sequencer: cannot \(operation): \(reason); add this user to the group 'audio' and log in again"
    default: description = "ALSA sequencer: cannot \(operation): \(reason)"
    }
  }
}

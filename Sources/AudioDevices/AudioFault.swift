internal import CALSA
internal import Glibc

/// What went wrong with a sound card or an audio file: where, doing what, why, and what helps.
public struct AudioFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is, for whoever decides what to do next.
  public enum Kind: Hashable, Sendable {
    /// There is no such device.
    case missing
    /// Another program holds it.
    case busy
    /// This user may not.
    case forbidden
    /// The device cannot do what was asked.
    case unsupported
    /// It stopped working.
    case failed
  }

  /// The kind.
  public let kind: Kind
  /// The whole story in one line.
  public let description: String

  /// Makes a fault.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// The fault that an alsa-lib call on a device returned.
  ///
  /// - Parameters:
  ///   - code: the negative return code.
  ///   - operation: what was being done, as in "cannot OPERATION".
  ///   - device: the device's name.
  static func alsa(_ code: Int, _ operation: String, device: String) -> AudioFault {
    let reason = String(cString: snd_strerror(Int32(code)))
    let story = "sound card '\(device)': cannot \(operation): \(reason)"
    switch -Int32(code) {
    case ENOENT, ENODEV, ENXIO:
      // A card whose control device may not be opened cannot be found by its name either.
      return hasForbiddenCard ? forbidden(story) : AudioFault(.missing, story)
    case EBUSY: return busy(operation, device: device, holder: nil)
    case EACCES, EPERM: return forbidden(story)
    case EINVAL: return AudioFault(.unsupported, story)
    default: return AudioFault(.failed, story)
    }
  }

  /// The fault of a card that another program holds.
  static func busy(_ operation: String, device: String, holder: CardHolder?) -> AudioFault {
    let who = holder.map { "\($0) holds it; stop that program" } ?? "another program holds it; stop that program"
    return AudioFault(.busy, "sound card '\(device)': cannot \(operation): \(who), or choose another card")
  }

  private static func forbidden(_ story: String) -> AudioFault {
    AudioFault(.forbidden, story + "; add this user to the group 'audio' and log in again")
  }

  /// Whether there is a card that this user may not open.
  private static var hasForbiddenCard: Bool {
    (0..<32).contains { card in
      let path = "/dev/snd/controlC\(card)"
      return access(path, F_OK) == 0 && access(path, R_OK | W_OK) != 0
    }
  }
}

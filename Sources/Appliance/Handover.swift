internal import AudioDevices

/// An open device on its way to whoever will use it.
///
/// Taken once, so that nobody on the way keeps it open: a card is given back only when the last who knows it lets go.
final class Handover {
  private var device: OpenedDevice?

  init(_ device: OpenedDevice) { self.device = device }

  /// The device, the first time; nil after that.
  func take() -> OpenedDevice? {
    defer { device = nil }
    return device
  }
}

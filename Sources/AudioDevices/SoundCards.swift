internal import Synchronization
internal import Timebase

/// A device that was opened, and what of it could not be had.
public struct OpenedDevice {
  /// What was opened.
  public var device: any AudioDevice
  /// Why one side of what was asked for is missing; nil where nothing is.
  public var missing: AudioFault?

  /// Makes a description.
  public init(_ device: any AudioDevice, missing: AudioFault? = nil) {
    self.device = device
    self.missing = missing
  }
}

/// Where the audio thread has its devices from.
public protocol DeviceSource: AnyObject, Sendable {
  /// Opens as much as can be had.
  ///
  /// Audio thread; between two streams, where it may take its time.
  func open() throws(AudioFault) -> OpenedDevice

  /// Whether another `open` would get more than the last one did.
  ///
  /// Any other thread; it may take its time.
  func canImprove() -> Bool
}

/// The sound cards a player has chosen: both sides where they can be had, and one where the other is missing, busy or
/// lost, so that drones go on without a microphone and the tuner without a loudspeaker.
public final class SoundCards: DeviceSource {
  private enum Side { case capture, playback }

  private struct State {
    var request: CardRequest
    var lacking: Side?
    var isHopeless = false
    // An improvement that was promised and did not come is not looked for at once again.
    var hasPromised = false
    var patience: Int64 = 0
    var notBefore: Int64 = 0
  }

  private let state: Mutex<State>

  private static let patienceRange: ClosedRange<Int64> = 1_000_000_000...32_000_000_000

  /// Makes a source that has opened nothing yet.
  public init(_ request: CardRequest) { state = Mutex(State(request: request)) }

  /// What is opened from the next time on.
  ///
  /// Any thread.
  public var request: CardRequest {
    get { state.withLock { $0.request } }
    set { state.withLock { $0 = State(request: newValue) } }
  }

  /// Opens both sides, or the one there is.
  public func open() throws(AudioFault) -> OpenedDevice {
    let request = self.request
    do throws(AudioFault) {
      let device = try DuplexDevice(request)
      settle(lacking: nil, nil)
      return OpenedDevice(device)
    } catch {
      guard request.capture != nil, request.playback != nil else { throw error }
      for side in [Side.capture, .playback] {
        var one = request
        if side == .capture { one.capture = nil } else { one.playback = nil }
        guard let device = try? DuplexDevice(one) else { continue }
        settle(lacking: side, error)
        return OpenedDevice(device, missing: error)
      }
      throw error
    }
  }

  /// Whether the side that is missing can be had again.
  public func canImprove() -> Bool {
    let state = self.state.withLock { $0 }
    guard !state.isHopeless, MonotonicClock.nanoseconds() >= state.notBefore else { return false }
    let canOpen: Bool
    if state.lacking == .playback {
      canOpen = state.request.playback.map { ALSAStream.canOpen($0, .playback) } ?? false
    } else {
      // Missing from the start, or lost while the other side went on.
      canOpen = state.request.capture.map { ALSAStream.canOpen($0, .capture) } ?? false
    }
    if canOpen { self.state.withLock { $0.hasPromised = true } }
    return canOpen
  }

  private func settle(lacking side: Side?, _ fault: AudioFault?) {
    state.withLock {
      if side != nil, $0.hasPromised {
        $0.patience = min(Self.patienceRange.upperBound, max(Self.patienceRange.lowerBound, 2 * $0.patience))
      } else {
        $0.patience = 0
      }
      $0.notBefore = MonotonicClock.nanoseconds() + $0.patience
      $0.hasPromised = false
      $0.lacking = side
      $0.isHopeless = fault?.kind == .unsupported
    }
  }
}

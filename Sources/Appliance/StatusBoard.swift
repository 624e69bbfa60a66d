internal import AudioDevices
internal import Meters
internal import Realtime
internal import Synchronization
internal import TunerEngine
internal import TunerRules
internal import Tuning

/// Where the threads of an instrument leave what displays show of it.
final class StatusBoard: Sendable {
  /// The newest status: one reader.
  let status = Snapshot(InstrumentStatus())
  /// Rung when it has changed.
  let changed = WakeSignal()
  /// The sound card, as the audio thread last knew it.
  fileprivate let audio = Mutex(InstrumentStatus.Connection(isConnected: false, text: "no sound card yet"))
}

/// Makes the status of what the control thread owns, and publishes it when it has changed.
///
/// The control thread's alone.
final class StatusReport {
  private let board: StatusBoard
  private var published: InstrumentStatus?
  private var next = InstrumentStatus()
  private var isTuningKnown = false

  init(_ board: StatusBoard) { self.board = board }

  /// Settings, route or library are others than they were.
  func tuningHasChanged() { isTuningKnown = false }

  /// Looks at everything, and tells of it if it is another than before.
  func publish(_ stage: ControlStage, _ tuning: ActiveTuning, _ patchbay: Patchbay) {
    if !isTuningKnown {
      isTuningKnown = true
      take(tuning)
    }
    let surface = stage.surface
    next.sounding = surface.ribbon.sounding
    next.latched = surface.ribbon.latched.map(\.id)
    next.isPowered = surface.isPowered
    next.isMuted = surface.isMuted
    next.isThruMuted = surface.isThruMuted
    next.isPitchMuted = stage.isPitchMuted
    next.gain = stage.level
    next.audio = board.audio.withLock { $0 }
    next.midi = Self.connection(patchbay.state)
    guard next != published else { return }
    published = next
    board.status.publish(next)
    board.changed.ring()
  }

  private func take(_ tuning: ActiveTuning) {
    let settings = tuning.settings
    let route = tuning.route
    let preset = tuning.library.catalog[settings.tuning.presetID]
    let isIndian = route.branch == .indian || route.branch == .indianOverridden
    next.keys = route.keys
    next.preset = preset.map { $0.group == $0.name ? $0.name : "\($0.group): \($0.name)" } ?? settings.tuning.presetID
    next.badge = route.badge
    next.sa = isIndian ? settings.tuning.sa.text : nil
    next.swaraNaming = isIndian && settings.tuning.showsSwaras ? settings.tuning.swaraNaming : nil
    next.reference = settings.tuning.reference
    next.inTuneCents = settings.inTuneCents
    next.display = settings.display
    for key in Settings.keys { next.settings[key.name] = key.values(in: settings) }
    let presets = tuning.library.catalog.presets.map {
      InstrumentStatus.Choice(id: $0.id, name: $0.name, group: $0.group)
    }
    if presets != next.presets { next.presets = presets }
    let temperaments = tuning.library.temperaments.values.map {
      InstrumentStatus.Choice(id: $0.id, name: $0.scale.description.isEmpty ? $0.id : $0.scale.description)
    }.sorted { $0.id < $1.id }
    if temperaments != next.temperaments { next.temperaments = temperaments }
  }

  private static func connection(
    _ state: (isOpen: Bool, fault: String, players: [String])
  ) -> InstrumentStatus.Connection {
    guard state.isOpen else {
      return InstrumentStatus.Connection(isConnected: false, text: state.fault.isEmpty ? "no MIDI yet" : state.fault)
    }
    let text = state.players.isEmpty ? "no keyboard is connected" : state.players.joined(separator: "; ")
    return InstrumentStatus.Connection(isConnected: true, text: text)
  }
}

/// Notes which device the audio thread renders for, on the way to whoever renders.
final class StreamWatch: AudioRenderer {
  private let renderer: any AudioRenderer
  private let board: StatusBoard

  /// What the audio thread calls a stream without a device.
  private static let noCard = "no sound card"

  init(_ renderer: any AudioRenderer, _ board: StatusBoard) {
    self.renderer = renderer
    self.board = board
  }

  func streamBegins(epoch: Int32, shape: StreamShape, device: String) {
    // What runs on the clock alone has no name of a card; the fault that led to it says more.
    if device != Self.noCard {
      board.audio.withLock {
        $0 = InstrumentStatus.Connection(isConnected: true, text: "\(device), \(shape.rate) Hz")
      }
    }
    renderer.streamBegins(epoch: epoch, shape: shape, device: device)
  }

  func render(_ block: StreamRunner.Block) { renderer.render(block) }

  func listen(_ block: StreamRunner.InputBlock, ratio: Double) { renderer.listen(block, ratio: ratio) }

  func deviceFailed(_ fault: AudioFault) {
    board.audio.withLock { $0 = InstrumentStatus.Connection(isConnected: false, text: fault.description) }
    renderer.deviceFailed(fault)
  }
}

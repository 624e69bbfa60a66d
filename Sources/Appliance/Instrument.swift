internal import AudioDevices
internal import MIDIDevices
internal import MIDIMessages
internal import Meters
internal import Realtime
internal import Timebase
internal import TunerEngine
internal import TunerRules
internal import Tuning

/// One running instrument: devices and engine joined, on four threads.
///
/// Audio renders (`AudioThread`), analysis reads what was captured (`AnalysisThread`), control owns the sequencer and
/// the ribbon (`ControlThread`), and the caller's own thread is the housekeeping one: it starts and stops the
/// instrument, paints and prints.
final class Instrument {
  /// What to start.
  struct Plan {
    /// The settings, the library they choose from, and the route they make.
    var tuning: ActiveTuning
    /// What lies on disk, to be followed; nil where settings are not to be kept.
    var files: PlayerFiles?
    /// Opens the sound card; asked again whenever it is lost.
    var source: any DeviceSource
    /// A device that is already open, to begin with.
    var device: Handover?
    /// Notes that are pressed by themselves: seconds after the start, and which.
    var script: [(seconds: Double, note: UInt7)] = []
  }

  /// The newest reading.
  let readings: Snapshot<Reading>
  /// Rung when a display that is at rest has something to show.
  let stirred: WakeSignal
  /// What is known of the instrument, for displays.
  let board = StatusBoard()

  private let renderer: Renderer
  private let audio: AudioThread
  private let analysis: AnalysisThread
  private let control: ControlThread
  private let notices: Notices

  /// Makes an instrument that is not running yet.
  ///
  /// - Parameters:
  ///   - plan: what to start.
  ///   - notices: what it has to say.
  init(_ plan: Plan, notices: Notices) {
    self.notices = notices
    let engine = Engine()
    let blockDone = WakeSignal()
    let outgoing = Outgoing()
    renderer = Renderer(engine: engine, notices: notices)
    audio = AudioThread(renderer: StreamWatch(renderer, board), blockDone: blockDone, source: plan.source)
    first = plan.device?.take()
    analysis = AnalysisThread(
      stage: engine.analysisStage(
        targets: plan.tuning.route.targets, settings: plan.tuning.settings.pitchOut,
        sensitivity: Float(plan.tuning.settings.sensitivity)),
      blockDone: blockDone, outgoing: outgoing)
    readings = analysis.readings
    stirred = analysis.stirred
    let surface = ControlSurface(route: plan.tuning.route, settings: plan.tuning.settings.controls, rate: 48_000)
    control = ControlThread(
      stage: ControlStage(engine: engine, surface: surface, pitchOut: plan.tuning.settings.pitchOut),
      clock: audio.clock,
      outgoing: outgoing,
      notices: notices, tuning: plan.tuning, heard: analysis.heard, script: plan.script, report: StatusReport(board),
      setPaused: { [audio] isPaused in audio.setPaused(isPaused) },
      adoptCards: { [audio, cards = plan.source as? SoundCards] settings in
        let request = CardRequest(settings)
        guard let cards, cards.request != request else { return }
        cards.request = request
        audio.reopen()
      })
  }

  private var first: OpenedDevice?

  /// Starts all threads.
  ///
  /// What is missing is said, and the rest goes on.
  func start() throws(CommandFault) {
    MemoryLock.lock()
    guard control.start(), analysis.start(), let hasPriority = audio.start(with: first) else {
      throw CommandFault("no threads are to be had; another program may have taken them all")
    }
    first = nil
    if !hasPriority {
      notices.post(
        "no right to real-time priority: sound may drop out under load; "
          + "allow it with a line '@audio - rtprio 95' in /etc/security/limits.d and log in again")
    }
  }

  /// Stops in the order in which nothing can be left hanging.
  func stop() {
    control.stopTakingEvents()
    analysis.stop()
    control.releaseAll()
    control.faded.wait(milliseconds: Self.longestFadeMilliseconds)
    audio.stop()
    control.stop()
  }

  /// Has changes of files followed.
  func follow(_ change: PlayerFiles.Change) { control.fileChanges.post(change) }

  /// Passes on what a player asks for at a display.
  func ask(_ requests: [FrontPanel.Request]) { for request in requests { control.displayRequests.post(request) } }

  /// Settings that the player changed at a controller since this was last asked, oldest first.
  func takePlayerChanges() -> [(from: Settings, to: Settings)] { control.playerChanges.take() }

  /// How fast the sound cards' clocks are.
  var rates: StreamRates { audio.rates.read() }

  /// Xruns so far.
  var xruns: UInt64 { audio.xruns.value }

  /// However much waits in the sound card, the program ends within a second.
  private static let longestFadeMilliseconds: Int32 = 700
}

internal import Glibc
internal import MIDIDevices
internal import MIDIMessages
internal import Meters
internal import Realtime
internal import Timebase
internal import TunerEngine
internal import TunerRules

/// The control thread: sole owner of the sequencer and of the ribbon, sole producer of the engine's events.
final class ControlThread: @unchecked Sendable {
  private var stage: ControlStage
  private let clock: Snapshot<AudioClock>
  private let outgoing: Outgoing
  private let notices: Notices
  private var tuning: ActiveTuning
  private let heard: Snapshot<Reading>
  private let setPaused: @Sendable (Bool) -> Void
  private let adoptCards: @Sendable (AudioSettings) -> Void
  private var script: [(seconds: Double, note: UInt7)]

  /// Changes of files that are to be followed.
  let fileChanges = Mailbox<PlayerFiles.Change>()
  /// Settings that the player changed at a controller: before and after.
  let playerChanges = Mailbox<(from: Settings, to: Settings)>()
  /// What players ask for at displays.
  let displayRequests = Mailbox<FrontPanel.Request>()
  private let report: StatusReport
  private let patchbay: Patchbay
  private var lostMessages: UInt64 = 0
  private var epoch: Int32 = -1
  // Read once in a round, so that all that is stamped in it is stamped by one clock.
  private var model: AudioClock
  private let phase = Counter()
  private let wake = WakeSignal()
  private var thread: WorkerThread?
  private var released = false
  private var hasBegun = false
  private var fadeEnds: Int64?
  /// Rung when the output has faded and what was queued has been heard.
  let faded = WakeSignal()
  private var pauseAt: Int64?
  private var nextLatchLook: Int64 = 0

  /// SCHED_FIFO priority: below the audio thread, beside the analysis.
  private static let priority: Int32 = 40
  /// Milliseconds after which the thread looks at the clock and the script although nothing happened.
  private static let waitMilliseconds: Int32 = 50
  /// Milliseconds that receivers are given to take the last messages before the client closes.
  private static let drainMilliseconds: Int32 = 20
  /// The fade of the output when the power goes.
  private static let powerFadeNanoseconds: Int64 = 300_000_000
  /// How often latches are looked at that are to be kept.
  private static let latchNanoseconds: Int64 = 2_000_000_000
  /// Opening the sequencer reads alsa-lib's configuration, which recurses deeply.
  private static let stackBytes = 1 << 20
  /// The sender of the script's notes.
  private static let scriptDevice: Int32 = -1

  init(
    stage: ControlStage, clock: Snapshot<AudioClock>, outgoing: Outgoing, notices: Notices,
    tuning: ActiveTuning, heard: Snapshot<Reading>, script: [(seconds: Double, note: UInt7)],
    report: StatusReport, setPaused: @escaping @Sendable (Bool) -> Void,
    adoptCards: @escaping @Sendable (AudioSettings) -> Void
  ) {
    self.report = report
    self.stage = stage
    self.clock = clock
    model = clock.read()
    self.outgoing = outgoing
    self.notices = notices
    self.tuning = tuning
    self.heard = heard
    self.setPaused = setPaused
    self.adoptCards = adoptCards
    self.script = script
    patchbay = Patchbay(
      rules: tuning.settings.wiring, introductions: Self.introductions(tuning.settings.pitchOut), notices: notices)
  }

  /// Starts the thread; false when the system has no room for one.
  func start() -> Bool {
    thread = WorkerThread(
      name: "control", priority: .realtime(Self.priority), stackBytes: Self.stackBytes, body: { [self] in run() })
    return thread != nil
  }

  /// From now on controllers are ignored.
  func stopTakingEvents() { advance(to: 1) }

  /// Silences the ribbon and fades the output, after what the analysis had to say last.
  func releaseAll() { advance(to: 2) }

  /// Sends what is left, and ends the thread.
  func stop() {
    advance(to: 3)
    thread?.join()
    thread = nil
  }

  private func advance(to wanted: UInt64) {
    phase.add(wanted - phase.value)
    wake.ring()
  }

  private func run() {
    while phase.value < 3 {
      patchbay.lookAfter()
      wait()
      followClock()
      if phase.value == 0 {
        playScript()
        receive()
        followDisplays()
        followPlayer()
        followFiles()
        send(stage.advance(to: now()), from: .drones)
        followPower()
        keepLatches()
      }
      sendPitch()
      patchbay.settle()
      fadeOut()
      report.publish(stage, tuning, patchbay)
    }
    sendPitch()
    poll(nil, 0, Self.drainMilliseconds)
    patchbay.close()
  }

  /// Silences the ribbon once that is asked for, and says when nothing is heard any more.
  private func fadeOut() {
    guard phase.value >= 2 else { return }
    if !released {
      released = true
      send(stage.close(at: now()), from: .drones)
      fadeEnds = MonotonicClock.nanoseconds() + fadeNanoseconds
    }
    if let moment = fadeEnds, MonotonicClock.nanoseconds() >= moment { faded.ring() }
  }

  /// From the moment of a power fade to its last sample's being heard: the block in which it begins, the fade, the
  /// limiter, and all that may wait in the card.
  private var fadeNanoseconds: Int64 {
    let frames = 2 * model.blockFrames + model.queuedFrames + model.rate / 100
    return Self.powerFadeNanoseconds + Int64(frames) * 1_000_000_000 / Int64(model.rate)
  }

  // MARK: Waiting

  private func wait() {
    var polled = [
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outgoing.posted.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: fileChanges.posted.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: displayRequests.posted.descriptor, events: Int16(POLLIN), revents: 0)
    ]
    for descriptor in patchbay.descriptors {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    poll(&polled, nfds_t(polled.count), millisecondsUntilDeadline())
    wake.clear()
  }

  private func millisecondsUntilDeadline() -> Int32 {
    guard phase.value == 0, let deadline = stage.deadline else { return Self.waitMilliseconds }
    guard deadline.epoch == model.epoch else { return 0 }
    let frames = deadline.frame - now().frame
    return max(0, min(Self.waitMilliseconds, Int32(clamping: frames * 1000 / Int64(model.rate) + 1)))
  }

  // MARK: Time

  /// The frame on which something that happened at a moment takes effect: one block later, always, so that the delay
  /// is constant.
  private func time(at nanoseconds: Int64) -> StreamTime {
    StreamTime(
      epoch: model.epoch, frame: max(0, model.frame(atNanoseconds: nanoseconds) + Int64(model.blockFrames)))
  }

  private func now() -> StreamTime { time(at: MonotonicClock.nanoseconds()) }

  private func followClock() {
    model = clock.read()
    guard model.epoch != epoch else { return }
    epoch = model.epoch
    let start = StreamTime(epoch: epoch, frame: 0)
    send(stage.restart(rate: model.rate, at: start), from: .drones)
    guard !hasBegun else { return }
    hasBegun = true
    let settings = tuning.settings
    stage.setSmallSpeaker(settings.audio.hasSmallSpeaker, at: start)
    stage.setThru(settings.audio.hasThru, at: start)
    stage.setClockRatios(input: settings.audio.inputRatio, output: settings.audio.outputRatio, at: start)
    if settings.keepsLatches { send(stage.latch(settings.latched, at: start), from: .drones) }
    if settings.chimes { stage.playChime(at: start.advanced(by: Int64(model.rate / 2)), rate: model.rate) }
  }

  /// Gives the sound card back once the fade is over, and takes it up again when the power comes.
  private func followPower() {
    if stage.surface.isPowered {
      if pauseAt != nil { setPaused(false) }
      pauseAt = nil
    } else if let moment = pauseAt {
      if MonotonicClock.nanoseconds() >= moment { setPaused(true) }
    } else {
      pauseAt = MonotonicClock.nanoseconds() + fadeNanoseconds
    }
  }

  private func playScript() {
    guard let next = script.first, epoch >= 0 else { return }
    let frame = Int64(next.seconds * Double(model.rate))
    guard now().frame >= frame else { return }
    script.removeFirst()
    let message = Message.noteOn(channel: Channel(clamping: 0), note: next.note, velocity: 100)
    send(stage.handle(message, device: Self.scriptDevice, at: now()), from: .drones)
  }

  // MARK: Settings

  private static func introductions(_ settings: PitchOut.Settings) -> [SequencerClient.Port: [Message]] {
    [.pitch: settings.introduction, .drones: DronesToMIDI.introduction(settings)]
  }

  /// Does what was asked for at displays: what concerns the keys as if a controller had asked, the rest at once.
  private func followDisplays() {
    for request in displayRequests.take() {
      switch request {
      case .play(let gesture): send(stage.play(gesture, at: now()), from: .drones)
      case .perform(let action, let switching): send(stage.perform(action, switching, at: now()), from: .drones)
      case .ask(let request): perform(request)
      case .quit, .redraw: break
      }
    }
  }

  /// Does what was asked for at controllers.
  private func followPlayer() {
    for request in stage.takeRequests() { perform(request) }
  }

  /// Does what a player asks for, and has it kept.
  private func perform(_ request: PlayerRequest) {
    let before = tuning.settings
    follow(tuning.perform(request, hearing: heard.read()))
    report.tuningHasChanged()
    if case .set = request { apply(tuning.settings, after: before) }
    playerChanges.post((before, tuning.settings))
  }

  private func followFiles() {
    for change in fileChanges.take() {
      report.tuningHasChanged()
      switch change {
      case .library(let library): follow(tuning.adopt(library))
      case .settings(let old, let new):
        let before = tuning.settings
        follow(tuning.adopt(from: old, to: new))
        apply(tuning.settings, after: before)
        guard tuning.settings.knowsTemperaments != before.knowsTemperaments else { continue }
        // The file did not say so: it was explained just now.
        var untold = tuning.settings
        untold.knowsTemperaments = before.knowsTemperaments
        playerChanges.post((untold, tuning.settings))
      }
    }
  }

  /// Has what is latched kept, where that is wanted: not at every touch, since a write may take long and wears a card.
  private func keepLatches() {
    guard hasBegun, MonotonicClock.nanoseconds() >= nextLatchLook else { return }
    nextLatchLook = MonotonicClock.nanoseconds() + Self.latchNanoseconds
    let before = tuning.settings
    guard before.keepsLatches else { return }
    tuning.keepLatched(stage.surface.ribbon.latched)
    if tuning.settings.latched != before.latched { playerChanges.post((before, tuning.settings)) }
  }

  private func follow(_ outcome: ActiveTuning.Outcome?) {
    guard let outcome else { return }
    notices.post(outcome.notice)
    if outcome.hasMoved { send(stage.install(tuning.route, at: now()), from: .drones) }
  }

  private func apply(_ settings: Settings, after before: Settings) {
    send(stage.adopt(settings.controls, at: now()), from: .drones)
    if settings.pitchOut != before.pitchOut {
      patchbay.introduce(as: Self.introductions(settings.pitchOut))
      send(stage.setPitchOut(settings.pitchOut), from: .drones)
    }
    if settings.wiring != before.wiring { patchbay.rewire(settings.wiring) }
    stage.setSmallSpeaker(settings.audio.hasSmallSpeaker, at: now())
    stage.setThru(settings.audio.hasThru, at: now())
    stage.setClockRatios(input: settings.audio.inputRatio, output: settings.audio.outputRatio, at: now())
    if settings.audio != before.audio { adoptCards(settings.audio) }
    stage.setSensitivity(Float(settings.sensitivity))
  }

  // MARK: MIDI

  private func receive() {
    patchbay.receive { event in
      switch event {
      case .message(let message, let device, let nanoseconds):
        send(stage.handle(message, device: device, at: time(at: nanoseconds)), from: .drones)
      case .released(let device): send(stage.deviceGone(device, at: now()), from: .drones)
      }
    }
  }

  /// Sends what the analysis has for port `pitch`.
  private func sendPitch() {
    send(outgoing.take(), from: .pitch)
    guard outgoing.lost.value != lostMessages else { return }
    // A note-off may be among what did not fit.
    lostMessages = outgoing.lost.value
    patchbay.endNotes(on: .pitch)
  }

  private func send(_ messages: [Message], from port: SequencerClient.Port) { patchbay.send(messages, from: port) }
}

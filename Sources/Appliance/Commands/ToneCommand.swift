internal import AudioDevices
internal import DroneSynth
internal import MIDIMessages
internal import Realtime
internal import Timebase
internal import TunerEngine
internal import TunerRules
internal import Tuning

/// Sounds one reference tone.
enum ToneCommand: Command {
  static let name = "tone"
  static let summary = "sound one note as a reference"
  static let usage = "NOTE|HZ [options]"
  static let discussion = """
    Sounds a drone at a note (A4, Bb2, F#3 …) or a frequency (20 to 8000) until it is
    interrupted, or for --seconds; with -o it goes into a WAV file instead.
    """
  static let options =
    [
      Option(name: "-o", value: "OUT.wav", help: "write a file instead of playing"),
      Option(name: "--wave", value: "drone|sine", help: "a drone's sound, or a tuning fork's (default drone)"),
      Option(name: "--seconds", value: "S", help: "how long (default: until interrupted; 5 with -o)"),
      Option(name: "--playback", value: "CARD", help: "the sound card, by its ALSA name (default 'default')")
    ] + TuningOptions.intonation + CardOptions.options

  private static let frequencies = 20.0...8000.0
  private static let fileSeconds = 5.0

  static func run(_ arguments: Arguments, console: Console) throws(CommandFault) {
    guard arguments.operands.count == 1 else { throw CommandFault("expected 'tone NOTE|HZ'", exit: .usage) }
    let tuning = try TuningOptions.tuning(arguments, defaults: .chromatic)
    // Equal temperament needs no files.
    let temperament =
      tuning.usesTemperament
      ? try TuningOptions.library(arguments, console: console).temperament(tuning) : .equal
    let pitch = try frequency(
      arguments.operands[0], intonation: ModeRouter.intonation(tuning, temperament: temperament))
    // What a WAV file holds at the highest rate, less what dies away after.
    let seconds = try arguments.number("--seconds", in: 0.01...5000)
    var request = CardRequest(try CardOptions.settings(arguments, defaults: AudioSettings()))
    request.capture = nil
    let isSine = try arguments.choice("--wave", of: ["drone", "sine"]) == "sine"
    let tone = Tone(frequency: pitch, waveform: isSine ? .sine : .drone)
    do throws(AudioFault) {
      if let output = arguments.text("-o") {
        let writer = try SoundFileWriter(path: output, rate: request.rate)
        let device = OfflineDevice(
          name: output, shape: StreamShape(rate: request.rate, blockFrames: 256, inputChannels: 0),
          source: { _, frames in frames },
          sink: { samples, frames throws(AudioFault) in try writer.write(samples, frames: frames) })
        try tone.play(on: device, seconds: seconds ?? fileSeconds) { false }
      } else {
        let interrupts = Interrupts()
        request.playback = arguments.text("--playback") ?? "default"
        try tone.playLive(on: try DuplexDevice(request), seconds: seconds, interrupts)
      }
    } catch { throw CommandFault(error.description) }
  }

  private static func frequency(_ text: String, intonation: Intonation) throws(CommandFault) -> Frequency {
    let pitch =
      NoteName.note(text).map {
        intonation.temperament.frequency(ofNote: $0, reference: intonation.reference)
      }
      ?? Double(text.replacingComma).map { Frequency(hertz: $0) }
    guard let pitch, frequencies.contains(pitch.hertz) else {
      throw CommandFault(
        "found '\(text)'; expected a note such as A4 or F#3, or a frequency from 20 to 8000", exit: .usage)
    }
    return pitch
  }
}

/// One drone and nothing else, through the product's engine.
private struct Tone: Sendable {
  let frequency: Frequency
  let waveform: Waveform

  /// Plays on a thread that other programs do not hold up.
  func playLive(on device: DuplexDevice, seconds: Double?, _ interrupts: Interrupts) throws(AudioFault) {
    let outcome = Outcome(device)
    let thread = WorkerThread(name: "audio", priority: .realtime(AudioThread.priority)) {
      do throws(AudioFault) {
        try play(on: outcome.device, seconds: seconds) { interrupts.arrived }
      } catch { outcome.fault = error }
    }
    guard let thread else {
      throw AudioFault(.failed, "no thread is to be had; another program may have taken them all")
    }
    thread.join()
    if let fault = outcome.fault { throw fault }
  }

  /// What the thread is given and leaves behind; the caller looks only after it has ended.
  private final class Outcome: @unchecked Sendable {
    let device: DuplexDevice
    var fault: AudioFault?
    init(_ device: DuplexDevice) { self.device = device }
  }

  /// Plays until told to stop or for so long, and then lets it die away.
  func play(on device: any AudioDevice, seconds: Double?, until isOver: () -> Bool) throws(AudioFault) {
    let engine = Engine()
    let render = engine.renderStage(after: nil, epoch: 0, rate: device.shape.rate)
    let key = Ribbon.Key(
      id: Ribbon.KeyID(preset: Ribbon.KeyID.temporary, index: 0), frequency: frequency, note: 0, name: "")
    var control = ControlStage(
      engine: engine,
      surface: ControlSurface(
        route: Route(single: key), settings: ControlSettings(keyMode: .hold), rate: device.shape.rate))
    control.waveform = waveform
    let channel = Channel(clamping: 0)
    _ = control.handle(.noteOn(channel: channel, note: 0, velocity: 100), device: 0, at: .zero)
    let lastFrame = seconds.map { Int64(FrameCount.of(seconds: $0, rate: device.shape.rate)) }
    var released: Int64?
    var tail: Int64 = 0
    try StreamRunner(device).run(until: {
      released != nil && render.isSilent && tail > Int64(render.delay + device.shape.queuedFrames)
    }) { block in
      let end = block.frame + Int64(block.frames)
      if released == nil, isOver() || lastFrame.map({ $0 < end }) == true {
        let frame = max(block.frame, lastFrame ?? block.frame)
        released = frame
        _ = control.handle(
          .noteOff(channel: channel, note: 0, velocity: 64), device: 0, at: StreamTime(epoch: 0, frame: frame)
        )
      }
      if released != nil, render.isSilent { tail += Int64(block.frames) }
      render.render(
        input: nil, inputChannels: 0, output: block.output, frames: block.frames, frame: block.frame,
        afterGap: block.afterGap)
    }
  }
}

internal import CRealtime
internal import DSP

/// One drone: a band-limited saw through a low-pass that follows it, softly saturated, under an envelope.
struct Voice: Sendable {
  /// Who plays it.
  private(set) var id: VoiceID
  private(set) var envelope: Envelope

  private var saw = Saw()
  private var filter = StateVariableFilter()
  private let sampleRate: Double

  // A glide moves in equal ratios, once every `framesPerUpdate` frames, and ends on the exact frequency.
  private(set) var frequency = 0.0
  /// The frequency in hertz that it sounds, or is on its way to.
  private(set) var target = 0.0
  private var ratio = 1.0
  private var updatesLeft = 0

  /// Frequency and filter change only on absolute multiples of this many frames, so that a render does not
  /// depend on how it was cut into blocks.
  static var framesPerUpdate: Int64 { @_noLocks get { 16 } }
  /// Seconds over which a sounding voice moves to a new frequency.
  static var glideSeconds: Double { @_noLocks get { 0.03 } }
  /// The level into the saturator: nearly linear, warmer at the peaks.
  static var amplitude: Float { @_noLocks get { 1.4 } }

  init(sampleRate: Double) {
    id = VoiceID(0)
    self.sampleRate = sampleRate
    envelope = Envelope(sampleRate: Float(sampleRate))
  }

  var isIdle: Bool { @_noLocks get { envelope.isIdle } }

  var isPlaying: Bool { @_noLocks get { envelope.isPlaying } }

  /// Begins a note from silence: phase, filter and envelope anew.
  @_noLocks
  mutating func start(_ newID: VoiceID, frequency newFrequency: Double) {
    id = newID
    saw = Saw()
    filter.reset()
    envelope = Envelope(sampleRate: Float(sampleRate))
    envelope.start()
    updatesLeft = 0
    setFrequency(newFrequency)
    target = newFrequency
  }

  /// Lifts a note that is fading out, without touching its phase.
  @_noLocks
  mutating func lift(_ newID: VoiceID) {
    id = newID
    envelope.start()
  }

  @_noLocks
  mutating func rename(_ newID: VoiceID) { id = newID }

  @_noLocks
  mutating func release() { envelope.release() }

  @_noLocks
  mutating func steal() { envelope.steal() }

  /// Heads for another frequency over `glideSeconds`.
  @_noLocks
  mutating func glide(to newFrequency: Double) {
    guard newFrequency != target, frequency > 0, newFrequency > 0 else { return }
    target = newFrequency
    let updates = max(1, Self.glideSeconds * sampleRate / Double(Self.framesPerUpdate))
    updatesLeft = Int(updates)
    ratio = cr_exp2(cr_log2(newFrequency / frequency) / Double(updatesLeft))
  }

  /// Adds `count` frames, the first of which is absolute frame `frame`, to the mix and its envelope to the sum.
  @_noLocks
  mutating func render(
    into mix: UnsafeMutablePointer<Float>, envelopes: UnsafeMutablePointer<Float>, frame: Int64, count: Int
  ) {
    if updatesLeft > 0, frame % Self.framesPerUpdate == 0 {
      updatesLeft -= 1
      setFrequency(updatesLeft == 0 ? target : frequency * ratio)
    }
    for i in 0..<count {
      let driven = filter.next(saw.next()) * Self.amplitude
      let gain = envelope.next()
      mix[i] += driven / (1 + abs(driven)) * gain
      envelopes[i] += gain
    }
  }

  @_noLocks
  private mutating func setFrequency(_ hertz: Double) {
    frequency = hertz
    saw.setStep(cycles: hertz / sampleRate)
    let cutoff = min(5000, max(220, 2 * hertz))
    filter.setCutoff(cycles: Float(min(cutoff / sampleRate, 0.45)))
  }
}

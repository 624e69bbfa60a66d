internal import CRealtime
internal import DSP

/// Four voices side by side, one in each lane: a band-limited saw through a low-pass that follows it, softly saturated,
/// under an envelope.
///
/// They run at twice the sampling rate: the saturator makes partials without end, and what would fold back below 20 kHz
/// must be far down before it does.
struct VoiceGroup: Sendable {
  private var ids = SIMD4<UInt64>.zero
  private(set) var envelope: EnvelopeLanes
  private var saw = SawLanes()
  private var filter = StateVariableFilterLanes()
  private var gains = Lanes.one
  private var isSine = SIMDMask<SIMD4<Int32>>(repeating: false)
  private var hasSine = false
  private let sampleRate: Double

  // A glide moves in equal ratios, once every `framesPerUpdate` frames, and ends on the exact frequency.
  private var frequencies = SIMD4<Double>.zero
  private var targets = SIMD4<Double>.zero
  private var ratios = SIMD4<Double>.one
  private var updatesLeft = SIMD4<Int32>.zero

  /// How often a sample of the sampling rate the voices run.
  static var oversampling: Int { @_noLocks get { 2 } }
  /// Frequency and filter change only on absolute multiples of this many frames, so that a render does not depend on
  /// how it was cut into blocks.
  static var framesPerUpdate: Int { @_noLocks get { 16 } }
  /// Seconds over which a sounding voice moves to a new frequency.
  static var glideSeconds: Double { @_noLocks get { 0.03 } }
  /// The level into the saturator: nearly linear, warmer at the peaks.
  static var amplitude: Float { @_noLocks get { 1.4 } }
  /// The level of a sine: as loud as a drone, about.
  static var sineAmplitude: Float { @_noLocks get { 0.5 } }

  /// - Parameter sampleRate: frames a second.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate * Double(Self.oversampling)
    envelope = EnvelopeLanes(sampleRate: Float(sampleRate) * Float(Self.oversampling))
  }

  /// Whether a lane plays under an identity.
  @_noLocks
  func plays(_ lane: Int, _ id: VoiceID) -> Bool { envelope.isPlaying(lane) && ids[lane] == id.number }

  /// Whether a lane sounds like this, but for its envelope.
  @_noLocks
  func sounds(_ lane: Int, frequency: Double, gain: Float, waveform: Waveform) -> Bool {
    let wantsSine: Bool
    if case .sine = waveform { wantsSine = true } else { wantsSine = false }
    return targets[lane] == frequency && gains[lane] == gain && isSine[lane] == wantsSine
  }

  /// The frequency that a lane sounds, or glides to, in hertz.
  @_noLocks
  func target(_ lane: Int) -> Double { targets[lane] }

  /// The frequency that a lane sounds, in hertz.
  @_noLocks
  func frequency(_ lane: Int) -> Double { frequencies[lane] }

  /// Begins a note in a lane from silence: phase, filter and envelope anew.
  @_noLocks
  mutating func start(_ lane: Int, _ id: VoiceID, frequency: Double, gain: Float, waveform: Waveform) {
    ids[lane] = id.number
    gains[lane] = gain
    saw.restart(lane: lane)
    filter.reset(lane: lane)
    envelope.reset(lane)
    envelope.start(lane)
    updatesLeft[lane] = 0
    targets[lane] = frequency
    if case .sine = waveform { isSine[lane] = true } else { isSine[lane] = false }
    hasSine = isSine[0] || isSine[1] || isSine[2] || isSine[3]
    setFrequency(lane, frequency)
  }

  /// Lifts a note that is fading out, without touching its phase.
  @_noLocks
  mutating func lift(_ lane: Int, _ id: VoiceID) {
    ids[lane] = id.number
    envelope.start(lane)
  }

  /// Lets a lane answer to another identity.
  @_noLocks
  mutating func rename(_ lane: Int, _ id: VoiceID) { ids[lane] = id.number }

  @_noLocks
  mutating func release(_ lane: Int) { envelope.release(lane) }

  @_noLocks
  mutating func steal(_ lane: Int) { envelope.steal(lane) }

  /// Sends a lane to another frequency over `glideSeconds`.
  @_noLocks
  mutating func glide(_ lane: Int, to frequency: Double) {
    guard frequency != targets[lane], frequencies[lane] > 0, frequency > 0 else { return }
    targets[lane] = frequency
    let seconds = Double(Self.framesPerUpdate * Self.oversampling) / sampleRate
    let updates = max(1, Int32(Self.glideSeconds / seconds))
    updatesLeft[lane] = updates
    ratios[lane] = cr_exp2(cr_log2(frequency / frequencies[lane]) / Double(updates))
  }

  /// Adds `count` frames, the first of which is absolute frame `frame`, to the mix, and the envelopes to their sums.
  ///
  /// - Parameters:
  ///   - first: `count` samples, the first of each pair at the doubled rate.
  ///   - second: the second of each.
  ///   - envelopeSums: `count` sums.
  ///   - frame: of the first.
  ///   - count: 1…16; the span must not cross a multiple of 16 frames.
  @_noLocks
  mutating func render(
    first: UnsafeMutablePointer<Float>, second: UnsafeMutablePointer<Float>,
    envelopeSums: UnsafeMutablePointer<Float>, frame: Int64, count: Int
  ) {
    if frame % Int64(Self.framesPerUpdate) == 0 { glideOn() }
    for i in 0..<count {
      first[i] += sample(envelope.next())
      let gain = envelope.next()
      second[i] += sample(gain)
      envelopeSums[i] += envelope.weights(gain).sum()
    }
    envelope.settle()
  }

  /// The sum of the lanes' next samples.
  @_noLocks
  private mutating func sample(_ gain: Lanes) -> Float {
    let sine = hasSine ? saw.sine() * Self.sineAmplitude : .zero
    let driven = filter.next(saw.next()) * Self.amplitude
    let magnitude = driven.replacing(with: -driven, where: driven .< 0)
    var shaped = driven / (1 + magnitude)
    if hasSine { shaped.replace(with: sine, where: isSine) }
    return (shaped * (gain * gains)).sum()
  }

  @_noLocks
  private mutating func glideOn() {
    for lane in 0..<4 where updatesLeft[lane] > 0 {
      updatesLeft[lane] -= 1
      setFrequency(lane, updatesLeft[lane] == 0 ? targets[lane] : frequencies[lane] * ratios[lane])
    }
  }

  @_noLocks
  private mutating func setFrequency(_ lane: Int, _ hertz: Double) {
    frequencies[lane] = hertz
    saw.setStep(lane: lane, cycles: hertz / sampleRate)
    let cutoff = min(5000, max(220, 2 * hertz))
    // 45 % of the half of the sampling rate proper, whatever the voices run at.
    let highest = 0.45 * 0.5 / Double(Self.oversampling)
    filter.setCutoff(lane: lane, cycles: Float(min(cutoff / sampleRate, highest)))
  }
}

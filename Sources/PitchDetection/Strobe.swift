internal import CRealtime
internal import DSP

/// Compares a sound with a perfect target: amplitude and phase of what lies at the target's harmonics 1–4.
///
/// The pattern of a strobe tuner stands still when the note is in tune and turns when it is not: harmonic h of a tone d
/// cents above a target f turns by f·h·(2^(d/1200) - 1) turns a second, which is exact, since the target's own phase is
/// counted in doubles from hop to hop. It is the principle of the chromatic
/// stroboscope (US patent 2,286,030, "Stroboscope", 1942), with a filter round each harmonic instead of a disc.
///
/// Each filter has two one-poles of three periods of the target: the neighbouring harmonics are held 51 dB down, and a
/// tone 50 cents off loses 2 dB at the first harmonic, 15 dB at the fourth.
///
/// A value; stepped by the analysis thread, or offline. Nothing is allocated.
public struct Strobe: Sendable {
  /// One harmonic.
  public struct Harmonic: Sendable, Equatable {
    /// The amplitude of its sine, 1 for full scale; 0 in silence, and above 0.45 of the rate.
    public var amplitude: Float
    /// Its phase in turns, 0..<1, against the target's cosine, which stood at 0 when the target was set.
    ///
    /// Where nothing sounds it stays what it was.
    public var phase: Double
    /// What the phase has turned by in the last hop, in turns, -0.5…0.5: above 0 when sharp, 0 where nothing sounds.
    public var turn: Double

    /// Makes one that is silent unless told otherwise.
    public init(amplitude: Float = 0, phase: Double = 0, turn: Double = 0) {
      self.amplitude = amplitude
      self.phase = phase
      self.turn = turn
    }
  }

  /// Harmonics that are compared.
  public static let count = 4
  /// The time constant of each of a filter's two low-passes, in periods of the target.
  static let periods = 3.0
  /// The amplitude under which nothing sounds: -100 dB.
  static let silence: Float = 1e-5
  /// The amplitude above which samples are no sound, but bits: 20 dB over full scale.
  static let loudest: Float = 10
  /// The part of the sampling rate above which a harmonic is not looked for.
  static let highest = 0.45

  /// The target in hertz; 0 for none.
  public private(set) var target = 0.0
  /// Harmonics 1–4.
  public private(set) var harmonics = (Harmonic(), Harmonic(), Harmonic(), Harmonic())

  private let sampleRate: Double
  private var filters = NarrowFilters()
  /// The target's phases at the next sample, in turns.
  private var phases = SIMD4<Double>()
  private var turnsPerSample = SIMD4<Double>()
  private var blockFrames = 1
  private var gain: Float = 1
  private var audible = 0
  private var lastReal = SIMD4<Float>()
  private var lastImaginary = SIMD4<Float>()

  /// Makes a strobe without a target.
  ///
  /// - Parameter sampleRate: frames a second, 44,100…192,000 sensibly.
  public init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Compares with another target from the next sample on, and begins anew; the same target changes nothing.
  ///
  /// - Parameter hertz: of harmonic 1; what is not above 0 and under 0.45 of the rate is no target.
  public mutating func compare(with hertz: Double) {
    let wanted = hertz > 0 && hertz < Self.highest * sampleRate ? hertz : 0
    guard wanted != target else { return }
    target = wanted
    reset()
    guard target > 0 else { return }
    turnsPerSample = SIMD4(1, 2, 3, 4) * (target / sampleRate)
    audible = min(Self.count, Int(Self.highest * sampleRate / target))
    // Short beside a period, so that no partial near a multiple of the blocks' rate folds back upon a harmonic.
    blockFrames = max(1, min(32, Int(sampleRate / (16 * target))))
    gain = 1 - cr_expf(-Float(Double(blockFrames) * target / (Self.periods * sampleRate)))
    tune()
  }

  /// Forgets what was heard, and counts the target's phase from 0: after a gap in the stream.
  public mutating func reset() {
    harmonics = (Harmonic(), Harmonic(), Harmonic(), Harmonic())
    phases = SIMD4()
    silenceFilters()
  }

  private mutating func silenceFilters() {
    filters = NarrowFilters()
    lastReal = SIMD4()
    lastImaginary = SIMD4()
    tune()
  }

  private mutating func tune() {
    var angles = SIMD4<Float>()
    for i in 0..<audible { angles[i] = Float(2 * .pi * turnsPerSample[i]) }
    filters.tune(angles)
  }

  /// Takes in one hop; one that holds what is no finite number, or is far over full scale, counts as silence.
  ///
  /// - Parameters:
  ///   - samples: `count` of them.
  ///   - count: whatever a hop is; `Harmonic.turn` is unambiguous up to half a turn of it.
  public mutating func process(_ samples: UnsafePointer<Float>, count: Int) {
    guard target > 0, count > 0 else { return }
    let state = cr_flush_denormals()
    defer { cr_float_state_restore(state) }
    filters.set(phases: phases)
    var start = 0
    while start < count {
      let length = min(blockFrames, count - start)
      let share = length == blockFrames ? gain : gain * Float(length) / Float(blockFrames)
      filters.process(samples + start, count: length, gain: share)
      start += length
    }
    phases += turnsPerSample * Double(count)
    phases -= phases.rounded(.down)
    let power = filters.power
    guard power.sum() < Self.loudest * Self.loudest else {
      silenceFilters()
      read(SIMD4())
      return
    }
    read(power)
    lastReal = filters.real
    lastImaginary = filters.imaginary
  }

  private mutating func read(_ power: SIMD4<Float>) {
    read(0, power, &harmonics.0)
    read(1, power, &harmonics.1)
    read(2, power, &harmonics.2)
    read(3, power, &harmonics.3)
  }

  private func read(_ index: Int, _ power: SIMD4<Float>, _ harmonic: inout Harmonic) {
    guard index < audible, power[index] > Self.silence * Self.silence else {
      harmonic.amplitude = 0
      harmonic.turn = 0
      return
    }
    let (x, y) = (Double(filters.real[index]), Double(filters.imaginary[index]))
    let (lastX, lastY) = (Double(lastReal[index]), Double(lastImaginary[index]))
    let wasSounding = harmonic.amplitude > 0
    harmonic.amplitude = cr_sqrtf(power[index])
    harmonic.phase = Self.turns(x: x, y: y)
    let turn = Self.turns(x: lastX * x + lastY * y, y: lastX * y - lastY * x)
    harmonic.turn = wasSounding ? (turn > 0.5 ? turn - 1 : turn) : 0
  }

  /// The angle of a point, in turns, 0..<1.
  private static func turns(x: Double, y: Double) -> Double {
    guard x != 0 || y != 0 else { return 0 }
    var angle: Double
    if abs(x) >= abs(y) {
      angle = cr_atan(y / x) / (2 * .pi) + (x < 0 ? 0.5 : 0)
    } else {
      angle = 0.25 - cr_atan(x / y) / (2 * .pi) + (y < 0 ? 0.5 : 0)
    }
    if angle < 0 { angle += 1 }
    // The least negative angles round up to a whole turn.
    return angle < 1 ? angle : 0
  }
}

internal import CRealtime
internal import DSP

/// Answers "is my note still there?": the power in a narrow band at the note's partials, against that beside them.
///
/// Complex demodulation at partials 1–4 and 4.5 % to each side, each followed by two one-pole low-passes. It follows
/// a string into noise far below what a window of a few periods can still read.
final class NotePresence {
  /// Seconds of each low-pass.
  static let seconds: Float = 0.08
  /// Seconds over which partials are remembered.
  static let slowSeconds: Float = 0.5
  /// How far beside a partial the comparison lies.
  static let side: Float = 0.045
  /// The least distance of the comparison, in hertz, so that the low-pass tells them apart.
  static let leastSide: Float = 4
  /// What the partials' power must be, as a multiple of that beside them, to be there: 4 dB.
  static let contrast: Float = 2.5
  /// How much of the offset that the phase shows is taken over in a hop.
  static let pull: Float = 0.03
  /// Seconds over which the whole sound's power is averaged.
  static let soundSeconds: Float = 0.006
  /// The whole sound's power, as a part of the note's as it is remembered, under which presence proves nothing.
  static let remnant: Float = 0.1
  /// The same under which the note has been stopped, although a window of the past still shows it.
  static let stopped: Float = 0.02
  /// The change of pitch, as a ratio, that is another note.
  static let otherNote: Float = 0.03
  /// How much of a change of pitch is taken over in a hop.
  static let following: Float = 0.25

  /// The note that is listened for, in hertz; 0 for none.
  private(set) var frequency: Float = 0
  private var halvings = 0
  private var rate: Float = 1

  // Lanes are partials 1–4.
  private var lower = NarrowFilters()
  private var centre = NarrowFilters()
  private var upper = NarrowFilters()
  /// The note's power, and the whole sound's, on this level.
  private var tone: Float = 0
  private var sound: Float = 0
  private var soundGain: Float = 1
  private var struck = StruckNote()
  private var audible = SIMD4<Float>()
  private var slowOn = SIMD4<Float>()
  private var slowBeside = SIMD4<Float>()
  private let slowGain: Float
  private var lastReal = SIMD4<Float>()
  private var lastImaginary = SIMD4<Float>()
  private var offset: Float = 0
  private var ratio: Float = 0
  private var age: Float = 0
  private let hopSeconds: Float
  private let gain: Float
  private let rates: [Float]

  /// - Parameters:
  ///   - rates: of the splitter's levels.
  ///   - hopSeconds: seconds from one step to the next.
  init(rates: [Float], hopSeconds: Float) {
    self.rates = rates
    self.hopSeconds = hopSeconds
    gain = 1 - cr_expf(-hopSeconds / Self.seconds)
    slowGain = 1 - cr_expf(-hopSeconds / Self.slowSeconds)
  }

  /// Stops listening.
  func reset() { frequency = 0 }

  /// Listens for a note: begins anew when it is another one, and follows it when it has moved a little.
  func follow(_ wanted: Float) {
    guard frequency > 0, abs(wanted / frequency - 1) < Self.otherNote else {
      begin(wanted)
      return
    }
    tune(frequency + Self.following * (wanted - frequency))
  }

  private func begin(_ wanted: Float) {
    let zero = SIMD4<Float>()
    lower = NarrowFilters()
    centre = NarrowFilters()
    upper = NarrowFilters()
    lastReal = zero
    lastImaginary = zero
    offset = 0
    ratio = 0
    age = 0
    sound = 0
    struck = StruckNote()
    slowOn = zero
    slowBeside = zero
    halvings = rates.count - 1
    while halvings > 0, rates[halvings] * 0.36 < 4.2 * wanted { halvings -= 1 }
    rate = rates[halvings]
    soundGain = 1 - cr_expf(-hopSeconds / max(Self.soundSeconds, 0.5 / wanted))
    tune(wanted)
  }

  private func tune(_ wanted: Float) {
    frequency = wanted
    let number = SIMD4<Float>(1, 2, 3, 4)
    let centres = number * wanted
    let sides = SIMD4<Float>(repeating: Self.leastSide).replacing(
      with: centres * Self.side, where: centres * Self.side .> Self.leastSide)
    audible = SIMD4<Float>().replacing(with: SIMD4<Float>(repeating: 1), where: centres .< rate * 0.4)
    if audible[0] == 0 { audible[0] = 1 }
    let scale = 2 * Float.pi / rate
    lower.tune((centres - sides) * scale)
    centre.tune(centres * scale)
    upper.tune((centres + sides) * scale)
  }

  /// Takes in the new samples of the level that the note is listened for on.
  ///
  /// - Parameters:
  ///   - splitter: after it has taken in the hop.
  ///   - wasStruck: whether an attack came not long ago.
  func update(_ splitter: BandSplitter, wasStruck: Bool) {
    guard frequency > 0 else { return }
    let samples = splitter.level(halvings)
    guard let start = samples.baseAddress, samples.count > 0 else { return }
    lower.process(start, count: samples.count, gain: gain)
    centre.process(start, count: samples.count, gain: gain)
    upper.process(start, count: samples.count, gain: gain)
    age += hopSeconds
    let below = lower.power * audible
    let on = centre.power * audible
    let above = upper.power * audible
    // Each partial counts as it has stood out so far: one that noise has always covered says nothing.
    let beside = 0.5 * (below + above) + SIMD4<Float>(repeating: 1e-20)
    slowOn += slowGain * (on - slowOn)
    slowBeside += slowGain * (beside - slowBeside)
    let weight = slowOn / (slowBeside * (slowBeside + 1e-20))
    let power = (weight * on).sum()
    ratio = power / max(1e-30, (weight * beside).sum())
    // The phase that the note has gained on the listener since the last hop, by partial.
    let turned = (weight * (lastReal * centre.imaginary - lastImaginary * centre.real)).sum()
    let numbers = SIMD4<Float>(1, 2, 3, 4)
    let length = (weight * numbers * (lastReal * centre.real + lastImaginary * centre.imaginary)).sum()
    offset = length > 0 ? turned / length / (2 * .pi * hopSeconds) : 0
    lastReal = centre.real
    lastImaginary = centre.imaginary
    tone = 0.5 * (on * audible).sum()
    struck.update(power: tone, wasStruck: wasStruck, hopSeconds: hopSeconds)
    var energy: Float = 0
    for i in 0..<samples.count { energy += start[i] * start[i] }
    sound += soundGain * (energy / Float(samples.count) - sound)
  }

  /// Whether a frequency is that of the note: within a semitone or so.
  func isNear(_ other: Float) -> Bool { frequency > 0 && abs(other / frequency - 1) < 0.07 }

  /// Whether the note stands over its sides, and the sound is not far less than the note was.
  var isPresent: Bool {
    guard frequency > 0, age > 0.5 * Self.seconds else { return false }
    return ratio > Self.contrast && sound > Self.remnant * tone
  }

  /// Whether a frequency is that of a note that was struck and is dying away.
  func isFading(_ other: Float) -> Bool { struck.isFading && isNear(other) }

  /// Whether the sound has fallen so far under what the note was just now that it must have been stopped: what a
  /// window of the past still shows of it is past.
  var isStopped: Bool { frequency > 0 && age > Self.seconds && sound < Self.stopped * tone }

  /// Moves on with the note's own phase, when nothing else tells where it is.
  func drift() { tune(frequency + Self.pull * offset) }
}

public import Timebase
public import Tuning

/// Decides which note is shown: holds on to it through the moments in which the tracker hears nothing or something
/// else, and lets go when it has really ended or another one is confirmed.
///
/// A pure state machine, stepped once a hop; every count of the original design (so many consecutive hops) is a
/// duration here.
public struct DisplayLatch: Sendable {
  /// Seconds for which a note must be heard before it is shown, when nothing is shown or an attack began it.
  public static let confirmSeconds = 0.016
  /// Periods of a low note that this takes at the least: rumble holds a pitch for no longer.
  public static let confirmPeriods = 1.5
  /// Seconds for another note without an attack: the extremes of a vibrato and an octave heard in a decay are none.
  public static let changeSeconds = 0.07
  /// Seconds for an octave up that leaves the preset.
  public static let leavingSeconds = 0.096
  /// By how many cents another note must be nearer than the one shown: a pitch half-way between two changes nothing.
  public static let hysteresisCents = 20.0
  /// How far a pitch may move, in cents, while it is confirmed without an attack: a glide passes through notes.
  public static let steadyCents = 40.0
  /// Seconds without support, by silence or by other pitches, after which the note shown is let go.
  public static let holdSeconds = 0.2

  private var table: TargetTable
  private let hopSeconds: Double

  private var shown: Int?
  private var smoothed = 0.0
  private var unsupportedHops = 0
  private var candidate: Int?
  private var candidateHops = 0
  private var candidateFrequency = 0.0
  private var freshAttack = false

  /// Makes a latch that shows nothing.
  ///
  /// - Parameters:
  ///   - targets: the notes that may be shown.
  ///   - hopSeconds: seconds from one step to the next, above 0.
  public init(targets: TargetTable, hopSeconds: Double) {
    table = targets
    self.hopSeconds = hopSeconds
  }

  /// Compares with other targets from now on: a note that is shown goes on, under the nearest of them.
  public mutating func retarget(_ targets: TargetTable) {
    table = targets
    candidate = nil
    if shown != nil { shown = table.nearest(to: Frequency(hertz: smoothed)) }
  }

  /// A pitch that begins, in hertz, beside the target nearest to it; nil where there is none.
  public func beginning(_ frequency: Double) -> Reading.Beginning? {
    guard frequency > 0 else { return nil }
    return table.nearest(to: Frequency(hertz: frequency)).map {
      Reading.Beginning(frequency: frequency, target: table.entries[$0])
    }
  }

  /// Takes in one hop and gives the reading that belongs to it.
  ///
  /// - Parameters:
  ///   - time: the newest sample of the hop.
  ///   - frequency: heard, in hertz; 0 for none.
  ///   - clarity: 0…1.
  ///   - level: dB relative to full scale.
  ///   - attack: whether a note began.
  public mutating func step(
    time: StreamTime, frequency: Double, clarity: Float, level: Float, attack: Bool
  ) -> Reading {
    if attack {
      freshAttack = true
      candidate = nil
    }
    let nearest = frequency > 0 ? nearest(to: frequency) : nil
    if let nearest, nearest == shown, !isOctaveAway(frequency) {
      unsupportedHops = 0
      candidate = nil
      freshAttack = false
      smooth(toward: frequency, level: level)
    } else {
      // Pitches that agree with nothing hold a note no longer than silence does.
      unsupportedHops += 1
      if Double(unsupportedHops) * hopSeconds >= Self.holdSeconds { shown = nil }
      if let nearest { consider(nearest, frequency) } else { candidate = nil }
    }
    return Reading(
      time: time, frequency: frequency, clarity: clarity, level: level, attack: attack,
      target: shown.map { table.entries[$0] }, shownFrequency: shown == nil ? 0 : smoothed)
  }

  /// The target nearest a pitch: the one shown unless another is clearly nearer.
  private func nearest(to frequency: Double) -> Int? {
    guard let nearest = table.nearest(to: Frequency(hertz: frequency)) else { return nil }
    guard let shown, distance(shown, frequency) < distance(nearest, frequency) + Self.hysteresisCents else {
      return nearest
    }
    return shown
  }

  private mutating func consider(_ index: Int, _ frequency: Double) {
    let isSame = candidate == index && (shown == nil || freshAttack || isSteady(frequency))
    if isSame {
      candidateHops += 1
    } else {
      candidateHops = 1
      candidateFrequency = frequency
    }
    candidate = index
    guard Double(candidateHops) * hopSeconds >= requiredSeconds(for: index, frequency) * 0.999 else { return }
    shown = index
    smoothed = frequency
    unsupportedHops = 0
    candidate = nil
    freshAttack = false
  }

  private func isSteady(_ frequency: Double) -> Bool {
    abs(Frequency(hertz: frequency).cents(above: Frequency(hertz: candidateFrequency)).value) < Self.steadyCents
  }

  /// How long a candidate must be heard.
  ///
  /// "In the preset" means within half a semitone of one of its notes.
  private func requiredSeconds(for index: Int, _ frequency: Double) -> Double {
    let confirm = max(Self.confirmSeconds, Self.confirmPeriods / frequency)
    guard let shown, !freshAttack else { return confirm }
    guard isOctaveAway(frequency) else { return Self.changeSeconds }
    let semitones = semitonesAboveShown(frequency)
    let isInPreset = isNear(index, frequency)
    let wasInPreset = isNear(shown, smoothed)
    let isOctave = abs(abs(semitones) - 12) < 0.5
    if isOctave, semitones > 0, wasInPreset, !isInPreset { return Self.leavingSeconds }
    if isOctave, semitones < 0, !wasInPreset, isInPreset { return confirm }
    return Self.changeSeconds
  }

  /// Whether a pitch lies 11 semitones or more from the one shown, which may be so under one target too: a preset's
  /// highest note is the nearest to all that lies above it.
  private func isOctaveAway(_ frequency: Double) -> Bool { abs(semitonesAboveShown(frequency)) >= 10.5 }

  private func semitonesAboveShown(_ frequency: Double) -> Double {
    Frequency(hertz: frequency).cents(above: Frequency(hertz: smoothed)).value / 100
  }

  private func isNear(_ index: Int, _ frequency: Double) -> Bool { distance(index, frequency) < 50 }

  /// Cents between a pitch and a target, in either direction.
  private func distance(_ index: Int, _ frequency: Double) -> Double {
    abs(Frequency(hertz: frequency).cents(above: table.entries[index].frequency).value)
  }

  private mutating func smooth(toward frequency: Double, level: Float) {
    let jump = abs(frequency / smoothed - 1)
    if jump > 0.06 || smoothed <= 0 {
      smoothed = frequency
      return
    }
    // A quiet reading is a noisier one: it moves the display less.
    let weight = Double(min(1, max(0.25, (level + 60) / 40)))
    let seconds = jump < 0.02 ? 0.06 : 0.015
    smoothed += (frequency - smoothed) * min(1, weight * hopSeconds / (seconds + hopSeconds))
  }
}

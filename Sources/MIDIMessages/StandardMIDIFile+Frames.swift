extension StandardMIDIFile {
  /// The messages of all tracks at their frames, and the frame of the latest end of a track.
  ///
  /// Tempo changes of any track hold for all; until the first a quarter note lasts half a second. Messages of one tick
  /// come in the order of the tracks, and within a track in the order of the file.
  ///
  /// A frame is the time since the beginning × `rate`, rounded once, halves up. The time is summed in whole units over
  /// every tempo change, so the rounding is exact however long the file is. `rate` is in frames per second; one of 0
  /// or less puts everything on frame 0. A frame beyond 64 bits is `Int64.max`.
  public func frames(rate: Int) -> TimedSequence {
    var clock = TickClock(division)
    var sequence = TimedSequence(messages: [], endFrame: 0)
    // Sorting is stable.
    for event in tracks.joined().sorted(by: { $0.tick < $1.tick }) {
      clock.advance(to: event.tick)
      switch event.content {
      case .message(let message):
        sequence.messages.append(TimedMessage(frame: clock.frame(rate: rate), message: message))
      case .tempo(let microseconds):
        clock.setTempo(microsecondsPerQuarter: microseconds)
      case .endOfTrack:
        sequence.endFrame = clock.frame(rate: rate)
      }
    }
    return sequence
  }
}

/// Turns ticks into time without rounding, counting in units of which a second and every tick hold whole numbers.
private struct TickClock {
  /// Below 2¹¹⁴ in any file that fits into memory: fewer than 2⁶² deltas, each under 2²⁸ ticks of under 2²⁴ units.
  private var elapsedUnits: UInt128 = 0
  private var tick: Int64 = 0
  private var unitsPerTick: UInt128
  private let unitsPerSecond: UInt128
  private let followsTempo: Bool

  init(_ division: StandardMIDIFile.Division) {
    switch division {
    case .ticksPerQuarter(let ticks):
      unitsPerTick = 500_000
      unitsPerSecond = 1_000_000 * UInt128(ticks)
      followsTempo = true
    case .timeCode(let framesPerSecond, let ticksPerFrame):
      let isDropFrame = framesPerSecond == 29
      unitsPerTick = isDropFrame ? 1001 : 1
      unitsPerSecond = UInt128(isDropFrame ? 30_000 : framesPerSecond) * UInt128(ticksPerFrame)
      followsTempo = false
    }
  }

  mutating func advance(to tick: Int64) {
    elapsedUnits += UInt128(tick - self.tick) * unitsPerTick
    self.tick = tick
  }

  mutating func setTempo(microsecondsPerQuarter: Int) {
    if followsTempo { unitsPerTick = UInt128(microsecondsPerQuarter) }
  }

  func frame(rate: Int) -> Int64 {
    let (product, overflow) = elapsedUnits.multipliedReportingOverflow(by: UInt128(max(rate, 0)))
    return overflow ? .max : Int64(clamping: roundedQuotient(product, unitsPerSecond))
  }
}

/// The quotient of two whole numbers, rounded to the nearest, halves up; the divisor is not 0.
func roundedQuotient(_ dividend: UInt128, _ divisor: UInt128) -> UInt128 {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder >= divisor - remainder ? quotient + 1 : quotient
}

package import Timebase

/// The clocks of one run of a device: the one that sets the pace, and that of an input with one of its own.
package struct StreamClocks {
  package private(set) var pace: AudioClock
  package private(set) var rates: StreamRates
  private var input: AudioClock?
  private var lastPlace: StreamPlace?
  private var lastInputPlace: StreamPlace?
  private var hasGap = false
  private var hasInputGap = false

  package init(epoch: Int32, shape: StreamShape, isCard: Bool) {
    pace = AudioClock(
      epoch: epoch, rate: shape.rate, blockFrames: shape.blockFrames, queuedFrames: shape.queuedFrames)
    input = shape.ownInput.map { AudioClock(epoch: epoch, rate: $0.rate, blockFrames: shape.blockFrames) }
    rates = StreamRates(
      epoch: epoch, isCard: isCard, pace: StreamRates.Clock(pace), input: input.map { StreamRates.Clock($0) })
  }

  /// A block has arrived; where the device cannot tell its place, now is when its first frame was.
  ///
  /// - Parameters:
  ///   - block: what arrived.
  ///   - place: where the device says it is.
  ///   - now: nanoseconds of CLOCK_MONOTONIC.
  package mutating func blockArrived(_ block: StreamRunner.Block, at place: StreamPlace?, now: Int64) {
    hasGap = hasGap || block.afterGap
    let place = place ?? StreamPlace(frame: block.frame, nanoseconds: now)
    // Two blocks may be there at once: the device tells its place once for both.
    guard place != lastPlace else { return }
    lastPlace = place
    pace.blockArrived(frame: place.frame, nanoseconds: place.nanoseconds, afterGap: hasGap)
    hasGap = false
    rates.pace = StreamRates.Clock(pace)
  }

  /// The same of what an input with a clock of its own captured.
  package mutating func inputArrived(_ block: StreamRunner.InputBlock, at place: StreamPlace?, now: Int64) {
    hasInputGap = hasInputGap || block.afterGap
    let place =
      place ?? StreamPlace(frame: block.frame + Int64(block.frames), nanoseconds: now)
    guard place != lastInputPlace else { return }
    lastInputPlace = place
    input?.blockArrived(frame: place.frame, nanoseconds: place.nanoseconds, afterGap: hasInputGap)
    hasInputGap = false
    rates.input = input.map { StreamRates.Clock($0) }
  }
}

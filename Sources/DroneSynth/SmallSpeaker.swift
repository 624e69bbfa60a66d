internal import DSP

/// What a small loudspeaker is spared: the bass that would only move its cone, and some of the edge it would add.
///
/// A fourth-order Linkwitz-Riley high-pass at 140 Hz (two Butterworth filters in series, 24 dB an octave, no peak), below
/// which the ear completes a bass voice from its partials; then a Butterworth low-pass at 7 kHz, which is gentle: a
/// drone's own low-pass has taken 40 dB there already, and only what a strum's many onsets leave is rounded.
struct SmallSpeaker: Sendable {
  /// The cutoff of the high-pass, in hertz.
  static let highPassHertz = 140.0
  /// The cutoff of the low-pass, in hertz.
  static let lowPassHertz = 7000.0

  private var first: Biquad
  private var second: Biquad
  private var last: Biquad

  /// - Parameter sampleRate: frames a second.
  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    first = .highPass(cycles: Self.highPassHertz / rate)
    second = first
    last = .lowPass(cycles: min(0.45, Self.lowPassHertz / rate))
  }

  /// Filters one sample.
  @_noLocks
  mutating func next(_ sample: Float) -> Float { Float(last.next(second.next(first.next(Double(sample))))) }

  /// Forgets the past.
  @_noLocks
  mutating func reset() {
    first.reset()
    second.reset()
    last.reset()
  }
}

public import DSP

/// The loudness of four voices over time: up in 25 ms, down in 250 ms, without a corner that could be heard as a click.
///
/// A position moves linearly between 0 and 1; the gain is its smoothstep, 3p² − 2p³, whose slope is zero at both ends.
public struct EnvelopeLanes: Sendable {
  /// The positions, 0…1.
  public private(set) var position = Lanes.zero
  private var step = Lanes.zero
  // 1 in the lanes that play, 0 in the others.
  private var presence = Lanes.zero
  private var stages = SIMD4<UInt8>.zero
  private let attackStep: Float
  private let releaseStep: Float
  private let stealStep: Float

  private static var idle: UInt8 { @_noLocks get { 0 } }
  private static var playing: UInt8 { @_noLocks get { 1 } }
  private static var releasing: UInt8 { @_noLocks get { 2 } }
  private static var stolen: UInt8 { @_noLocks get { 3 } }

  /// Seconds from silence to full.
  public static var attackSeconds: Float { @_noLocks get { 0.025 } }
  /// Seconds from full to silence after a release.
  public static var releaseSeconds: Float { @_noLocks get { 0.25 } }
  /// Seconds from full to silence when the slot is wanted for another note.
  public static var stealSeconds: Float { @_noLocks get { 0.005 } }

  /// Makes idle envelopes.
  ///
  /// - Parameter sampleRate: samples a second that `next` is asked for.
  @_noLocks
  public init(sampleRate: Float) {
    attackStep = 1 / (Self.attackSeconds * sampleRate)
    releaseStep = 1 / (Self.releaseSeconds * sampleRate)
    stealStep = 1 / (Self.stealSeconds * sampleRate)
  }

  /// Whether a lane is silent.
  @_noLocks
  public func isIdle(_ lane: Int) -> Bool { stages[lane] == Self.idle }

  /// Whether a lane is on its way up, or there.
  @_noLocks
  public func isPlaying(_ lane: Int) -> Bool { stages[lane] == Self.playing }

  /// Whether a lane is on its way down after a release.
  @_noLocks
  public func isReleasing(_ lane: Int) -> Bool { stages[lane] == Self.releasing }

  /// Whether a lane makes way for another note.
  @_noLocks
  public func isStolen(_ lane: Int) -> Bool { stages[lane] == Self.stolen }

  /// Whether all lanes are silent.
  public var areIdle: Bool { @_noLocks get { stages == .zero } }

  /// Sends a lane up, from wherever it stands.
  @_noLocks
  public mutating func start(_ lane: Int) {
    stages[lane] = Self.playing
    step[lane] = attackStep
    presence[lane] = 1
  }

  /// Puts a lane back to silence at once.
  @_noLocks
  public mutating func reset(_ lane: Int) {
    stages[lane] = Self.idle
    step[lane] = 0
    presence[lane] = 0
    position[lane] = 0
  }

  /// Sends a lane that plays down over the release time.
  @_noLocks
  public mutating func release(_ lane: Int) {
    guard isPlaying(lane) else { return }
    stages[lane] = Self.releasing
    presence[lane] = 0
    step[lane] = -releaseStep
  }

  /// Sends a lane that sounds down at once, over the steal time.
  @_noLocks
  public mutating func steal(_ lane: Int) {
    guard !isIdle(lane) else { return }
    stages[lane] = Self.stolen
    presence[lane] = 0
    step[lane] = -stealStep
  }

  /// The gains for the next sample, each 0…1.
  @_noLocks
  public mutating func next() -> Lanes {
    position += step
    position.replace(with: 0, where: position .< 0)
    position.replace(with: 1, where: position .> 1)
    return position * position * (3 - 2 * position)
  }

  /// What the lanes count for in the automatic gain, at these gains of theirs.
  ///
  /// A voice that plays counts whole from its first sample, so that the mix is turned down while a chord rises and not
  /// when it has; one that fades counts for what is left of it.
  @_noLocks
  public func weights(_ gains: Lanes) -> Lanes { gains.replacing(with: presence, where: presence .> 0) }

  /// Marks the lanes that have fallen silent as idle, after a run of `next`.
  @_noLocks
  public mutating func settle() {
    for lane in 0..<4 where step[lane] < 0 && position[lane] == 0 { reset(lane) }
  }
}

/// A voice's loudness over time: up in 25 ms, down in 250 ms, without a corner that could be heard as a click.
///
/// A position moves linearly between 0 and 1; the gain is its smoothstep, 3p² − 2p³, whose slope is zero at both
/// ends.
public struct Envelope: Sendable {
  /// Where the envelope is heading.
  public enum Stage: Sendable { case idle, attack, sustain, release, steal }

  /// What it does now.
  public private(set) var stage = Stage.idle
  /// The position, 0…1.
  public private(set) var position: Float = 0
  private let attackStep: Float
  private let releaseStep: Float
  private let stealStep: Float

  /// Seconds from silence to full.
  public static var attackSeconds: Float { @_noLocks get { 0.025 } }
  /// Seconds from full to silence after a release.
  public static var releaseSeconds: Float { @_noLocks get { 0.25 } }
  /// Seconds from full to silence when the slot is wanted for another note.
  public static var stealSeconds: Float { @_noLocks get { 0.005 } }

  /// Makes an idle envelope.
  ///
  /// - Parameter sampleRate: frames a second.
  @_noLocks
  public init(sampleRate: Float) {
    attackStep = 1 / (Self.attackSeconds * sampleRate)
    releaseStep = 1 / (Self.releaseSeconds * sampleRate)
    stealStep = 1 / (Self.stealSeconds * sampleRate)
  }

  /// Whether it is silent.
  public var isIdle: Bool {
    @_noLocks get {
      if case .idle = stage { return true }
      return false
    }
  }

  /// Whether it is on its way up, or there.
  public var isPlaying: Bool {
    @_noLocks get {
      switch stage {
      case .attack, .sustain: return true
      case .idle, .release, .steal: return false
      }
    }
  }

  /// Whether it is on its way down after a release.
  public var isReleasing: Bool {
    @_noLocks get {
      if case .release = stage { return true }
      return false
    }
  }

  /// Heads up, from wherever it stands.
  @_noLocks
  public mutating func start() { stage = .attack }

  /// Heads down over the release time.
  @_noLocks
  public mutating func release() { if isPlaying { stage = .release } }

  /// Heads down at once, over the steal time.
  @_noLocks
  public mutating func steal() { if !isIdle { stage = .steal } }

  /// The gain for the next sample, 0…1.
  @_noLocks
  public mutating func next() -> Float {
    switch stage {
    case .idle: return 0
    case .sustain: return 1
    case .attack:
      position += attackStep
      if position >= 1 {
        position = 1
        stage = .sustain
      }
    case .release: fall(by: releaseStep)
    case .steal: fall(by: stealStep)
    }
    return position * position * (3 - 2 * position)
  }

  @_noLocks
  private mutating func fall(by step: Float) {
    position -= step
    if position <= 0 {
      position = 0
      stage = .idle
    }
  }
}

/// Says whether the input is driven into its stops.
///
/// Two things are a stop: three samples on end at full scale, where a converter's codes end, and a flat top of a sixth
/// of a millisecond or longer within 1 dB of it, where something ahead of a gain or a converter clipped. A top is flat
/// when its samples are the same to the bit; no tone from B0 up is at less than full scale.
///
/// A value; stepped by the analysis thread, or offline. Nothing is allocated.
public struct ClippingDetector: Sendable {
  /// The amplitude from which a sample stands at full scale: 16 bits reach 0.99997, and a sine's peak between samples is
  /// hardly ever that near.
  public static let fullScale: Float = 0.999
  /// Samples on end at full scale, on one side, that are clipped.
  public static let fullScaleRun = 3
  /// The amplitude from which a flat top is clipped: -1 dB.
  public static let nearFullScale: Float = 0.891
  /// The shortest flat top that is clipped, in seconds.
  public static let flatSeconds = 1 / 6000.0

  /// Whether the input clipped in the last block, or within the hold before it.
  public private(set) var isClipping = false

  private let holdFrames: Int
  private let flatRun: Int
  private var remainingFrames = 0
  private var last: Float = 0
  private var sameRun = 0
  private var fullRun = 0

  /// Makes a detector that has heard nothing.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second.
  ///   - holdSeconds: for how long clipping is said after it happened, so that it is seen.
  public init(sampleRate: Double, holdSeconds: Double = 1) {
    holdFrames = Int(min(1e15, max(0, holdSeconds * sampleRate)).rounded())
    flatRun = max(Self.fullScaleRun, Int((Self.flatSeconds * sampleRate).rounded()))
  }

  /// Forgets the past.
  public mutating func reset() {
    remainingFrames = 0
    isClipping = false
    (last, sameRun, fullRun) = (0, 0, 0)
  }

  /// Takes in a block; samples that are no finite number count as silence, and runs go on from block to block.
  ///
  /// - Parameters:
  ///   - samples: `count` of them.
  ///   - count: at least 1; 0 changes nothing.
  public mutating func process(_ samples: UnsafePointer<Float>, count: Int) {
    guard count > 0 else { return }
    var clips = false
    for i in 0..<count {
      let x = samples[i].isFinite ? samples[i] : 0
      let amplitude = abs(x)
      let isSameSide = (x < 0) == (last < 0)
      fullRun = amplitude < Self.fullScale ? 0 : isSameSide ? fullRun + 1 : 1
      sameRun = amplitude < Self.nearFullScale ? 0 : x == last ? sameRun + 1 : 1
      last = x
      clips = clips || fullRun >= Self.fullScaleRun || sameRun >= flatRun
    }
    remainingFrames = clips ? holdFrames : max(0, remainingFrames - count)
    isClipping = clips || remainingFrames > 0
  }
}

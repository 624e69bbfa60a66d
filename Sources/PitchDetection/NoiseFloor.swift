internal import CRealtime

/// The room's level: down quickly with it, up slowly, and left alone while a note sounds.
struct NoiseFloor {
  /// The room's level in dB relative to full scale.
  private(set) var ambient: Float = -60
  private let fall: Float
  private let rise: Float

  /// Seconds in which the level follows a quieter room.
  static let fallSeconds: Float = 0.1
  /// Seconds in which it follows a louder one.
  static let riseSeconds: Float = 5
  /// What counts as sound lies this far above the room, in dB.
  static let margin: Float = 12

  /// - Parameter hopsPerSecond: how often `update` is called.
  init(hopsPerSecond: Float) {
    fall = 1 - cr_expf(-1 / (Self.fallSeconds * hopsPerSecond))
    rise = 1 - cr_expf(-1 / (Self.riseSeconds * hopsPerSecond))
  }

  /// Takes in the level of one hop, in dB.
  mutating func update(level: Float, noteSounds: Bool) {
    guard !noteSounds else { return }
    ambient += (level - ambient) * (level < ambient ? fall : rise)
  }

  /// The level that sound must reach to weigh fully: the room's plus 12 dB, within -60…-30 dB.
  ///
  /// It never gates alone: noise is rejected by its structure.
  var floor: Float { min(-30, max(-60, ambient + Self.margin)) }
}

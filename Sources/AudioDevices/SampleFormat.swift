internal import CALSA

/// How a sound card writes its samples, and the way between that and `Float` in -1…1.
///
/// Conversions are symmetric, by a power of two, so that a full-scale negative sample is -1 exactly; what is too large
/// for the format is clipped, and what is not a number is silence.
public enum SampleFormat: Sendable, CaseIterable {
  /// 32-bit float.
  case float
  /// 32-bit integer.
  case integer32
  /// 24-bit integer in the lower three of four bytes.
  case integer24In32
  /// 24-bit integer in three bytes.
  case integer24
  /// 16-bit integer.
  case integer16

  /// Bytes of a sample.
  public var bytes: Int {
    switch self {
    case .float, .integer32, .integer24In32: 4
    case .integer24: 3
    case .integer16: 2
    }
  }

  /// alsa-lib's name for it, little-endian as every machine of ours is.
  var alsa: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .integer32: SND_PCM_FORMAT_S32_LE
    case .integer24In32: SND_PCM_FORMAT_S24_LE
    case .integer24: SND_PCM_FORMAT_S24_3LE
    case .integer16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// Reads `count` samples.
  ///
  /// - Parameters:
  ///   - bytes: `count` samples of this format.
  ///   - samples: room for `count` samples.
  ///   - count: how many.
  public func decode(_ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .float:
      for i in 0..<count {
        let value = bytes.loadUnaligned(fromByteOffset: 4 * i, as: Float.self)
        samples[i] = value.isFinite ? value : 0
      }
    case .integer32:
      for i in 0..<count {
        samples[i] = Float(bytes.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self)) * (1 / 2_147_483_648)
      }
    case .integer24In32:
      for i in 0..<count {
        // The fourth byte may hold anything.
        let value = Int32(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self) << 8) >> 8
        samples[i] = Float(value) * (1 / 8_388_608)
      }
    case .integer24:
      for i in 0..<count {
        let low = UInt32(bytes.load(fromByteOffset: 3 * i, as: UInt8.self))
        let middle = UInt32(bytes.load(fromByteOffset: 3 * i + 1, as: UInt8.self))
        let high = UInt32(bytes.load(fromByteOffset: 3 * i + 2, as: UInt8.self))
        let value = Int32(bitPattern: low << 8 | middle << 16 | high << 24) >> 8
        samples[i] = Float(value) * (1 / 8_388_608)
      }
    case .integer16:
      for i in 0..<count {
        samples[i] = Float(bytes.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self)) * (1 / 32_768)
      }
    }
  }

  /// Writes each of `count` mono samples to all channels of a frame.
  ///
  /// - Parameters:
  ///   - samples: `count` samples.
  ///   - bytes: room for `count` frames.
  ///   - channels: samples of a frame.
  ///   - count: how many frames.
  public func encode(
    _ samples: UnsafePointer<Float>, into bytes: UnsafeMutableRawPointer, channels: Int, count: Int
  ) {
    for i in 0..<count {
      let sample = samples[i]
      let held = sample.isNaN ? 0 : min(1, max(-1, sample))
      let frame = bytes + i * channels * self.bytes
      write(held, to: frame, at: 0)
      for channel in 1..<max(1, channels) {
        (frame + channel * self.bytes).copyMemory(from: frame, byteCount: self.bytes)
      }
    }
  }

  private func write(_ sample: Float, to bytes: UnsafeMutableRawPointer, at offset: Int) {
    switch self {
    case .float: bytes.storeBytes(of: sample, toByteOffset: offset, as: Float.self)
    case .integer32:
      let value = Int32(clamping: Int64((Double(sample) * 2_147_483_648).rounded()))
      bytes.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
    case .integer24In32:
      let value = min(8_388_607, Int32((sample * 8_388_608).rounded()))
      bytes.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
    case .integer24:
      let value = UInt32(bitPattern: min(8_388_607, Int32((sample * 8_388_608).rounded())))
      for i in 0..<3 {
        bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: value >> (8 * UInt32(i))), toByteOffset: offset + i, as: UInt8.self)
      }
    case .integer16:
      let value = Int16(clamping: Int32((sample * 32_768).rounded()))
      bytes.storeBytes(of: value, toByteOffset: offset, as: Int16.self)
    }
  }
}

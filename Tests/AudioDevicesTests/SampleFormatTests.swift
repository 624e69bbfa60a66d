import AudioDevices
import TestSupport
import Testing

struct SampleFormatTests {
  static let formats = SampleFormat.allCases
  static let channelCounts = [1, 2, 6, 8]

  /// Half a step of each format's own, as a part of full scale; a float is kept as it is.
  private func halfStep(_ format: SampleFormat) -> Float {
    switch format {
    case .float: 0
    case .integer32: 1 / 4_294_967_296
    case .integer24, .integer24In32: 1 / 16_777_216
    case .integer16: 1 / 65_536
    }
  }

  @Test("Every sample comes back on every channel, to half a step of the format", arguments: formats)
  func roundTrip(format: SampleFormat) {
    for channels in Self.channelCounts {
      var samples = Signal.noise(amplitude: 1, count: 5000, seed: UInt64(channels))
      samples += [0, 0.5, -0.5, -1, 1e-9, -1e-9]
      let back = decoded(encoded(samples, format, channels: channels), format)
      #expect(back.count == samples.count * channels)
      // What has no place below full scale is the largest there is.
      let limit =
        format == .integer16
        ? 32_767 / 32_768 : format == .integer24 || format == .integer24In32 ? 8_388_607 / 8_388_608 : Float(1)
      for (i, sample) in samples.enumerated() {
        for channel in 0..<channels {
          let found = back[i * channels + channel]
          let wanted = min(sample, limit)
          if abs(found - wanted) > halfStep(format) { Issue.record("\(format): \(sample) came back as \(found)") }
        }
      }
    }
  }

  @Test("Full scale, beyond it, and what is no number are written as the format's own ends, and silence")
  func extremes() {
    let samples: [Float] = [-1, 1, -2, 2, .infinity, -.infinity, .nan, .signalingNaN, -0.0, .greatestFiniteMagnitude]
    let ends: [(SampleFormat, low: [UInt8], high: [UInt8])] = [
      (.float, [0, 0, 0x80, 0xBF], [0, 0, 0x80, 0x3F]), (.integer32, [0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0x7F]),
      (.integer24, [0, 0, 0x80], [0xFF, 0xFF, 0x7F]),
      (.integer24In32, [0, 0, 0x80, 0xFF], [0xFF, 0xFF, 0x7F, 0]), (.integer16, [0, 0x80], [0xFF, 0x7F])
    ]
    for (format, low, high) in ends {
      let silence = Array(repeating: UInt8(0), count: format.bytes)
      let minusZero: [UInt8] = format == .float ? [0, 0, 0, 0x80] : silence
      let wanted = [low, high, low, high, high, low, silence, silence, minusZero, high]
      #expect(encoded(samples, format, channels: 1) == wanted.flatMap { $0 }, "\(format)")
    }
  }

  @Test("Every code of the narrow formats is read as its share of a power of two, and written back as itself")
  func everyCode() {
    let codes = (Int32(Int16.min)...Int32(Int16.max)).map { $0 }
    let bytes16 = codes.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let values16 = decoded(bytes16, .integer16)
    #expect(values16.elementsEqual(codes.map { Float($0) / 32_768 }))
    #expect(encoded(values16, .integer16, channels: 1).elementsEqual(bytes16))

    let wide = stride(from: Int32(-8_388_608), through: 8_388_607, by: 251).map { $0 }
    let bytes24 = wide.flatMap { code in (0..<3).map { UInt8(truncatingIfNeeded: code >> (8 * Int32($0))) } }
    let values24 = decoded(bytes24, .integer24)
    #expect(values24.elementsEqual(wide.map { Float($0) / 8_388_608 }))
    #expect(encoded(values24, .integer24, channels: 1).elementsEqual(bytes24))
  }

  @Test("Any bytes are read as numbers within full scale, but for a float card's own")
  func anyBytes() {
    var random = SplitMix64(seed: 8)
    let bytes = (0..<120_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for format in Self.formats {
      let samples = decoded(bytes, format)
      #expect(samples.count == bytes.count / format.bytes)
      #expect(samples.allSatisfy { $0.isFinite && (format == .float || (-1...1).contains($0)) }, "\(format)")
    }
    let notNumbers: [Float] = [.nan, .infinity, -.infinity, 0.25]
    let floats = notNumbers.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
    #expect(decoded(floats, .float) == [0, 0, 0, 0.25])
  }

  private func encoded(_ samples: [Float], _ format: SampleFormat, channels: Int) -> [UInt8] {
    // A byte more on each side, which must stay as it is.
    let count = samples.count * channels * format.bytes
    var bytes = Array(repeating: UInt8(0xA5), count: count + 2)
    bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      format.encode(samples, into: base + 1, channels: channels, count: samples.count)
    }
    #expect(bytes.first == 0xA5 && bytes.last == 0xA5)
    return Array(bytes[1...count])
  }

  private func decoded(_ bytes: [UInt8], _ format: SampleFormat) -> [Float] {
    var samples = Array(repeating: Float.nan, count: bytes.count / format.bytes)
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      format.decode(base, into: &samples, count: samples.count)
    }
    return samples
  }
}

/// WAV files, written without any library that the product reads them with.
///
/// Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991, chapter 3.
public enum WAVFile {
  /// The format of the samples.
  public enum Format: Sendable {
    /// 16-bit integer; 1 is 32768, clipped.
    case integer16
    /// 32-bit float.
    case float
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - channels: one or more signals of one length.
  ///   - rate: frames a second.
  ///   - format: of the samples.
  public static func encode(_ channels: [[Float]], rate: Int, format: Format = .float) -> [UInt8] {
    let width = format == .float ? 4 : 2
    let frames = channels.first?.count ?? 0
    let bytes = frames * channels.count * width
    var file: [UInt8] = []
    file.reserveCapacity(44 + bytes)
    file += "RIFF".utf8
    append(UInt32(36 + bytes), 4, to: &file)
    file += "WAVEfmt ".utf8
    append(16, 4, to: &file)
    append(format == .float ? 3 : 1, 2, to: &file)
    append(UInt32(channels.count), 2, to: &file)
    append(UInt32(truncatingIfNeeded: rate), 4, to: &file)
    append(UInt32(truncatingIfNeeded: rate * channels.count * width), 4, to: &file)
    append(UInt32(channels.count * width), 2, to: &file)
    append(UInt32(8 * width), 2, to: &file)
    file += "data".utf8
    append(UInt32(bytes), 4, to: &file)
    for frame in 0..<frames {
      for channel in channels {
        switch format {
        case .float: append(channel[frame].bitPattern, 4, to: &file)
        case .integer16:
          let code = Int16(max(-32_768, min(32_767, (channel[frame] * 32_768).rounded())))
          append(UInt32(UInt16(bitPattern: code)), 2, to: &file)
        }
      }
    }
    return file
  }

  /// The samples of a file that ``encode(_:rate:format:)``, or the product, wrote as 32-bit float; nil for any other.
  public static func floats(_ bytes: [UInt8]) -> [Float]? {
    guard bytes.count > 12, bytes[0..<4].elementsEqual("RIFF".utf8) else { return nil }
    var place = 12
    while place + 8 <= bytes.count {
      let size = Int(word(bytes, place + 4))
      if bytes[place..<(place + 4)].elementsEqual("data".utf8) {
        let end = min(bytes.count, place + 8 + size)
        return stride(from: place + 8, to: end - 3, by: 4).map { Float(bitPattern: word(bytes, $0)) }
      }
      place += 8 + size + size % 2
    }
    return nil
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    var value: UInt32 = 0
    for i in 0..<4 { value |= UInt32(bytes[place + i]) << (8 * UInt32(i)) }
    return value
  }

  private static func append(_ value: UInt32, _ count: Int, to file: inout [UInt8]) {
    for i in 0..<count { file.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(i)))) }
  }
}

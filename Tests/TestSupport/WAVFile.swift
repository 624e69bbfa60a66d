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
    file += Array("RIFF".utf8) + little(36 + bytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    file += little(format == .float ? 3 : 1, 2) + little(channels.count, 2) + little(rate, 4)
    file += little(rate * channels.count * width, 4) + little(channels.count * width, 2) + little(8 * width, 2)
    file += Array("data".utf8) + little(bytes, 4)
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
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      if bytes[place..<(place + 4)].elementsEqual("data".utf8) {
        let end = min(bytes.count, place + 8 + size)
        return stride(from: place + 8, to: end - 3, by: 4).map { start in
          Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) })
        }
      }
      place += 8 + size + size % 2
    }
    return nil
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func append(_ value: UInt32, _ count: Int, to file: inout [UInt8]) {
    for i in 0..<count { file.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(i)))) }
  }
}

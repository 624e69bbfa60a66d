internal import CSndFile
internal import Glibc

/// An audio file that is read: any format, rate and channel count that libsndfile knows.
public final class SoundFileReader {
  /// The path as given.
  public let path: String
  /// Frames a second.
  public let rate: Int
  /// Samples of a frame.
  public let channels: Int

  private let file: OpaquePointer
  private var hasEnded = false

  /// Opens a file.
  public init(path: String) throws(AudioFault) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw AudioFault(errno == ENOENT ? .missing : .failed, "\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw AudioFault(.unsupported, "\(path): it is a directory; expected an audio file")
    }
    var info = SF_INFO()
    guard let opened = sf_open(path, Int32(SFM_READ), &info) else {
      let reason = String(cString: sf_strerror(nil)).trimmedMessage
      throw AudioFault(.unsupported, "\(path): not an audio file that can be read: \(reason)")
    }
    guard info.channels > 0, info.samplerate > 0 else {
      sf_close(opened)
      throw AudioFault(
        .unsupported, "\(path): found \(info.channels) channels at \(info.samplerate) Hz; expected sound")
    }
    self.path = path
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    file = opened
  }

  deinit { sf_close(file) }

  /// Reads up to `frames` frames of interleaved samples; fewer at the end, 0 after it.
  ///
  /// What a file that was cut short still holds is read; its end is then a fault.
  public func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioFault) -> Int {
    let count = Int(sf_readf_float(file, samples, sf_count_t(frames)))
    if count < frames, sf_error(file) != 0 {
      throw AudioFault(.failed, "\(path): \(String(cString: sf_strerror(file)).trimmedMessage)")
    }
    if count <= 0, !hasEnded {
      hasEnded = true
      if let shortfall { throw AudioFault(.failed, "\(path): it is cut short: \(shortfall)") }
    }
    return max(0, count)
  }

  /// How much less sound there is than the header announces, as libsndfile noted when it opened the file; nil where it
  /// is all there, or where a writer that could not know left the length open.
  private var shortfall: String? {
    var log = Array(repeating: CChar(0), count: 8192)
    sf_command(file, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
    let text = String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("data") {
      let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
      guard line.contains("should be"), numbers.count == 2 else { continue }
      let isOpen = numbers[0] == 0 || numbers[0] >= Int(UInt32.max) - 4096
      if !isOpen, numbers[0] > numbers[1] {
        return "found \(numbers[1]) bytes of sound; expected the \(numbers[0]) that its header announces"
      }
    }
    return nil
  }
}

/// An audio file that is written: 32-bit float WAV, one channel, the same bytes for the same samples.
public final class SoundFileWriter {
  /// The path as given.
  public let path: String

  private let file: OpaquePointer

  /// Frames that a file holds at the most: its sizes are of 32 bits.
  public static let largestFrames: Int64 = (1 << 30) - 1024

  /// Creates a file, or empties the one that is there.
  ///
  /// - Parameters:
  ///   - path: where.
  ///   - rate: frames a second.
  public init(path: String, rate: Int) throws(AudioFault) {
    var info = SF_INFO()
    info.samplerate = Int32(clamping: rate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    guard let opened = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw AudioFault(
        .failed, "\(path): cannot be written: \(String(cString: sf_strerror(nil)).trimmedMessage)")
    }
    // A peak chunk holds the time of writing: equal renders would be different files.
    sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    self.path = path
    file = opened
  }

  deinit { sf_close(file) }

  /// Appends samples.
  public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioFault) {
    guard sf_writef_float(file, samples, sf_count_t(frames)) == sf_count_t(frames) else {
      throw AudioFault(.failed, "\(path): \(String(cString: sf_strerror(file)).trimmedMessage)")
    }
  }
}

extension String {
  /// A library's message without its closing period, space and line end, to stand within a line of ours.
  fileprivate var trimmedMessage: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace || last == "." { text = text.dropLast() }
    return String(text)
  }
}

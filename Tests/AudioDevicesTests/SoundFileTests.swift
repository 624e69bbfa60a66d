import AudioDevices
import CSndFile
import TestSupport
import Testing

struct SoundFileTests {
  static let rates = [8000, 44_100, 48_000, 96_000, 192_000]
  /// Half a step of 16 bits.
  static let step16: Float = 1 / 65_536

  @Test("A WAV file is read whole, at any rate and channel count, in pieces of any size", arguments: rates)
  func wav(rate: Int) throws {
    let folder = TemporaryFolder()
    for channels in [1, 2, 6, 8] {
      for format in [WAVFile.Format.float, .integer16] {
        let signals = (0..<channels).map { Signal.noise(amplitude: 0.9, count: 3001, seed: UInt64($0 + 1)) }
        let path = folder.write(WAVFile.encode(signals, rate: rate, format: format), "a.wav")
        let file = try SoundFileReader(path: path)
        #expect(file.rate == rate && file.channels == channels)
        let samples = try read(file, pieces: [1, 2, 700, 256, 5000])
        #expect(samples.count == 3001 * channels)
        let tolerance = format == .float ? 0 : Self.step16
        for (i, sample) in samples.enumerated() {
          let wanted = signals[i % channels][i / channels]
          if abs(sample - wanted) > tolerance { Issue.record("sample \(i): \(sample), wanted \(wanted)") }
        }
      }
    }
  }

  @Test("A FLAC file is read whole, at any rate and channel count", arguments: rates)
  func flac(rate: Int) throws {
    let folder = TemporaryFolder()
    for channels in [1, 2, 6, 8] {
      let samples = Signal.noise(amplitude: 0.9, count: 3000 * channels, seed: UInt64(channels))
      let path = folder.file("a.flac")
      var info = SF_INFO()
      info.samplerate = Int32(rate)
      info.channels = Int32(channels)
      info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      let writer = try #require(sf_open(path, Int32(SFM_WRITE), &info))
      #expect(sf_writef_float(writer, samples, 3000) == 3000)
      sf_close(writer)

      let file = try SoundFileReader(path: path)
      #expect(file.rate == rate && file.channels == channels)
      let back = try read(file, pieces: [1024])
      #expect(back.count == samples.count)
      // libsndfile counts full scale as 32767 when it writes, 32768 when it reads.
      #expect(zip(back, samples).allSatisfy { abs($0 - $1) <= 3 * Self.step16 })
    }
  }

  @Test("What is written is read again to the bit, and the same samples make the same file")
  func writing() throws {
    let folder = TemporaryFolder()
    let samples = Signal.noise(amplitude: 1, count: 10_000, seed: 3) + [.leastNonzeroMagnitude, -0.0, 1.5]
    for name in ["a.wav", "b.wav"] {
      let writer = try SoundFileWriter(path: folder.file(name), rate: 96_000)
      #expect(writer.path == folder.file(name))
      try writer.write(samples, frames: 4000)
      try samples.withUnsafeBufferPointer {
        if let base = $0.baseAddress { try writer.write(base + 4000, frames: samples.count - 4000) }
      }
    }
    let bytes = TemporaryFolder.read(folder.file("a.wav"))
    #expect(bytes.elementsEqual(TemporaryFolder.read(folder.file("b.wav"))))
    let floats = try #require(WAVFile.floats(bytes))
    #expect(floats.map(\.bitPattern).elementsEqual(samples.map(\.bitPattern)))
    let file = try SoundFileReader(path: folder.file("a.wav"))
    #expect(file.rate == 96_000 && file.channels == 1)
    let back = try read(file, pieces: [333])
    #expect(back.map(\.bitPattern).elementsEqual(samples.map(\.bitPattern)))
  }

  @Test("What is no audio file is a fault that names it, in one line")
  func faults() throws {
    let folder = TemporaryFolder()
    let good = WAVFile.encode([Signal.tone(440, rate: 48_000, seconds: 0.01)], rate: 48_000)
    let paths = [
      folder.file("none.wav"), folder.path, folder.write([], "empty.wav"), folder.write(Array("RIFF".utf8), "r.wav"),
      folder.write(Array("a text, not a sound\n".utf8), "text.wav"), folder.write(Array(good[0..<30]), "short.wav"),
      folder.path + "/none/in.wav", ""
    ]
    for path in paths {
      do {
        let file = try SoundFileReader(path: path)
        Issue.record("'\(path)' was opened: \(file.rate) Hz")
      } catch {
        #expect(error.description.hasPrefix(path) && error.description.count > path.count + 5)
        #expect(!error.description.contains { $0.isNewline })
      }
    }
    #expect(throws: AudioFault.self) { try SoundFileWriter(path: folder.path, rate: 48_000) }
    #expect(throws: AudioFault.self) { try SoundFileWriter(path: folder.file("no/a.wav"), rate: 48_000) }
  }

  @Test("A file that was cut off or damaged anywhere is read to where it goes, or is a fault; never more than it holds")
  func damage() {
    let folder = TemporaryFolder()
    let good = WAVFile.encode(
      [Signal.noise(amplitude: 1, count: 500, seed: 1), Signal.noise(amplitude: 1, count: 500, seed: 2)], rate: 48_000,
      format: .integer16)
    var random = SplitMix64(seed: 5)
    var opened = 0
    for round in 0..<1500 {
      var bytes = good
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
      for _ in 0..<(round % 3) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<min(48, bytes.count), using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      let path = folder.write(bytes, "a.wav")
      do {
        let file = try SoundFileReader(path: path)
        #expect(file.rate > 0 && file.channels > 0)
        // A damaged header may name any count of channels: pieces stay small.
        guard file.channels <= 64 else { continue }
        let samples = try read(file, pieces: [100])
        // A byte a sample is the least that any format takes, but for compressed ones.
        #expect(samples.count <= 8 * bytes.count)
        opened += 1
      } catch {
        #expect(!error.description.contains { $0.isNewline })
      }
    }
    #expect(opened > 200)
  }

  private func read(_ file: SoundFileReader, pieces: [Int]) throws(AudioFault) -> [Float] {
    var samples: [Float] = []
    var turn = 0
    while true {
      let frames = pieces[turn % pieces.count]
      turn += 1
      var piece = Array(repeating: Float.nan, count: frames * file.channels)
      let count = try file.read(into: &piece, frames: frames)
      if count == 0 { return samples }
      samples += piece[0..<(count * file.channels)]
    }
  }
}

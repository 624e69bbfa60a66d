import AudioDevices
import TestSupport
import Testing

/// Against alsa-lib's own plugins, which need no sound card: `null` takes everything and gives silence.
struct DuplexDeviceTests {
  @Test("Capture, playback or both are opened as asked for, and blocks come and go")
  func opening() throws {
    for (capture, playback) in [("null", "null"), ("null", nil), (nil, "null")] as [(String?, String?)] {
      for (rate, period) in [(44_100, 64), (48_000, 256), (192_000, 128)] {
        let device = try DuplexDevice(
          CardRequest(
            capture: capture, playback: playback, rate: rate, periodFrames: period, periods: 4, inputChannel: 5))
        #expect(device.shape.rate == rate)
        #expect(device.shape.blockFrames == period)
        #expect(device.shape.inputChannels == (capture == nil ? 0 : 6))
        #expect(
          device.name
            == [capture.map { "capture \($0)" }, playback.map { "playback \($0)" }].compactMap { $0 }
            .joined(separator: ", "))
        var blocks = 0
        var next: Int64 = 0
        try StreamRunner(device).run(until: { blocks == 50 }) { block in
          blocks += 1
          #expect(block.frame == next && block.frames > 0 && block.frames <= period && !block.afterGap)
          next += Int64(block.frames)
          #expect((block.input == nil) == (capture == nil))
          for i in 0..<block.frames { block.output[i] = 0.5 }
          guard let input = block.input else { return }
          for i in 0..<(block.frames * block.inputChannels) where input[i] != 0 { Issue.record("\(input[i])") }
        }
        #expect(blocks == 50)
        #expect(device.xruns == 0)
      }
    }
  }

  @Test("What is played reaches every channel of the card in its own format, after a buffer of silence")
  func playback() throws {
    let folder = TemporaryFolder()
    let path = folder.file("played.raw")
    // alsa-lib's `file` plugin writes down what is played, then hands it on to `null`.
    let card = "file:'\(path)',raw"
    var sent: [Float] = []
    do {
      let device = try DuplexDevice(
        CardRequest(capture: nil, playback: card, rate: 48_000, periodFrames: 64, periods: 3))
      let signal = Signal.noise(amplitude: 0.9, count: 64 * 40, seed: 1)
      var blocks = 0
      try StreamRunner(device).run(until: { blocks == 40 }) { block in
        for i in 0..<block.frames { block.output[i] = signal[blocks * 64 + i] }
        sent += signal[(blocks * 64)..<(blocks * 64 + block.frames)]
        blocks += 1
      }
    }
    let silence = Array(repeating: Float(0), count: 3 * 64)
    var wanted = Array(repeating: UInt8(0), count: (silence.count + sent.count) * 8)
    // `null` takes the widest format, two channels of float.
    wanted.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      SampleFormat.float.encode(silence + sent, into: base, channels: 2, count: silence.count + sent.count)
    }
    #expect(TemporaryFolder.read(path).elementsEqual(wanted))
    #expect(sent.count == 64 * 40)
  }

  @Test("A card that is not there is a fault of its kind, in one line that names it and what was being done")
  func missing() throws {
    for (request, direction) in [
      (CardRequest(capture: "hw:Nowhere", playback: nil), "capture"),
      (CardRequest(capture: nil, playback: "hw:Nowhere"), "playback"),
      (CardRequest(capture: "null", playback: "hw:Nowhere"), "playback")
    ] {
      do {
        _ = try DuplexDevice(request)
        Issue.record("it was opened")
      } catch {
        #expect(error.kind == .missing)
        #expect(error.description.hasPrefix("sound card 'hw:Nowhere': cannot open it for \(direction): "))
        #expect(!error.description.contains { $0.isNewline })
      }
    }
    #expect(throws: AudioFault.self) { try DuplexDevice(CardRequest(capture: nil, playback: nil)) }
    for name in ["", "no such name", "plug:", "file:", "'", "hw:99,99,99", String(repeating: "x", count: 5000)] {
      do {
        _ = try DuplexDevice(CardRequest(capture: name, playback: nil))
        Issue.record("'\(name)' was opened")
      } catch { #expect(error.description.hasPrefix("sound card '\(name)': cannot open it for capture: ")) }
    }
  }
}

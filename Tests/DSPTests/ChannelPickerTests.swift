import DSP
internal import Glibc
import TestSupport
import Testing

struct ChannelPickerTests {
  private static let channels = 3

  /// Frames of silence, but for tones of given amplitudes on their channels.
  private static func input(_ amplitudes: [Float], frames: Int, from frame: Int = 0) -> [Float] {
    (frame..<frame + frames).flatMap { i in
      (0..<channels).map { c in amplitudes[c] * sinf(Float(i) * 0.05 * Float(c + 1)) }
    }
  }

  private static func pick(_ picker: inout ChannelPicker, _ input: [Float], from frame: Int = 0, block: Int = 64)
    -> [Float]
  {
    let frames = input.count / channels
    var output = [Float](repeating: .nan, count: frames)
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        for start in stride(from: 0, to: frames, by: block) {
          picker.pick(
            source + start * channels, channels: channels, into: target + start, frames: min(block, frames - start),
            frame: Int64(frame + start))
        }
      }
    }
    return output
  }

  @Test("The given channel is taken, the last one where there are fewer")
  func given() {
    let input = Self.input([0.1, 0.2, 0.3], frames: 1000)
    for channel in 0..<5 {
      var picker = ChannelPicker(channel: channel)
      let output = Self.pick(&picker, input)
      #expect(output.indices.allSatisfy { output[$0] == input[$0 * Self.channels + min(channel, 2)] })
    }
  }

  @Test("By itself it finds the channel with the signal within two windows, and stays there when it falls silent")
  func finds() {
    var picker = ChannelPicker(channel: nil)
    let input = Self.input([0.0001, 0, 0.1], frames: 1024)
    let output = Self.pick(&picker, input)
    #expect(picker.channel == 2)
    #expect(output[512...].indices.allSatisfy { output[$0] == input[$0 * Self.channels + 2] })
    _ = Self.pick(&picker, Self.input([0.0001, 0, 0], frames: 48_000), from: 1024)
    #expect(picker.channel == 2)
  }

  @Test("Channels that both sound, and what is next to nothing, move it not")
  func stays() {
    for amplitudes in [[0.1, 0.2, 0.3], [0.1, 0, 0.39], [0, 0.0015, 0.0005]] as [[Float]] {
      var picker = ChannelPicker(channel: nil)
      _ = Self.pick(&picker, Self.input(amplitudes, frames: 48_000))
      #expect(picker.channel == 0)
    }
  }

  @Test("The choice does not depend on how the stream is cut; what is no number chooses nothing")
  func cuts() {
    let first = Self.input([0.2, 0.01, 0], frames: 5000)
    let input = first + Self.input([0.001, 0.3, 0], frames: 5000, from: 5000) + first
    var picker = ChannelPicker(channel: nil)
    let reference = Self.pick(&picker, input, block: 1)
    for block in [3, 64, 256, 1000, 15_000] {
      var other = ChannelPicker(channel: nil)
      #expect(Self.pick(&other, input, block: block).elementsEqual(reference))
      #expect(other.channel == picker.channel)
    }
    var hostile = ChannelPicker(channel: nil)
    let odd = (0..<3000).map { $0 % 3 == 1 ? Float.nan : $0 % 3 == 2 ? .infinity : 0.1 }
    _ = Self.pick(&hostile, odd)
    #expect(hostile.channel == 0)
  }
}

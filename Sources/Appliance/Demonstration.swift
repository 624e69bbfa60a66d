internal import AudioDevices
internal import DroneSynth
internal import MIDIMessages
internal import Tuning

/// What plays when there is nothing to play: a guitar that is being tuned, over a chord of drones.
enum Demonstration {
  /// Seconds after which it ends by itself where nobody watches.
  static let seconds = 20.0

  private static let rate = 48_000
  private static let blockFrames = 256
  private static let secondsPerString = 2.0
  /// The open strings, low to high, and how many cents each is off.
  private static let strings: [(note: Int, cents: Double)] = [
    (40, -12), (45, 7.5), (50, 0.3), (55, -3.2), (59, 21), (64, -0.8)
  ]
  /// The chord: when each note is pressed, in seconds, and which.
  static let chord: [(seconds: Double, note: UInt7)] = [(1, 45), (2, 52), (3, 57), (9, 56), (15, 57)]

  /// Where the stream comes from, again and again.
  final class Source: DeviceSource {
    func open() -> OpenedDevice { OpenedDevice(Demonstration.device()) }
    func canImprove() -> Bool { false }
  }

  /// The stream: plucked strings in, nothing out, at the pace of the clock.
  private static func device() -> NullDevice {
    let player = Player()
    return NullDevice(name: "demonstration", rate: rate, blockFrames: blockFrames) { samples, count in
      player.play(into: samples, count: count)
    }
  }

  /// Plucks one string after the other, for ever.
  ///
  /// The audio thread's alone.
  private final class Player: @unchecked Sendable {
    private var sounding: [PluckedString] = []
    private var frame = 0
    private var plucked = 0

    func play(into samples: UnsafeMutablePointer<Float>, count: Int) {
      let framesPerString = Int(Demonstration.secondsPerString * Double(Demonstration.rate))
      if frame >= plucked * framesPerString {
        let string = Demonstration.strings[plucked % Demonstration.strings.count]
        let open = NoteName.frequency(ofNote: string.note, reference: Frequency(hertz: 440))
        plucked += 1
        // The string before is damped by the hand that plucks the next.
        sounding = [
          PluckedString(
            frequency: open.raised(by: Cents(string.cents)).hertz, amplitude: 0.5,
            sampleRate: Demonstration.rate,
            seed: UInt64(plucked))
        ]
      }
      for i in sounding.indices { sounding[i].add(to: samples, count: count) }
      frame += count
    }
  }
}

/// Takes one channel out of interleaved frames: a given one, or by itself the one that has the signal.
///
/// By itself it stays with its channel until another's power over a window of 256 frames is 12 dB above it and over
/// -55 dB of full scale: two pickups that both sound, or noise alone, move nothing. Windows lie on absolute multiples,
/// so that the choice does not depend on how the stream is cut.
public struct ChannelPicker: ~Copyable {
  /// The channel that is listened to, counted from 0.
  public private(set) var channel: Int

  private let isAutomatic: Bool
  private let powers: UnsafeMutablePointer<Float>
  // What each channel had in the last window: a channel between two periods of a low note has signal all the same.
  private let lastPowers: UnsafeMutablePointer<Float>

  /// Channels beyond these are not looked at.
  public static var mostChannels: Int { @_noLocks get { 64 } }
  private static var windowFrames: Int { @_noLocks get { 256 } }
  private static var advantage: Float { @_noLocks get { 15.85 } }
  private static var leastPower: Float { @_noLocks get { 3.16e-6 } }

  /// Makes a picker.
  ///
  /// - Parameter channel: the channel to take, counted from 0; nil to choose by itself, beginning with the first.
  public init(channel: Int?) {
    self.channel = max(0, channel ?? 0)
    isAutomatic = channel == nil
    powers = .allocate(capacity: Self.mostChannels)
    powers.initialize(repeating: 0, count: Self.mostChannels)
    lastPowers = .allocate(capacity: Self.mostChannels)
    lastPowers.initialize(repeating: 0, count: Self.mostChannels)
  }

  deinit {
    powers.deallocate()
    lastPowers.deallocate()
  }

  /// Takes the channel out of a block; the last one where there are fewer.
  ///
  /// - Parameters:
  ///   - input: `frames` frames of `channels` samples, one channel at least.
  ///   - output: room for `frames` samples.
  ///   - frame: the first one's number in the stream.
  @_noLocks
  public mutating func pick(
    _ input: UnsafePointer<Float>, channels: Int, into output: UnsafeMutablePointer<Float>, frames: Int, frame: Int64
  ) {
    guard isAutomatic, channels > 1 else {
      let channel = min(channel, channels - 1)
      for i in 0..<frames { output[i] = input[i * channels + channel] }
      return
    }
    let heard = min(channels, Self.mostChannels)
    var done = 0
    while done < frames {
      let place = Int((frame &+ Int64(done)) % Int64(Self.windowFrames))
      let count = min(frames - done, Self.windowFrames - place)
      let start = input + done * channels
      for c in 0..<heard {
        var power: Float = 0
        for i in 0..<count {
          let sample = start[i * channels + c]
          power += sample * sample
        }
        powers[c] += power.isFinite ? power : 0
      }
      let chosen = min(channel, channels - 1)
      for i in 0..<count { output[done + i] = start[i * channels + chosen] }
      done += count
      if place + count == Self.windowFrames { choose(of: heard) }
    }
  }

  @_noLocks
  private mutating func choose(of heard: Int) {
    let current = min(channel, heard - 1)
    var loudest = current
    for c in 0..<heard where powers[c] > powers[loudest] { loudest = c }
    let rival = powers[loudest]
    if rival > Self.leastPower * Float(Self.windowFrames),
      rival > Self.advantage * max(powers[current], lastPowers[current])
    {
      channel = loudest
    }
    for c in 0..<heard {
      lastPowers[c] = powers[c]
      powers[c] = 0
    }
  }
}

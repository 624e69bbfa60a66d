internal import CRealtime
internal import DSP
internal import DroneSynth
internal import Realtime
internal import Timebase

/// The audio thread's part of the engine: captured frames and events in, the drones out.
///
/// The same stage serves a sound card and a file: its result depends on the events and their frames alone, not on how
/// the stream is cut into blocks. `render` neither allocates nor waits; the compiler proves it.
public final class RenderStage: @unchecked Sendable {
  /// Frames a second.
  public let rate: Int
  /// The run of the device that this stage renders.
  public let epoch: Int32

  private let events: EventQueue<RenderEvent>.Unowned
  private var feed: FeedWriter
  // The owners of what the two above point to.
  private let owners: (EventQueue<RenderEvent>, StreamFeed)
  private var voices: VoiceBank
  private var chain: OutputChain
  private let mix: UnsafeMutablePointer<Float>
  private let envelopes: UnsafeMutablePointer<Float>
  private let captured: UnsafeMutablePointer<Float>
  private var generation: Int
  private var picker: ChannelPicker
  // Where the input has a clock of its own: what it captured on its way to the output, and what was rendered on its way
  // to the analysis, which compares the two.
  private let hasInputClock: Bool
  private var thru: RateBridge?
  private var reference: RateBridge?
  private var wasThru = false
  private var referenceRatio = 1.0
  private let heard: UnsafeMutablePointer<Float>

  /// The most frames of one block.
  public static let maximumBlock = 8192

  init(
    epoch: Int32, rate: Int, input: InputSource, events: EventQueue<RenderEvent>, feed: StreamFeed,
    previous: RenderStage?
  ) {
    self.epoch = epoch
    self.rate = rate
    picker = ChannelPicker(channel: input.channel)
    self.events = events.unowned
    self.feed = FeedWriter(feed, after: previous?.feed, epoch: epoch, rate: input.clock?.rate ?? rate)
    owners = (events, feed)
    generation = previous?.generation ?? 0
    hasInputClock = input.clock != nil
    if let clock = input.clock {
      let piece = max(1, clock.pieceFrames)
      thru = RateBridge(outputRate: rate, pieceFrames: piece * rate / clock.rate + 1)
      reference = RateBridge(outputRate: clock.rate, pieceFrames: piece)
    }
    voices = VoiceBank(sampleRate: rate)
    chain = OutputChain(sampleRate: rate)
    mix = .allocate(capacity: VoiceBank.chunkFrames)
    mix.initialize(repeating: 0, count: VoiceBank.chunkFrames)
    envelopes = .allocate(capacity: VoiceBank.chunkFrames)
    envelopes.initialize(repeating: 0, count: VoiceBank.chunkFrames)
    captured = .allocate(capacity: Self.maximumBlock)
    captured.initialize(repeating: 0, count: Self.maximumBlock)
    heard = .allocate(capacity: Self.maximumBlock)
    heard.initialize(repeating: 0, count: Self.maximumBlock)
  }

  deinit {
    mix.deallocate()
    envelopes.deallocate()
    captured.deallocate()
    heard.deallocate()
  }

  /// Frames by which the output lags behind the events.
  public var delay: Int { chain.limiter.delay }

  /// Applies what is due at a frame without rendering any: offline, where one frame may bring more events than the way
  /// to this stage holds.
  public func applyEvents(at frame: Int64) { _ = applyEvents(dueAt: StreamTime(epoch: epoch, frame: frame)) }

  /// The limiter's gain at the last frame, 0…1: under 1 it is at work.
  public var limiterGain: Float { chain.limiter.gain }

  /// Samples of the mix that were not a number and were silenced.
  public var silencedSamples: UInt64 { chain.limiter.silencedSamples }

  /// Whether no voice sounds, tails included; up to `delay` further frames are still on their way.
  public var isSilent: Bool { voices.isSilent }

  /// Renders one block.
  ///
  /// Audio thread, or the one that steps offline. Wait-free, bounded.
  ///
  /// - Parameters:
  ///   - input: `frames` frames of `inputChannels` interleaved samples; nil for silence, and where the input has a
  ///     clock of its own.
  ///   - inputChannels: samples of an input frame.
  ///   - output: `frames` samples, overwritten; at most 0.95 in magnitude.
  ///   - frames: 1…`maximumBlock`.
  ///   - frame: the block's first frame, within the stage's epoch.
  ///   - afterGap: whether frames were lost before the block.
  @_noLocks
  public func render(
    input: UnsafePointer<Float>?, inputChannels: Int, output: UnsafeMutablePointer<Float>, frames: Int,
    frame: Int64,
    afterGap: Bool
  ) {
    let state = cr_flush_denormals()
    if afterGap { chain.resume() }
    if hasInputClock {
      readThru(frames: frames)
    } else {
      feed.begin(frames: frames, frame: frame, afterGap: afterGap)
      pick(input, inputChannels, frames, frame)
    }
    var done = 0
    while done < frames {
      let now = StreamTime(epoch: epoch, frame: frame &+ Int64(done))
      let untilEvent = applyEvents(dueAt: now)
      if !hasInputClock { feed.announceTargets(generation, after: done, frame: now.frame) }
      let untilUpdate = VoiceBank.chunkFrames - Int(now.frame % Int64(VoiceBank.chunkFrames))
      let count = min(frames - done, min(untilUpdate, untilEvent))
      voices.render(into: mix, envelopeSums: envelopes, frame: now.frame, count: count)
      chain.process(mix, envelopeSums: envelopes, input: captured + done, count: count)
      for i in 0..<count { output[done + i] = mix[i] }
      done += count
    }
    if hasInputClock {
      reference?.write(output, count: frames, ratio: referenceRatio)
    } else {
      feed.end(captured: captured, rendered: output, frames: frames)
    }
    cr_float_state_restore(state)
  }

  /// Takes in what an input with a clock of its own has captured; the analysis gets it as it is.
  ///
  /// Audio thread. Wait-free, bounded.
  ///
  /// - Parameters:
  ///   - input: `frames` frames of `channels` interleaved samples, one channel at least.
  ///   - channels: samples of a frame.
  ///   - frames: 1…`maximumBlock`.
  ///   - frame: the first one's number by the input's own clock.
  ///   - afterGap: whether frames were lost before it.
  ///   - ratio: frames of the output for each of the input, as the clocks are known.
  @_noLocks
  public func listen(
    _ input: UnsafePointer<Float>, channels: Int, frames: Int, frame: Int64, afterGap: Bool, ratio: Double
  ) {
    let state = cr_flush_denormals()
    feed.begin(frames: frames, frame: frame, afterGap: afterGap)
    feed.announceTargets(generation, after: 0, frame: frame)
    pick(input, channels, frames, frame)
    referenceRatio = 1 / ratio
    reference?.read(into: heard, count: frames)
    if chain.hasThru { thru?.write(captured, count: frames, ratio: ratio) }
    feed.end(captured: captured, rendered: heard, frames: frames)
    cr_float_state_restore(state)
  }

  /// Brings what is let through over to the output's clock.
  @_noLocks
  private func readThru(frames: Int) {
    let hasThru = chain.hasThru
    if hasThru {
      thru?.read(into: captured, count: frames)
    } else {
      if wasThru { thru?.reset() }
      for i in 0..<frames { captured[i] = 0 }
    }
    wasThru = hasThru
  }

  /// Applies what is due; returns how many frames may be rendered before the next event is.
  @_noLocks
  private func applyEvents(dueAt now: StreamTime) -> Int {
    while let event = events.oldest() {
      let time = event.pointee.time
      guard time <= now else {
        return time.epoch == now.epoch ? Int(min(time.frame - now.frame, 1 << 20)) : 1 << 20
      }
      switch event.pointee.change {
      case .start(let id, let frequency, let gain, let waveform):
        voices.start(id, frequency: frequency, gain: gain, waveform: waveform)
      case .stop(let id): voices.stop(id)
      case .stopAll: voices.stopAll()
      case .retune(let id, let newID, let frequency): voices.retune(id, as: newID, frequency: frequency)
      case .level(let gain): chain.setLevel(gain)
      case .muted(let isMuted): chain.setMuted(isMuted)
      case .smallSpeaker(let isOn): chain.setSmallSpeaker(isOn)
      case .thru(let isOn): chain.setThru(isOn)
      case .power(let isOn): chain.setPower(isOn)
      case .targets(let number): generation = number
      }
      events.removeOldest()
    }
    return 1 << 20
  }

  /// Takes the channel that is listened to out of the input.
  @_noLocks
  private func pick(_ input: UnsafePointer<Float>?, _ channels: Int, _ frames: Int, _ frame: Int64) {
    guard let input, channels > 0 else {
      for i in 0..<frames { captured[i] = 0 }
      return
    }
    picker.pick(input, channels: channels, into: captured, frames: frames, frame: frame)
  }
}

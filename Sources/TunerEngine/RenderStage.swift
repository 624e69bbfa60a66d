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
  private let frames: FrameRing.Unowned
  private let marks: EventQueue<StreamMark>.Unowned
  private let lostFrames: Counter.Unowned
  // The owners of what the four above point to.
  private let owners: (EventQueue<RenderEvent>, StreamFeed)
  private var voices: VoiceBank
  private var chain: OutputChain
  private let mix: UnsafeMutablePointer<Float>
  private let envelopes: UnsafeMutablePointer<Float>
  private let captured: UnsafeMutablePointer<Float>
  private var written: UInt64
  // What the analysis is still to be told: that the epoch has begun, that frames are missing, which targets count.
  private var beginPending = true
  private var gapPending = false
  private var generation: Int
  private var announcedGeneration: Int
  private var picker: ChannelPicker

  /// The most frames of one block.
  public static let maximumBlock = 8192

  init(
    epoch: Int32, rate: Int, inputChannel: Int?, events: EventQueue<RenderEvent>, feed: StreamFeed,
    previous: RenderStage?
  ) {
    self.epoch = epoch
    self.rate = rate
    picker = ChannelPicker(channel: inputChannel)
    self.events = events.unowned
    frames = feed.frames.unowned
    marks = feed.marks.unowned
    lostFrames = feed.lostFrames.unowned
    owners = (events, feed)
    written = previous?.written ?? 0
    generation = previous?.generation ?? 0
    announcedGeneration = previous?.announcedGeneration ?? 0
    voices = VoiceBank(sampleRate: rate)
    chain = OutputChain(sampleRate: rate)
    mix = .allocate(capacity: VoiceBank.chunkFrames)
    mix.initialize(repeating: 0, count: VoiceBank.chunkFrames)
    envelopes = .allocate(capacity: VoiceBank.chunkFrames)
    envelopes.initialize(repeating: 0, count: VoiceBank.chunkFrames)
    captured = .allocate(capacity: Self.maximumBlock)
    captured.initialize(repeating: 0, count: Self.maximumBlock)
  }

  deinit {
    mix.deallocate()
    envelopes.deallocate()
    captured.deallocate()
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
  ///   - input: `frames` frames of `inputChannels` interleaved samples; nil for silence.
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
    let isHeard = announce(frames: frames, frame: frame, afterGap: afterGap)
    pick(input, inputChannels, frames, frame)
    var done = 0
    while done < frames {
      let now = StreamTime(epoch: epoch, frame: frame &+ Int64(done))
      let untilEvent = applyEvents(dueAt: now)
      if isHeard { announceTargets(position: written &+ UInt64(done), at: now) }
      let untilUpdate = VoiceBank.chunkFrames - Int(now.frame % Int64(VoiceBank.chunkFrames))
      let count = min(frames - done, min(untilUpdate, untilEvent))
      voices.render(into: mix, envelopeSums: envelopes, frame: now.frame, count: count)
      chain.process(mix, envelopeSums: envelopes, input: captured + done, count: count)
      for i in 0..<count { output[done + i] = mix[i] }
      done += count
    }
    cr_float_state_restore(state)
    if isHeard, self.frames.write(captured: captured, rendered: output, count: frames) {
      written &+= UInt64(frames)
    } else {
      gapPending = true
      lostFrames.add(UInt64(frames))
    }
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

  /// Tells the analysis what lies before a block; false where there is no room for that or for the block, which is then
  /// lost to the analysis.
  @_noLocks
  private func announce(frames: Int, frame: Int64, afterGap: Bool) -> Bool {
    if afterGap { gapPending = true }
    guard self.frames.hasRoom(for: frames) else { return false }
    let time = StreamTime(epoch: epoch, frame: frame)
    if beginPending {
      guard mark(.begin(rate: rate), position: written, at: time) else { return false }
      // An epoch begins afresh: what was missing before it is no gap in it.
      (beginPending, gapPending) = (false, false)
    }
    if gapPending {
      guard mark(.gap, position: written, at: time) else { return false }
      gapPending = false
    }
    return true
  }

  /// Tells the analysis of the targets that count from a place on, unless it knows; tried again at the next place where
  /// there is no room.
  @_noLocks
  private func announceTargets(position: UInt64, at time: StreamTime) {
    guard announcedGeneration != generation else { return }
    if mark(.targets(generation: generation), position: position, at: time) { announcedGeneration = generation }
  }

  @_noLocks
  private func mark(_ kind: StreamMark.Kind, position: UInt64, at time: StreamTime) -> Bool {
    marks.push(StreamMark(position: position, time: time, kind: kind))
  }
}

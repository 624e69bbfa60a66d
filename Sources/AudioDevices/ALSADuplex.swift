internal import CALSA

/// A sound card as a stream of blocks: capture, playback or both, on the same card or on two.
///
/// The side that captures sets the pace; without one, the side that plays. After an xrun both sides are prepared and
/// started again, and the block after it says that frames were lost.
public final class ALSADuplex: AudioDevice {
  /// What to open.
  public struct Request: Hashable, Sendable {
    /// The card to capture from, by its ALSA name; nil for none.
    public var capture: String?
    /// The card to play to; nil for none.
    public var playback: String?
    /// Frames a second.
    public var rate: Int
    /// Frames of a period, 64…256 where latency matters.
    public var periodFrames: Int
    /// Periods of the buffer.
    public var periods: Int
    /// The input channel that must be there, counted from 0; nil for whichever there are, two by preference.
    public var inputChannel: Int?

    /// Makes a request.
    public init(
      capture: String? = "default", playback: String? = "default", rate: Int = 48_000,
      periodFrames: Int = 256,
      periods: Int = 3, inputChannel: Int? = nil
    ) {
      self.capture = capture
      self.playback = playback
      self.rate = rate
      self.periodFrames = periodFrames
      self.periods = periods
      self.inputChannel = inputChannel
    }
  }

  /// What the stream is like.
  public let shape: StreamShape
  /// The cards' names.
  public let name: String
  /// Xruns since the start.
  public private(set) var xruns = 0

  private let capture: ALSAStream?
  private let playback: ALSAStream?
  private let silence: UnsafeMutablePointer<Float>
  private var gap = false
  private var stalls = 0

  /// How long to wait for a block before asking whether to stop, in milliseconds.
  private static let waitMilliseconds: Int32 = 100
  /// A card that gives nothing for this many waits is lost.
  private static let stallLimit = 20
  /// The longest block that anything behind makes room for, in frames.
  private static let longestBlock = 8192

  /// Opens what is asked for.
  public init(_ request: Request) throws(AudioFault) {
    let wish = ALSAStream.Wish(
      channels: 2, rate: request.rate, periodFrames: request.periodFrames, periods: request.periods)
    var captureWish = wish
    captureWish.channels = request.inputChannel.map { $0 + 1 } ?? 2
    var opened: ALSAStream?
    if let device = request.capture {
      opened = try ALSAStream(device: device, direction: .capture, wish: captureWish)
    }
    capture = opened
    var playbackWish = wish
    playbackWish.rate = opened?.rate ?? request.rate
    playbackWish.periodFrames = opened?.periodFrames ?? request.periodFrames
    var played: ALSAStream?
    if let device = request.playback {
      played = try ALSAStream(device: device, direction: .playback, wish: playbackWish)
    }
    playback = played
    guard let pace = opened ?? played else {
      throw AudioFault(.missing, "no sound card was named, neither for capture nor for playback")
    }
    if let opened, let played, opened.rate != played.rate {
      throw AudioFault(
        .unsupported,
        "sound cards '\(opened.device)' and '\(played.device)': one runs at \(opened.rate) Hz, the other at \(played.rate) Hz; "
          + "choose a rate that both have with --rate")
    }
    if let opened, let channel = request.inputChannel, opened.channels <= channel {
      throw AudioFault(
        .unsupported,
        "sound card '\(opened.device)': it has \(opened.channels) input channels; there is no channel \(channel + 1)"
      )
    }
    guard pace.periodFrames <= Self.longestBlock else {
      throw AudioFault(
        .unsupported,
        "sound card '\(pace.device)': its shortest period is \(pace.periodFrames) frames; expected at most \(Self.longestBlock)"
      )
    }
    if let played, played.bufferFrames < 2 * pace.periodFrames {
      throw AudioFault(
        .unsupported,
        "sound card '\(played.device)': its buffer of \(played.bufferFrames) frames holds no two blocks of \(pace.periodFrames); "
          + "choose a shorter --period")
    }
    shape = StreamShape(
      rate: pace.rate, blockFrames: pace.periodFrames, inputChannels: opened?.channels ?? 0,
      queuedFrames: played?.bufferFrames ?? 0)
    let names = [opened.map { "capture \($0.device)" }, played.map { "playback \($0.device)" }].compactMap {
      $0
    }
    name = names.joined(separator: ", ")
    silence = .allocate(capacity: pace.periodFrames)
    silence.initialize(repeating: 0, count: pace.periodFrames)
  }

  deinit { silence.deallocate() }

  /// Fills the playback buffer with silence and starts both sides.
  public func start() throws(AudioFault) {
    if let playback {
      try check(snd_pcm_prepare(playback.handle), "prepare it", playback)
      // A full buffer: what waits in it keeps an xrun away.
      var waiting = 0
      while waiting + shape.blockFrames <= playback.bufferFrames {
        let code = write(silence, frames: shape.blockFrames)
        if code < 0 { throw .alsa(code, "fill its buffer", device: playback.device) }
        waiting += shape.blockFrames
      }
    }
    if let capture {
      try check(snd_pcm_prepare(capture.handle), "prepare it", capture)
      try check(snd_pcm_start(capture.handle), "start it", capture)
    }
    if let playback { try check(snd_pcm_start(playback.handle), "start it", playback) }
  }

  /// Waits for a period of the side that sets the pace.
  public func capture(into input: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome {
    guard let pace = capture ?? playback else { return .ended }
    let ready = snd_pcm_wait(pace.handle, Self.waitMilliseconds)
    if ready == 0 {
      try countStall(pace, "it gives no more frames")
      return .nothing
    }
    if ready < 0 {
      try recover(Int(ready), pace)
      return .nothing
    }
    guard let capture else { return block(shape.blockFrames) }
    let count = snd_pcm_readi(capture.handle, capture.bytes, snd_pcm_uframes_t(shape.blockFrames))
    if count < 0 {
      try recover(Int(count), capture)
      return .nothing
    }
    capture.format.decode(capture.bytes, into: input, count: count * capture.channels)
    guard count > 0 else { return .nothing }
    if playback == nil { stalls = 0 }
    return block(count)
  }

  /// Writes a block to the playback side.
  public func play(_ output: UnsafePointer<Float>, frames: Int) throws(AudioFault) {
    guard let playback else { return }
    let code = write(output, frames: frames)
    if code == -Int(EAGAIN) {
      try countStall(playback, "it takes no more frames")
    } else if code < 0 {
      try recover(code, playback)
    } else {
      stalls = 0
    }
  }

  /// Stops both sides at once; the caller has faded out, and waited until what was queued was heard.
  public func stop() {
    if let capture { snd_pcm_drop(capture.handle) }
    if let playback { snd_pcm_drop(playback.handle) }
  }

  private func block(_ frames: Int) -> BlockOutcome {
    defer { gap = false }
    return gap ? .framesAfterGap(frames) : .frames(frames)
  }

  /// Writes frames in pieces that the playback side's memory holds; its period may be shorter than the block.
  ///
  /// - Returns: 0, or a negative code; -EAGAIN where the card took nothing in time.
  private func write(_ output: UnsafePointer<Float>, frames: Int) -> Int {
    guard let playback else { return 0 }
    var done = 0
    while done < frames {
      let piece = min(frames - done, playback.periodFrames)
      playback.format.encode(output + done, into: playback.bytes, channels: playback.channels, count: piece)
      var written = 0
      while written < piece {
        // Before the start nothing drains, and there is room: only a running card is waited for.
        if snd_pcm_state(playback.handle) == SND_PCM_STATE_RUNNING {
          let ready = snd_pcm_wait(playback.handle, Self.waitMilliseconds)
          if ready == 0 { return -Int(EAGAIN) }
          if ready < 0 { return Int(ready) }
        }
        let start = playback.bytes + written * playback.channels * playback.format.bytes
        let count = snd_pcm_writei(playback.handle, start, snd_pcm_uframes_t(piece - written))
        if count < 0 { return Int(count) }
        written += count
      }
      done += piece
    }
    return 0
  }

  /// Counts a wait that brought nothing; too many in a row are a lost card.
  private func countStall(_ stream: ALSAStream, _ story: String) throws(AudioFault) {
    stalls += 1
    if stalls > Self.stallLimit { throw AudioFault(.failed, "sound card '\(stream.device)': \(story)") }
  }

  /// Puts a stream that ran over or under back to work; anything else is the end of the device.
  private func recover(_ code: Int, _ stream: ALSAStream) throws(AudioFault) {
    guard code == -Int(EPIPE) || code == -Int(ESTRPIPE) || code == -Int(EINTR) else {
      throw .alsa(code, "go on", device: stream.device)
    }
    if code == -Int(EINTR) { return }
    xruns += 1
    gap = true
    // A card that only ever recovers is lost as well.
    try countStall(stream, "it does not come back from an xrun")
    if let capture { snd_pcm_drop(capture.handle) }
    if let playback { snd_pcm_drop(playback.handle) }
    try start()
  }

  private func check(_ code: Int32, _ operation: String, _ stream: ALSAStream) throws(AudioFault) {
    if code < 0 { throw .alsa(Int(code), operation, device: stream.device) }
  }
}

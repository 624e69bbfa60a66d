internal import Glibc

/// A sound card as a stream of blocks: capture, playback or both, on one card or on two.
///
/// On one card both sides share a clock, and each block is captured, rendered and played in step; the side that
/// captures sets the pace, and without one the side that plays. Two cards have a clock each: the one that plays sets
/// the pace, and what the other captures is listened to as it comes, at its own rate.
///
/// After an xrun or a suspend the side it befell is prepared and started again, on one card both, and the next block
/// says that frames were lost. A captured card that is lost while the other plays leaves that one playing.
public final class DuplexDevice: AudioDevice {
  /// What the stream is like.
  public let shape: StreamShape
  /// The cards' names.
  public let name: String
  /// Xruns since the start.
  public private(set) var xruns = 0
  /// Why the card that captures was lost, where the other goes on without it.
  public private(set) var inputFault: AudioFault?

  private var input: (any PCMStream)?
  private let output: (any PCMStream)?
  private let silence: UnsafeMutablePointer<Float>
  // Frames that were lost before what is given next, on the pace's side and on the one that is listened to.
  private var gap = false
  private var inputGap = false
  // Waits in a row that brought nothing.
  private var stalls = 0
  private var inputStalls = 0
  // Frames read and played since the start, and of the latter those since the last start, silence included.
  private var framesRead: Int64 = 0
  private var framesPlayed: Int64 = 0
  private var framesQueued: Int64 = 0
  private var framesPlayedBefore: Int64 = 0

  /// How long to wait for a block before asking whether to stop, in milliseconds.
  private static let waitMilliseconds: Int32 = 100
  /// A card that gives nothing for this many waits is lost.
  private static let stallLimit = 20
  /// The longest block that anything behind makes room for, in frames.
  private static let longestBlock = 8192
  /// Blocks of the playing card that the capturing one must hold, where each has a clock of its own.
  private static let leastInputBlocks = 2

  /// Makes a device of streams that are open and not started.
  ///
  /// - Parameters:
  ///   - input: the side that captures; nil for none.
  ///   - output: the side that plays; nil for none.
  ///   - inputChannel: the input channel that must be there, counted from 0.
  package init(input: (any PCMStream)?, output: (any PCMStream)?, inputChannel: Int? = nil) throws(AudioFault) {
    self.input = input
    self.output = output
    let hasTwoClocks =
      if let input, let output {
        input.device != output.device && (input.card == nil || input.card != output.card)
      } else { false }
    guard let pace = hasTwoClocks ? output : input ?? output else {
      throw AudioFault(.missing, "no sound card was named, neither for capture nor for playback")
    }
    try Self.check(input, output, pace: pace, hasTwoClocks: hasTwoClocks, inputChannel: inputChannel)
    shape = StreamShape(
      rate: pace.rate, blockFrames: pace.periodFrames, inputChannels: input?.channels ?? 0,
      queuedFrames: output?.bufferFrames ?? 0, inputChannel: inputChannel,
      ownInput: hasTwoClocks
        ? input.map {
          StreamShape.OwnInput(
            rate: $0.rate, periodFrames: $0.periodFrames, mostFrames: min($0.bufferFrames, Self.longestBlock))
        } : nil)
    let names = [input.map { "capture \($0.device)" }, output.map { "playback \($0.device)" }].compactMap { $0 }
    name = names.joined(separator: ", ")
    silence = .allocate(capacity: pace.periodFrames)
    silence.initialize(repeating: 0, count: pace.periodFrames)
  }

  /// Opens what is asked for.
  public convenience init(_ request: CardRequest) throws(AudioFault) {
    var input: ALSAStream?
    if let device = request.capture {
      input = try ALSAStream(device: device, direction: .capture, wish: request.captureWish)
    }
    var output: ALSAStream?
    if let device = request.playback {
      output = try ALSAStream(device: device, direction: .playback, wish: request.playbackWish(beside: input))
    }
    try self.init(input: input, output: output, inputChannel: request.inputChannel)
  }

  deinit { silence.deallocate() }

  private static func check(
    _ input: (any PCMStream)?, _ output: (any PCMStream)?, pace: any PCMStream, hasTwoClocks: Bool, inputChannel: Int?
  ) throws(AudioFault) {
    if let input, let channel = inputChannel, input.channels <= channel {
      throw AudioFault(
        .unsupported,
        "sound card '\(input.device)': it has \(input.channels) input channels; there is no channel \(channel + 1)")
    }
    guard pace.periodFrames <= longestBlock else {
      throw AudioFault(
        .unsupported,
        "sound card '\(pace.device)': its shortest period is \(pace.periodFrames) frames; expected at most \(longestBlock)"
      )
    }
    guard let input, let output else { return }
    if !hasTwoClocks, input.rate != output.rate {
      throw AudioFault(
        .unsupported,
        "sound card '\(output.device)': it captures at \(input.rate) Hz and plays at \(output.rate) Hz; "
          + "choose a rate that both sides have with --rate")
    }
    if output.bufferFrames < 2 * pace.periodFrames {
      throw AudioFault(
        .unsupported,
        "sound card '\(output.device)': its buffer of \(output.bufferFrames) frames holds no two blocks of \(pace.periodFrames); "
          + "choose a shorter --period")
    }
    let blockSeconds = Double(output.periodFrames) / Double(output.rate)
    if hasTwoClocks, Double(input.bufferFrames) / Double(input.rate) < Double(leastInputBlocks) * blockSeconds {
      throw AudioFault(
        .unsupported,
        "sound card '\(input.device)': its buffer of \(input.bufferFrames) frames is shorter than two blocks of '\(output.device)'; "
          + "choose a shorter --period")
    }
  }

  private var hasTwoClocks: Bool { shape.ownInput != nil }
  private var pace: (any PCMStream)? { hasTwoClocks ? output : input ?? output }

  // MARK: Running

  /// Fills the playback buffer with silence and starts both sides.
  public func start() throws(AudioFault) {
    // What plays is filled first: once something captures, time runs.
    if let output { try prepare(output, isOutput: true) }
    if let input { try prepare(input, isOutput: false) }
    if let input { try check(input.start(), "start it", input) }
    if let output { try check(output.start(), "start it", output) }
  }

  /// Waits for a period of the side that sets the pace, and takes what it captured.
  public func capture(into samples: UnsafeMutablePointer<Float>) throws(AudioFault) -> BlockOutcome {
    guard let pace else { return .ended }
    let ready = pace.wait(milliseconds: Self.waitMilliseconds)
    if ready == 0 {
      try countStall(pace, "it gives no more frames")
      return .nothing
    }
    if ready < 0 {
      try recover(ready, pace)
      return .nothing
    }
    guard !hasTwoClocks, let input else { return block(shape.blockFrames, &gap) }
    let count = input.read(into: samples, frames: shape.blockFrames)
    if count < 0 {
      try recover(count, input)
      return .nothing
    }
    guard count > 0 else {
      try countStall(input, "it gives no more frames")
      return .nothing
    }
    framesRead += Int64(count)
    if output == nil { stalls = 0 }
    return block(count, &gap)
  }

  /// Takes what the other card has captured meanwhile; never waits.
  public func listen(into samples: UnsafeMutablePointer<Float>) -> BlockOutcome {
    guard let input, let ownInput = shape.ownInput else { return .nothing }
    do throws(AudioFault) {
      let waiting = input.available()
      if waiting < 0 { return try recoverInput(waiting, input) }
      guard waiting > 0 else {
        inputStalls += 1
        let limit = Self.stallLimit * Int(Self.waitMilliseconds) * shape.rate / (1000 * shape.blockFrames)
        if inputStalls > limit { throw AudioFault(.failed, "sound card '\(input.device)': it gives no more frames") }
        return .nothing
      }
      let count = input.read(into: samples, frames: min(waiting, ownInput.mostFrames))
      if count < 0 { return try recoverInput(count, input) }
      guard count > 0 else { return .nothing }
      inputStalls = 0
      framesRead += Int64(count)
      return block(count, &inputGap)
    } catch {
      inputFault = error
      // Closed at once: as long as we hold it, it cannot be opened again.
      self.input = nil
      return .nothing
    }
  }

  /// Writes a block to the side that plays.
  public func play(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioFault) {
    guard let output else { return }
    let code = write(samples, frames: frames, to: output)
    framesPlayed += Int64(frames)
    if code == -Int(EAGAIN) {
      try countStall(output, "it takes no more frames")
    } else if code < 0 {
      try recover(code, output)
    } else {
      stalls = 0
    }
  }

  /// Stops both sides at once; the caller has faded out, and waited until what was queued was heard.
  public func stop() {
    input?.drop()
    output?.drop()
  }

  private func block(_ frames: Int, _ gap: inout Bool) -> BlockOutcome {
    defer { gap = false }
    return gap ? .framesAfterGap(frames) : .frames(frames)
  }

  /// Writes frames, waiting for room.
  ///
  /// - Returns: 0, or a negative code; -EAGAIN where the card took nothing in time.
  private func write(_ samples: UnsafePointer<Float>, frames: Int, to output: any PCMStream) -> Int {
    var done = 0
    while done < frames {
      // Before the start nothing drains, and there is room: only a running card is waited for.
      if output.isRunning {
        let ready = output.wait(milliseconds: Self.waitMilliseconds)
        if ready == 0 { return -Int(EAGAIN) }
        if ready < 0 { return ready }
      }
      let count = output.write(samples + done, frames: frames - done)
      if count < 0 { return count }
      framesQueued += Int64(count)
      done += count
    }
    return 0
  }

  // MARK: Places

  /// Where the side that sets the pace is: the frame of this stream that its block began with when it last told.
  public var place: StreamPlace? {
    guard let pace, let place = pace.place() else { return nil }
    let frame: Int64
    if pace === input {
      frame = framesRead + Int64(place.available)
    } else {
      // What was written has been heard but for what the card still holds.
      frame = framesPlayedBefore + framesQueued - Int64(pace.bufferFrames) + Int64(place.available)
    }
    return StreamPlace(frame: frame - Int64(shape.blockFrames), nanoseconds: place.nanoseconds)
  }

  /// The same of the card that is listened to.
  public var inputPlace: StreamPlace? {
    guard hasTwoClocks, let input, let place = input.place() else { return nil }
    return StreamPlace(frame: framesRead + Int64(place.available), nanoseconds: place.nanoseconds)
  }

  // MARK: Recovery

  /// Counts a wait that brought nothing; too many in a row are a lost card.
  private func countStall(_ stream: any PCMStream, _ story: String) throws(AudioFault) {
    stalls += 1
    if stalls > Self.stallLimit { throw AudioFault(.failed, "sound card '\(stream.device)': \(story)") }
  }

  /// Puts a side that ran over or under, or slept, back to work, and the other if it shares the clock; anything else is
  /// the end of the device.
  private func recover(_ code: Int, _ stream: any PCMStream) throws(AudioFault) {
    guard try isCurable(code, stream) else { return }
    xruns += 1
    gap = true
    // A card that only ever recovers is lost as well.
    try countStall(stream, "it does not come back from an xrun")
    if hasTwoClocks {
      stream.drop()
      try prepare(stream, isOutput: true)
      try check(stream.start(), "start it", stream)
    } else {
      input?.drop()
      output?.drop()
      try start()
    }
  }

  private func recoverInput(_ code: Int, _ input: any PCMStream) throws(AudioFault) -> BlockOutcome {
    guard try isCurable(code, input) else { return .nothing }
    xruns += 1
    inputGap = true
    inputStalls += 1
    if inputStalls > Self.stallLimit {
      throw AudioFault(.failed, "sound card '\(input.device)': it does not come back from an xrun")
    }
    input.drop()
    try prepare(input, isOutput: false)
    try check(input.start(), "start it", input)
    return .nothing
  }

  /// Whether preparing and starting anew helps; false where waiting does.
  ///
  /// - Throws: where nothing helps.
  private func isCurable(_ code: Int, _ stream: any PCMStream) throws(AudioFault) -> Bool {
    switch -code {
    case Int(EINTR): return false
    case Int(EPIPE): return true
    case Int(ESTRPIPE):
      let answer = stream.resume()
      guard answer == -Int(EAGAIN) else { return true }
      try countStall(stream, "it does not wake after a suspend")
      return false
    default: throw .alsa(code, "go on", device: stream.device)
    }
  }

  private func prepare(_ stream: any PCMStream, isOutput: Bool) throws(AudioFault) {
    try check(stream.prepare(), "prepare it", stream)
    guard isOutput else { return }
    framesPlayedBefore = framesPlayed
    framesQueued = 0
    // A full buffer: what waits in it keeps an xrun away.
    while framesQueued + Int64(shape.blockFrames) <= Int64(stream.bufferFrames) {
      let code = write(silence, frames: shape.blockFrames, to: stream)
      if code < 0 { throw .alsa(code, "fill its buffer", device: stream.device) }
    }
  }

  private func check(_ code: Int, _ operation: String, _ stream: any PCMStream) throws(AudioFault) {
    if code < 0 { throw .alsa(code, operation, device: stream.device) }
  }
}

internal import CALSA

/// One direction of a sound card: opened, its format agreed on, ready to start.
///
/// Formats are tried widest first. Any channel count will do: the nearest to the one wanted that the card has.
final class ALSAStream: PCMStream {
  /// Which way sound goes.
  enum Direction {
    case capture, playback

    var alsa: snd_pcm_stream_t { self == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK }
  }

  let device: String
  let card: Int?
  let channels: Int
  let rate: Int
  let periodFrames: Int
  let bufferFrames: Int

  private let handle: OpaquePointer
  private let format: SampleFormat
  // A period as the card has it.
  private let bytes: UnsafeMutableRawPointer

  init(device: String, direction: Direction, wish: PCMWish) throws(AudioFault) {
    self.device = device
    let opened = try Self.open(device, direction)
    handle = opened
    card = Self.cardNumber(opened)
    do {
      snd_pcm_nonblock(opened, 0)
      let agreed = try ALSAStream.negotiate(opened, device: device, wish: wish)
      format = agreed.format
      channels = agreed.channels
      rate = agreed.rate
      periodFrames = agreed.period
      bufferFrames = agreed.buffer
      try ALSAStream.setThresholds(opened, device: device, agreed)
    } catch {
      snd_pcm_close(opened)
      throw error
    }
    bytes = .allocate(byteCount: periodFrames * channels * format.bytes, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: periodFrames * channels * format.bytes)
  }

  deinit {
    snd_pcm_close(handle)
    bytes.deallocate()
  }

  /// Whether a card could be opened now, without keeping it.
  static func canOpen(_ device: String, _ direction: Direction) -> Bool {
    guard let opened = try? open(device, direction) else { return false }
    snd_pcm_close(opened)
    return true
  }

  private static func open(_ device: String, _ direction: Direction) throws(AudioFault) -> OpaquePointer {
    calsa_silence_messages()
    var opened: OpaquePointer?
    // Opened without waiting: a busy card says so at once instead of holding the caller until it is free.
    let code = snd_pcm_open(&opened, device, direction.alsa, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let opened else {
      let operation = direction == .capture ? "open it for capture" : "open it for playback"
      if -code == EBUSY { throw .busy(operation, device: device, holder: CardHolder.find(device, direction)) }
      throw .alsa(Int(code), operation, device: device)
    }
    return opened
  }

  private static func cardNumber(_ pcm: OpaquePointer) -> Int? {
    var allocated: OpaquePointer?
    guard snd_pcm_info_malloc(&allocated) >= 0, let info = allocated else { return nil }
    defer { snd_pcm_info_free(info) }
    guard snd_pcm_info(pcm, info) >= 0 else { return nil }
    let number = snd_pcm_info_get_card(info)
    return number >= 0 ? Int(number) : nil
  }

  // MARK: Running

  func prepare() -> Int { Int(snd_pcm_prepare(handle)) }
  func start() -> Int { Int(snd_pcm_start(handle)) }
  func drop() { snd_pcm_drop(handle) }
  func resume() -> Int { Int(snd_pcm_resume(handle)) }
  var isRunning: Bool { snd_pcm_state(handle) == SND_PCM_STATE_RUNNING }
  func wait(milliseconds: Int32) -> Int { Int(snd_pcm_wait(handle, milliseconds)) }
  func available() -> Int { Int(snd_pcm_avail_update(handle)) }

  func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    var done = 0
    while done < frames {
      let count = snd_pcm_readi(handle, bytes, snd_pcm_uframes_t(min(frames - done, periodFrames)))
      if count < 0 { return Int(count) }
      guard count > 0 else { break }
      format.decode(bytes, into: samples + done * channels, count: Int(count) * channels)
      done += Int(count)
    }
    return done
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Int {
    let piece = min(frames, periodFrames)
    format.encode(samples, into: bytes, channels: channels, count: piece)
    return Int(snd_pcm_writei(handle, bytes, snd_pcm_uframes_t(piece)))
  }

  func place() -> (available: Int, nanoseconds: Int64)? {
    var available: snd_pcm_uframes_t = 0
    var moment = timespec()
    guard snd_pcm_htimestamp(handle, &available, &moment) >= 0 else { return nil }
    let nanoseconds = Int64(moment.tv_sec) * 1_000_000_000 + Int64(moment.tv_nsec)
    return nanoseconds > 0 && available <= snd_pcm_uframes_t(bufferFrames) ? (Int(available), nanoseconds) : nil
  }

  // MARK: Opening

  private struct Agreed {
    var format: SampleFormat
    var channels: Int
    var rate: Int
    var period: Int
    var buffer: Int
  }

  private static func negotiate(_ pcm: OpaquePointer, device: String, wish: PCMWish) throws(AudioFault) -> Agreed {
    var allocated: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&allocated) >= 0, let parameters = allocated else {
      throw AudioFault(.failed, "sound card '\(device)': no memory for its parameters")
    }
    defer { snd_pcm_hw_params_free(parameters) }
    try check(snd_pcm_hw_params_any(pcm, parameters), "read what it can do", device)
    try check(
      snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "use interleaved samples",
      device)
    guard
      let format = SampleFormat.allCases.first(where: {
        snd_pcm_hw_params_set_format(pcm, parameters, $0.alsa) >= 0
      })
    else {
      throw AudioFault(
        .unsupported,
        "sound card '\(device)': none of its sample formats is known (expected FLOAT, S32, S24, S24_3LE or S16, little-endian)"
      )
    }
    var channels = UInt32(wish.channels)
    try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "agree on channels", device)
    var rate = UInt32(wish.rate)
    try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "agree on a rate", device)
    var period = snd_pcm_uframes_t(wish.periodFrames)
    try check(
      snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "agree on a period", device)
    var buffer = period * snd_pcm_uframes_t(wish.periods)
    try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "agree on a buffer", device)
    try check(snd_pcm_hw_params(pcm, parameters), "set its parameters", device)
    snd_pcm_hw_params_get_period_size(parameters, &period, nil)
    snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
    return Agreed(
      format: format, channels: Int(channels), rate: Int(rate), period: Int(period), buffer: Int(buffer))
  }

  /// Nothing starts by itself, and a writer or reader is woken when a whole period is there.
  private static func setThresholds(
    _ pcm: OpaquePointer, device: String, _ agreed: Agreed
  ) throws(AudioFault) {
    var allocated: OpaquePointer?
    guard snd_pcm_sw_params_malloc(&allocated) >= 0, let parameters = allocated else {
      throw AudioFault(.failed, "sound card '\(device)': no memory for its parameters")
    }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(pcm, parameters), "read its thresholds", device)
    var boundary: snd_pcm_uframes_t = 0
    snd_pcm_sw_params_get_boundary(parameters, &boundary)
    snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary)
    snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(agreed.period))
    // Where the card cannot tell its place, the moment of waking has to do.
    snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
    snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(snd_pcm_sw_params(pcm, parameters), "set its thresholds", device)
  }

  private static func check(_ code: Int32, _ operation: String, _ device: String) throws(AudioFault) {
    if code < 0 { throw .alsa(Int(code), operation, device: device) }
  }
}

internal import CALSA

/// One direction of a sound card: opened, its format agreed on, ready to start.
///
/// Formats are tried widest first. Any channel count will do: the nearest to the one wanted that the card has.
final class ALSAStream {
  enum Direction { case capture, playback }

  let device: String
  let handle: OpaquePointer
  let format: SampleFormat
  let channels: Int
  let rate: Int
  let periodFrames: Int
  let bufferFrames: Int
  let bytes: UnsafeMutableRawPointer

  private let direction: Direction

  /// What to ask the card for; it answers with the nearest it has.
  struct Wish {
    var channels: Int
    var rate: Int
    var periodFrames: Int
    var periods: Int
  }

  init(device: String, direction: Direction, wish: Wish) throws(AudioFault) {
    calsa_silence_messages()
    self.device = device
    self.direction = direction
    var opened: OpaquePointer?
    let stream = direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
    // Opened without waiting: a busy card says so at once instead of holding the caller until it is free.
    let code = snd_pcm_open(&opened, device, stream, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let opened else {
      throw .alsa(
        Int(code), direction == .capture ? "open it for capture" : "open it for playback", device: device)
    }
    handle = opened
    do {
      snd_pcm_nonblock(opened, 0)
      let agreed = try ALSAStream.negotiate(opened, device: device, wish: wish)
      format = agreed.format
      channels = agreed.channels
      rate = agreed.rate
      periodFrames = agreed.period
      bufferFrames = agreed.buffer
      try ALSAStream.setThresholds(opened, device: device, agreed, direction)
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

  private struct Agreed {
    var format: SampleFormat
    var channels: Int
    var rate: Int
    var period: Int
    var buffer: Int
  }

  private static func negotiate(_ pcm: OpaquePointer, device: String, wish: Wish) throws(AudioFault) -> Agreed {
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
        "sound card '\(device)': none of its sample formats is known (expected FLOAT, S32, S24_3LE or S16, little-endian)"
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
    _ pcm: OpaquePointer, device: String, _ agreed: Agreed, _ direction: Direction
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
    try check(snd_pcm_sw_params(pcm, parameters), "set its thresholds", device)
  }

  private static func check(_ code: Int32, _ operation: String, _ device: String) throws(AudioFault) {
    if code < 0 { throw .alsa(Int(code), operation, device: device) }
  }
}

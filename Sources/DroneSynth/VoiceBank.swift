/// The drones that sound: at most three at a time, and the tails of those before them.
///
/// Made outside the audio thread; everything else is the audio thread's, and cannot wait or allocate.
public struct VoiceBank: ~Copyable {
  private let voices: UnsafeMutablePointer<Voice>

  /// Slots for notes and their tails.
  public static var slots: Int { @_noLocks get { 16 } }
  /// Voices that may play at once; the ribbon sees to it, and this is only told.
  public static var voiceCap: Int { @_noLocks get { 3 } }
  /// Further slots in which stolen voices fade, so that a steal never delays or cuts a note.
  private static var spares: Int { @_noLocks get { 4 } }
  private static var total: Int { @_noLocks get { slots + spares } }
  /// The most frames one `render` may be asked for.
  public static var chunkFrames: Int { @_noLocks get { 16 } }

  /// Makes a silent bank.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    voices = .allocate(capacity: Self.total)
    voices.initialize(repeating: Voice(sampleRate: Double(sampleRate)), count: Self.total)
  }

  deinit { voices.deallocate() }

  /// Starts a voice, or lifts it when it, or one of the same frequency, is fading out.
  ///
  /// - Parameters:
  ///   - id: who plays it; a voice that already plays under this id is left as it is, but for its frequency.
  ///   - frequency: hertz, above 0; anything else is ignored.
  @_noLocks
  public func start(_ id: VoiceID, frequency: Double) {
    guard frequency > 0, frequency.isFinite else { return }
    for i in 0..<Self.total where voices[i].isPlaying && voices[i].id == id {
      voices[i].glide(to: frequency)
      return
    }
    for i in 0..<Self.total
    where voices[i].envelope.isReleasing && voices[i].target == frequency {
      voices[i].lift(id)
      return
    }
    voices[freeSlot()].start(id, frequency: frequency)
  }

  /// Lets a voice fade out; a voice that does not play is ignored.
  @_noLocks
  public func stop(_ id: VoiceID) {
    for i in 0..<Self.total where voices[i].isPlaying && voices[i].id == id { voices[i].release() }
  }

  /// Lets a playing voice glide to another frequency (hertz, above 0) and, from then on, answer to another id.
  @_noLocks
  public func retune(_ id: VoiceID, as newID: VoiceID, frequency: Double) {
    guard frequency > 0, frequency.isFinite else { return }
    for i in 0..<Self.total where voices[i].isPlaying && voices[i].id == id {
      voices[i].rename(newID)
      voices[i].glide(to: frequency)
    }
  }

  /// Lets every voice fade out.
  @_noLocks
  public func stopAll() {
    for i in 0..<Self.total { voices[i].release() }
  }

  /// How many voices play (tails not counted).
  public var playing: Int {
    @_noLocks get {
      var count = 0
      for i in 0..<Self.total where voices[i].isPlaying { count += 1 }
      return count
    }
  }

  /// Whether nothing sounds, tails included.
  public var isSilent: Bool {
    @_noLocks get {
      for i in 0..<Self.total where !voices[i].isIdle { return false }
      return true
    }
  }

  /// Renders the sum of all voices, in slot order.
  ///
  /// - Parameters:
  ///   - mix: `count` samples, overwritten.
  ///   - envelopeSums: `count` sums of the voices' envelopes, overwritten.
  ///   - frame: the absolute frame of the first sample; the span must not cross a multiple of 16 frames.
  ///   - count: 1…16.
  @_noLocks
  public func render(
    into mix: UnsafeMutablePointer<Float>, envelopeSums: UnsafeMutablePointer<Float>, frame: Int64, count: Int
  ) {
    for i in 0..<count {
      mix[i] = 0
      envelopeSums[i] = 0
    }
    for i in 0..<Self.total where !voices[i].isIdle {
      voices[i].render(into: mix, envelopes: envelopeSums, frame: frame, count: count)
    }
  }

  /// A slot for a new note: an idle one, or else the quietest tail is sent away and a spare taken.
  @_noLocks
  private func freeSlot() -> Int {
    var used = 0
    var idle = -1
    var quietest = -1
    var dying = -1
    for i in 0..<Self.total {
      switch voices[i].envelope.stage {
      case .idle: if idle < 0 { idle = i }
      case .steal: if dying < 0 || voices[i].envelope.position < voices[dying].envelope.position { dying = i }
      case .release:
        used += 1
        if quietest < 0 || voices[i].envelope.position < voices[quietest].envelope.position { quietest = i }
      case .attack, .sustain: used += 1
      }
    }
    if used >= Self.slots, quietest >= 0 { voices[quietest].steal() }
    if idle >= 0 { return idle }
    return dying >= 0 ? dying : max(0, quietest)
  }
}

internal import DSP

/// The drones that sound: at most three at a time, and the tails of those before them.
///
/// Made outside the audio thread; everything else is the audio thread's, and cannot wait or allocate.
public struct VoiceBank: ~Copyable {
  private let groups: UnsafeMutablePointer<VoiceGroup>
  private var halving: HalvingFilter

  /// Slots for notes and their tails.
  public static var slots: Int { @_noLocks get { 16 } }
  /// Further slots in which stolen voices fade, so that a steal never delays or cuts a note.
  private static var spares: Int { @_noLocks get { 4 } }
  private static var total: Int { @_noLocks get { slots + spares } }
  private static var lanes: Int { @_noLocks get { 4 } }
  private static var groupCount: Int { @_noLocks get { total / lanes } }
  /// The most frames one `render` may be asked for.
  public static var chunkFrames: Int { @_noLocks get { 16 } }

  /// Makes a silent bank.
  ///
  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Int) {
    groups = .allocate(capacity: Self.groupCount)
    groups.initialize(repeating: VoiceGroup(sampleRate: Double(sampleRate)), count: Self.groupCount)
    halving = HalvingFilter(capacity: Self.chunkFrames)
  }

  deinit { groups.deallocate() }

  /// Starts a voice, or lifts it when it, or one that sounds the same, is fading out.
  ///
  /// - Parameters:
  ///   - id: who plays it; a voice that already plays under this id is left as it is, but for its frequency.
  ///   - frequency: hertz, above 0; anything else is ignored.
  ///   - gain: how loud, linear, 1 for full; where it starts anew.
  ///   - waveform: what it sounds like; where it starts anew.
  @_noLocks
  public func start(_ id: VoiceID, frequency: Double, gain: Float = 1, waveform: Waveform = .drone) {
    guard frequency > 0, frequency.isFinite else { return }
    for slot in 0..<Self.total where group(slot).pointee.plays(lane(slot), id) {
      group(slot).pointee.glide(lane(slot), to: frequency)
      return
    }
    for slot in 0..<Self.total
    where group(slot).pointee.envelope.isReleasing(lane(slot))
      && group(slot).pointee.sounds(lane(slot), frequency: frequency, gain: gain, waveform: waveform)
    {
      group(slot).pointee.lift(lane(slot), id)
      return
    }
    let slot = freeSlot()
    group(slot).pointee.start(lane(slot), id, frequency: frequency, gain: gain, waveform: waveform)
  }

  /// Lets a voice fade out; a voice that does not play is ignored.
  @_noLocks
  public func stop(_ id: VoiceID) {
    for slot in 0..<Self.total where group(slot).pointee.plays(lane(slot), id) {
      group(slot).pointee.release(lane(slot))
    }
  }

  /// Lets a playing voice glide to another frequency (hertz, above 0) and, from then on, answer to another id.
  @_noLocks
  public func retune(_ id: VoiceID, as newID: VoiceID, frequency: Double) {
    guard frequency > 0, frequency.isFinite else { return }
    for slot in 0..<Self.total where group(slot).pointee.plays(lane(slot), id) {
      group(slot).pointee.rename(lane(slot), newID)
      group(slot).pointee.glide(lane(slot), to: frequency)
    }
  }

  /// Lets every voice fade out.
  @_noLocks
  public func stopAll() {
    for slot in 0..<Self.total { group(slot).pointee.release(lane(slot)) }
  }

  /// How many voices play (tails not counted).
  public var playing: Int {
    @_noLocks get {
      var count = 0
      for slot in 0..<Self.total where group(slot).pointee.envelope.isPlaying(lane(slot)) { count += 1 }
      return count
    }
  }

  /// Whether nothing sounds, tails included.
  public var isSilent: Bool {
    @_noLocks get {
      for i in 0..<Self.groupCount where !groups[i].envelope.areIdle { return false }
      return true
    }
  }

  /// Renders the sum of all voices, in slot order.
  ///
  /// - Parameters:
  ///   - output: `count` samples, overwritten.
  ///   - envelopeSums: `count` sums of what the voices count for in the automatic gain, overwritten: 1 for one that
  ///     plays, its envelope for one that fades.
  ///   - frame: the absolute frame of the first sample; the span must not cross a multiple of 16 frames.
  ///   - count: 1…16.
  @_noLocks
  public mutating func render(
    into output: UnsafeMutablePointer<Float>, envelopeSums: UnsafeMutablePointer<Float>, frame: Int64, count: Int
  ) {
    let first = halving.first
    let second = halving.second
    for i in 0..<count {
      first[i] = 0
      second[i] = 0
      envelopeSums[i] = 0
    }
    for i in 0..<Self.groupCount where !groups[i].envelope.areIdle {
      groups[i].render(first: first, second: second, envelopeSums: envelopeSums, frame: frame, count: count)
    }
    halving.process(into: output, count: count)
  }

  @_noLocks
  private func group(_ slot: Int) -> UnsafeMutablePointer<VoiceGroup> { groups + slot / Self.lanes }

  @_noLocks
  private func lane(_ slot: Int) -> Int { slot % Self.lanes }

  /// A slot for a new note: an idle one, or else the quietest tail is sent away and a spare taken.
  @_noLocks
  private func freeSlot() -> Int {
    var used = 0
    var idle = -1
    var quietest = -1
    var dying = -1
    for slot in 0..<Self.total {
      let envelope = group(slot).pointee.envelope
      if envelope.isIdle(lane(slot)) {
        if idle < 0 { idle = slot }
      } else if envelope.isStolen(lane(slot)) {
        if dying < 0 || position(slot) < position(dying) { dying = slot }
      } else {
        used += 1
        if envelope.isReleasing(lane(slot)), quietest < 0 || position(slot) < position(quietest) { quietest = slot }
      }
    }
    if used >= Self.slots, quietest >= 0 { group(quietest).pointee.steal(lane(quietest)) }
    if idle >= 0 { return idle }
    return dying >= 0 ? dying : max(0, quietest)
  }

  @_noLocks
  private func position(_ slot: Int) -> Float { group(slot).pointee.envelope.position[lane(slot)] }
}

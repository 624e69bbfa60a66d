import DroneSynth
internal import Glibc
import TestSupport
import Testing

struct VoiceBankTests {
  /// Voices that the ribbon lets play at once.
  private static let playingCap = 3
  /// Frames in which a note has certainly arrived.
  private static let settled = 2400

  /// A tenth of what a voice may be off, in cents: the phase is an integer, and the measurement is finer still.
  private static let toleranceCents = 0.001

  private static func hertz(_ key: Int) -> Double { 27.5 * exp2(Double(key) / 12) }

  /// How far, in cents, what a player gave since `start` is off `hertz`.
  private static func cents(_ mix: [Float], from start: Int, rate: Int, hertz: Double) -> Double {
    // Whole cycles to a window, a good many of them, and the rest of the sound between two windows.
    let cycles = hertz / Double(rate)
    let window = Int(((Double(mix.count - start) / 3 * cycles).rounded(.down) / cycles).rounded())
    return Demodulation.cents(mix, from: start, count: mix.count - start, window: window, cycles: cycles)
  }

  @Test("Every key from A0 to C8 sounds at its frequency to 0.01 cent", arguments: [44_100, 48_000])
  func frequencies(rate: Int) {
    var count = 0
    for key in 0..<88 {
      let player = BankPlayer(rate: rate)
      player.bank.start(VoiceID(1), frequency: Self.hertz(key))
      player.play(Self.settled + (key < 40 ? rate : rate / 2))
      let off = Self.cents(player.mix, from: Self.settled, rate: rate, hertz: Self.hertz(key))
      #expect(abs(off) < Self.toleranceCents)
      count += 1
    }
    #expect(count == 88)
  }

  @Test("Three voices are the sum of the three alone, but for rounding")
  func sum() {
    let notes = [220.0, 277.182_630_976_872_1, 329.627_556_912_869_9]
    let together = BankPlayer()
    var alone: [(mix: [Float], sums: [Float])] = []
    for (i, hertz) in notes.enumerated() {
      together.bank.start(VoiceID(UInt64(i)), frequency: hertz)
      let player = BankPlayer()
      player.bank.start(VoiceID(7), frequency: hertz)
      player.play(9000)
      player.bank.stop(VoiceID(7))
      player.play(15_000)
      #expect(player.isSilent)
      alone.append((player.mix, player.sums))
    }
    together.play(9000)
    #expect(together.playing == 3)
    together.bank.stopAll()
    #expect(together.playing == 0 && !together.isSilent)
    together.play(15_000)
    #expect(together.isSilent)
    // They are added in another order.
    let rounding: Float = 1e-6
    let differing = together.mix.indices.count {
      abs(together.mix[$0] - (alone[0].mix[$0] + alone[1].mix[$0] + alone[2].mix[$0])) > rounding
        || abs(together.sums[$0] - (alone[0].sums[$0] + alone[1].sums[$0] + alone[2].sums[$0])) > rounding
    }
    #expect(differing == 0)
    #expect(together.mix.max() ?? 0 > 1)
  }

  @Test("Sixteen tails sound on together; one more note is on time, and the quietest tail fades within 5 ms")
  func steal() {
    let spacing = 160
    let tails = 16
    let stolenAt = (tails + 3) * spacing
    let length = 8000
    // Three at a time, so that each is loud enough when it is let go to last until all sixteen are.
    func play(_ player: BankPlayer, _ which: ClosedRange<Int>) {
      for turn in 0..<tails + 3 {
        if turn < tails, which.contains(turn) {
          player.bank.start(VoiceID(UInt64(turn)), frequency: Self.hertz(30 + turn))
        }
        if turn >= 3 { player.bank.stop(VoiceID(UInt64(turn - 3))) }
        player.play(spacing)
      }
      if which.contains(tails) { player.bank.start(VoiceID(UInt64(tails)), frequency: Self.hertz(30 + tails)) }
      player.play(length - stolenAt)
    }
    let all = BankPlayer()
    play(all, 0...tails)
    #expect(all.playing == 1)
    var sum = [Float](repeating: 0, count: length)
    var first: [Float] = []
    for i in 0...tails {
      let alone = BankPlayer()
      play(alone, i...i)
      if i == 0 { first = alone.mix }
      for j in 0..<length { sum[j] += alone.mix[j] }
    }
    let goneAt = stolenAt + 48_000 * 5 / 1000 + 1
    // The sums are taken in another order, since a slot is not a note.
    let rounding: Float = 1e-5
    var faults = 0
    var missed = 0
    for j in 0..<length {
      let missing = sum[j] - all.mix[j]
      switch j {
      case ..<stolenAt: if abs(missing) > rounding { faults += 1 }
      case ..<goneAt: if abs(missing) > abs(first[j]) + rounding { faults += 1 }
      default:
        if abs(missing - first[j]) > rounding { faults += 1 }
        if abs(first[j]) > 100 * rounding { missed += 1 }
      }
    }
    #expect(faults == 0)
    #expect(missed > 100)
  }

  @Test("A note that fades out is lifted by another of its frequency, without touching its phase")
  func lift() {
    let steady = BankPlayer()
    let lifted = BankPlayer()
    steady.bank.start(VoiceID(1), frequency: 196)
    lifted.bank.start(VoiceID(1), frequency: 196)
    steady.play(20_000)
    lifted.play(5000)
    lifted.bank.stop(VoiceID(1))
    lifted.play(6000)
    #expect(lifted.playing == 0)
    lifted.bank.start(VoiceID(2), frequency: 196)
    lifted.play(9000)
    #expect(lifted.playing == 1)
    let lowest = lifted.sums[5000...].min() ?? 0
    #expect((0.4...0.6).contains(lowest))
    #expect(lifted.sums.last == 1)
    #expect(Array(lifted.mix[13_000...]) == Array(steady.mix[13_000...]))
    lifted.bank.stop(VoiceID(1))
    #expect(lifted.playing == 1)
    lifted.bank.stop(VoiceID(2))
    #expect(lifted.playing == 0)
  }

  @Test("A glide goes evenly in pitch for 30 ms and ends exactly on its frequency")
  func glide() {
    let rate = 48_000
    let (from, target) = (220.0, 440.0)
    let glideFrames = 1440
    let player = BankPlayer(rate: rate)
    player.bank.start(VoiceID(1), frequency: from)
    player.play(Self.settled)
    player.bank.retune(VoiceID(1), as: VoiceID(2), frequency: target)
    player.play(glideFrames + rate)
    let arrived = Self.settled + glideFrames
    #expect(abs(Self.cents(player.mix, from: arrived, rate: rate, hertz: target)) < Self.toleranceCents)
    #expect(Self.largestStep(player.mix[Self.settled..<arrived]) < 1.05 * Self.largestStep(player.mix[arrived...]))

    // The cycles gained on the way are those of a pitch that rises in equal ratios, but for half a step of 16 frames.
    let direct = BankPlayer(rate: rate)
    direct.bank.start(VoiceID(1), frequency: target)
    direct.play(arrived + rate)
    let start = arrived + 4800
    let cycles = target / Double(rate)
    let gained =
      Demodulation.phase(player.mix, from: start, count: 24_000, cycles: cycles).cycles
      - Demodulation.phase(direct.mix, from: start, count: 24_000, cycles: cycles).cycles
    let seconds = (settled: Double(Self.settled) / Double(rate), glide: Double(glideFrames) / Double(rate))
    let expected =
      (from - target) * seconds.settled + ((target - from) / log(target / from) - target) * seconds.glide
    let off = gained - expected
    #expect(abs(off - off.rounded()) < 8 / Double(rate) * (target - from) * 1.2)

    // It answers to its new name alone, and is exactly where it was sent: a note there lifts it.
    player.bank.stop(VoiceID(1))
    #expect(player.playing == 1)
    player.bank.stop(VoiceID(2))
    player.play(4000)
    player.bank.start(VoiceID(3), frequency: target)
    player.play(4000)
    #expect(player.sums.last == 1)
    #expect(player.sums.max() == 1)
  }

  private static func largestStep(_ samples: ArraySlice<Float>) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
  }

  @Test("A note is never lifted by a tail that is on its way to another frequency")
  func liftAfterRetune() {
    let rate = 48_000
    let player = BankPlayer(rate: rate)
    player.bank.start(VoiceID(1), frequency: 440)
    player.play(Self.settled)
    player.bank.retune(VoiceID(1), as: VoiceID(2), frequency: 494)
    player.bank.stop(VoiceID(2))
    player.bank.start(VoiceID(3), frequency: 440)
    let start = player.mix.count + rate / 3
    player.play(rate)
    #expect(abs(Self.cents(player.mix, from: start, rate: rate, hertz: 440)) < Self.toleranceCents)
  }

  @Test("What is no frequency, and who is not there, change nothing")
  func odd() {
    let player = BankPlayer()
    for hertz in [0, -1, .nan, .infinity, -.infinity] as [Double] {
      player.bank.start(VoiceID(1), frequency: hertz)
    }
    player.bank.stop(VoiceID(1))
    player.bank.retune(VoiceID(1), as: VoiceID(2), frequency: 440)
    player.bank.stopAll()
    #expect(player.isSilent)
    player.play(100)
    #expect(player.mix == [Float](repeating: 0, count: 100))
    player.bank.start(VoiceID(1), frequency: 440)
    for hertz in [0, -1, .nan, .infinity] as [Double] {
      player.bank.retune(VoiceID(1), as: VoiceID(2), frequency: hertz)
    }
    player.bank.start(VoiceID(1), frequency: 440)
    #expect(player.playing == 1)
    player.bank.stop(VoiceID(1))
    #expect(player.playing == 0)
  }

  @Test("Any run of notes leaves no voice behind, and never a sample that is no number")
  func soak() {
    var random = SplitMix64(seed: 11)
    let player = BankPlayer()
    var faults = 0
    for _ in 0..<20_000 {
      let id = VoiceID(UInt64.random(in: 0..<6, using: &random))
      let hertz = Self.hertz(Int.random(in: 0..<88, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: if player.playing < Self.playingCap { player.bank.start(id, frequency: hertz) }
      case 2, 3: player.bank.stop(id)
      case 4:
        player.bank.retune(id, as: VoiceID(UInt64.random(in: 0..<6, using: &random)), frequency: hertz)
      case 5: if Int.random(in: 0..<50, using: &random) == 0 { player.bank.stopAll() }
      default: player.play(Int.random(in: 1...40, using: &random))
      }
      if player.playing > Self.playingCap { faults += 1 }
    }
    player.bank.stopAll()
    player.play(13_000)
    #expect(faults == 0)
    #expect(player.isSilent)
    let isFinite = player.mix.allSatisfy { $0.isFinite }
    #expect(isFinite)
    // Sixteen tails and the spares, each at most 1.
    #expect(player.sums.allSatisfy { (0...20).contains($0) })
    #expect(player.mix.count > 50_000)
  }
}

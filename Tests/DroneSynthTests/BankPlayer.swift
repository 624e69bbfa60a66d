import DroneSynth

/// Plays a bank in order, and keeps what it gave.
final class BankPlayer {
  var bank: VoiceBank
  private(set) var frame: Int64 = 0
  private(set) var mix: [Float] = []
  private(set) var sums: [Float] = []

  init(rate: Int = 48_000) { bank = VoiceBank(sampleRate: rate) }

  /// How many voices play.
  var playing: Int { bank.playing }

  /// Whether nothing sounds.
  var isSilent: Bool { bank.isSilent }

  func play(_ frames: Int) {
    mix.reserveCapacity(mix.count + frames)
    var mixed = [Float](repeating: .nan, count: 16)
    var summed = mixed
    let end = frame + Int64(frames)
    while frame < end {
      let count = Int(min(end - frame, 16 - frame % 16))
      bank.render(into: &mixed, envelopeSums: &summed, frame: frame, count: count)
      mix += mixed[0..<count]
      sums += summed[0..<count]
      frame += Int64(count)
    }
  }
}

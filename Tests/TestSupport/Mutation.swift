/// Changes a text in up to four random places, with bytes that the formats give a meaning to.
public func mutated(_ seed: [UInt8], using random: inout SplitMix64) -> String {
  let alphabet =
    Array("\n\r\t #\"'+-./!|0123456789abcdefgABCG#♭♯\u{FEFF}\u{A0}strings preset".utf8) + [0x00, 0x80, 0xFF]
  var bytes = seed
  for _ in 0..<Int.random(in: 1...4, using: &random) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
    case 1: if place < bytes.count { bytes[place] = alphabet.randomElement(using: &random) ?? 0 }
    case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...6, using: &random), bytes.count))
    case 3:
      let end = min(place + Int.random(in: 1...30, using: &random), bytes.count)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    default: bytes.removeSubrange(place...)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

// Measures the partials of a recording, for tests that must know them better than a tuner does.
//
//   PartialMeter FILE FROM SECONDS HERTZ…
//
// prints, for each frequency asked about, `HERTZ FOUND CENTS LEVEL`: the strongest partial within 40 cents of it, how
// far off it lies, and its amplitude in dB relative to full scale. The frequency is where the amplitude under a Hann
// window is greatest; over two seconds that tells partials a hertz apart from one another, and a steady one to a
// thousandth of a cent.
internal import AudioDevices
internal import DSP
internal import Glibc

let searchCents = 40.0

func fail(_ message: String) -> Never {
  let line = Array("PartialMeter: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 5, let from = Double(arguments[2]), let seconds = Double(arguments[3]) else {
  fail("expected FILE FROM SECONDS HERTZ…")
}

func load(_ path: String) throws(AudioFault) -> (samples: [Float], rate: Double) {
  let file = try SoundFileReader(path: path)
  let wanted = Int((from + seconds) * Double(file.rate))
  let buffer = UnsafeMutablePointer<Float>.allocate(capacity: wanted * file.channels)
  defer { buffer.deallocate() }
  let frames = try file.read(into: buffer, frames: wanted)
  let first = Int(from * Double(file.rate))
  guard frames == wanted else { fail("\(path): \(frames) frames; expected \(wanted)") }
  return ((first..<frames).map { buffer[$0 * file.channels] }, Double(file.rate))
}

func strongest(_ samples: [Float], rate: Double, near hertz: Double) -> (hertz: Double, amplitude: Double) {
  samples.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return (hertz, 0) }
    func amplitude(_ frequency: Double) -> Double {
      Goertzel.amplitude(base, count: buffer.count, cycles: frequency / rate)
    }
    let reach = hertz * (exp2(searchCents / 1200) - 1)
    // Half a bin: no main lobe, which is four bins wide, is stepped over.
    let step = rate / Double(buffer.count) / 2
    var best = hertz
    var highest = amplitude(hertz)
    for i in 1...max(1, Int(reach / step)) {
      for frequency in [hertz - Double(i) * step, hertz + Double(i) * step] {
        let value = amplitude(frequency)
        if value > highest { (best, highest) = (frequency, value) }
      }
    }
    var (low, high) = (best - step, best + step)
    while high - low > best * 1e-8 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if amplitude(left) < amplitude(right) { low = left } else { high = right }
    }
    return ((low + high) / 2, highest)
  }
}

do throws(AudioFault) {
  let (samples, rate) = try load(arguments[1])
  for text in arguments.dropFirst(4) {
    guard let hertz = Double(text), hertz > 0 else { fail("found '\(text)'; expected a frequency in hertz") }
    let found = strongest(samples, rate: rate, near: hertz)
    let cents = 1200 * log2(found.hertz / hertz)
    let level = 20 * log10(max(found.amplitude, 1e-9))
    print(text, found.hertz, (cents * 10_000).rounded() / 10_000, (level * 10).rounded() / 10)
  }
} catch {
  fail(error.description)
}

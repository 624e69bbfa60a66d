internal import Glibc

/// The amplitude of every bin of a signal's spectrum, in double precision, without a window: for signals that repeat
/// exactly within it.
///
/// - Parameter signal: a power of two samples.
/// - Returns: bins 0 to half the count; 1 for a full-scale sine.
func amplitudes(_ signal: [Double]) -> [Double] {
  let count = signal.count
  let bits = count.trailingZeroBitCount
  var re = [Double](repeating: 0, count: count)
  var im = re
  for i in 0..<count { re[Int(UInt(i).bitReversed >> UInt(UInt.bitWidth - bits))] = signal[i] }
  re.withUnsafeMutableBufferPointer { re in
    im.withUnsafeMutableBufferPointer { im in
      var half = 1
      while half < count {
        for k in 0..<half {
          let c = cos(.pi * Double(k) / Double(half))
          let s = -sin(.pi * Double(k) / Double(half))
          var i = k
          while i < count {
            let j = i + half
            let x = re[j] * c - im[j] * s
            let y = re[j] * s + im[j] * c
            re[j] = re[i] - x
            im[j] = im[i] - y
            re[i] += x
            im[i] += y
            i += 2 * half
          }
        }
        half *= 2
      }
    }
  }
  let scale = 2 / Double(count)
  return (0...count / 2).map { hypot(re[$0], im[$0]) * scale }
}

func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

extension UInt {
  var bitReversed: UInt {
    var value = self
    var result: UInt = 0
    for _ in 0..<UInt.bitWidth {
      result = result << 1 | value & 1
      value >>= 1
    }
    return result
  }
}

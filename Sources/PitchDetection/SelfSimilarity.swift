/// How much a sound resembles itself some samples before.
enum SelfSimilarity {
  /// The correlation of samples with those `lag` before them, over all that both have, normalised by the energy of both
  /// parts: -1…1, and 0 for silence or where nothing is left to compare.
  ///
  /// - Parameters:
  ///   - start: the first of `count` samples.
  ///   - count: how many.
  ///   - lag: in samples, at least 0.
  static func correlation(_ start: UnsafePointer<Float>, count: Int, lag: Int) -> Float {
    let length = count - lag
    guard length > 0 else { return 0 }
    var (products, first, last) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    while i + 8 <= length {
      let a = UnsafeRawPointer(start + i).loadUnaligned(as: SIMD8<Float>.self)
      let b = UnsafeRawPointer(start + i + lag).loadUnaligned(as: SIMD8<Float>.self)
      products += a * b
      first += a * a
      last += b * b
      i += 8
    }
    var (product, head, tail) = (products.sum(), first.sum(), last.sum())
    while i < length {
      let (a, b) = (start[i], start[i + lag])
      product += a * b
      head += a * a
      tail += b * b
      i += 1
    }
    let scale = (head * tail).squareRoot()
    return scale > 0 ? product / scale : 0
  }
}

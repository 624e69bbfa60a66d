/// Takes memory from the heap.
@_noLocks
func render(_ count: Int) -> Float {
  let scratch = UnsafeMutablePointer<Float>.allocate(capacity: count)
  scratch.initialize(repeating: 0, count: count)
  return scratch[0]
}

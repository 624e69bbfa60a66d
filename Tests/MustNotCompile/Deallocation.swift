/// Gives memory back to the heap.
@_noLocks
func render(_ scratch: UnsafeMutablePointer<Float>) { scratch.deallocate() }

import Glibc

/// Calls the C library, which is not known to return at once.
@_noLocks
func render(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

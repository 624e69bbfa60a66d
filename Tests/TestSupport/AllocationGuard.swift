internal import CAllocationGuard

/// Proves that a piece of code leaves the heap alone.
public enum AllocationGuard {
  /// Whether heap calls are counted in this build; not under a sanitizer.
  public static var isActive: Bool { allocation_guard_is_active() != 0 }

  /// How often `body` took memory from the heap or gave some back, on this thread.
  public static func heapCalls(_ body: () -> Void) -> UInt64 {
    let before = allocation_guard_count()
    body()
    return allocation_guard_count() - before
  }
}

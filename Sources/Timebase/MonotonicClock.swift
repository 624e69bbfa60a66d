internal import Glibc

/// CLOCK_MONOTONIC, the clock that the kernel stamps sound and MIDI with.
public enum MonotonicClock {
  /// Now, in nanoseconds.
  ///
  /// Any thread.
  public static func nanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Sleeps until a moment.
  public static func sleep(until moment: Int64) {
    var deadline = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  }
}

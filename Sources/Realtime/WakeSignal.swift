internal import CLinux
internal import Glibc

/// A bell between threads: rung by any, heard by one that waits for it, alone or among other descriptors.
///
/// Ringing is a system call, and so is for the loop round the render path, not for the path itself. Rings that nobody
/// heard yet are one.
public final class WakeSignal: @unchecked Sendable {
  /// The descriptor to poll for reading; -1 when the system had none to give, and the signal then never rings.
  public let descriptor: Int32

  /// Makes a silent bell.
  public init() { descriptor = clinux_event_descriptor() }

  deinit { close(descriptor) }

  /// Rings.
  ///
  /// Any thread; never waits.
  public func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Forgets the rings so far.
  public func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Waits for a ring, at most so many milliseconds, and forgets it.
  public func wait(milliseconds: Int32) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, milliseconds) > 0 { clear() }
  }
}

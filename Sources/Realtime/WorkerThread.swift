internal import CLinux
internal import Glibc

/// A thread of the program: named, with a stack of its own size, above the others in priority where it is allowed to.
public final class WorkerThread: @unchecked Sendable {
  /// How a thread is scheduled.
  public enum Priority: Sendable {
    /// Like any other.
    case normal
    /// SCHED_FIFO at this priority, 1…99, where the right to it is given; like any other where it is not.
    case realtime(Int32)
  }

  /// Whether the priority asked for was granted.
  public let hasPriority: Bool
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: up to 15 characters, as `ps -L` shows it.
  ///   - priority: how it is scheduled.
  ///   - stackBytes: the size of its stack.
  ///   - body: what it does, once.
  /// - Returns: nil when the system has no room for another thread.
  public init?(
    name: String, priority: Priority = .normal, stackBytes: Int = 256 << 10,
    body: @escaping @Sendable () -> Void
  ) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    var granted = true
    if case .realtime(let level) = priority {
      pthread_attr_setinheritsched(&attributes, CInt(PTHREAD_EXPLICIT_SCHED))
      pthread_attr_setschedpolicy(&attributes, CInt(SCHED_FIFO))
      var parameter = sched_param()
      parameter.sched_priority = level
      pthread_attr_setschedparam(&attributes, &parameter)
    }
    var created = WorkerThread.create(&attributes, name, body)
    if created == nil, case .realtime = priority {
      granted = false
      pthread_attr_setinheritsched(&attributes, CInt(PTHREAD_INHERIT_SCHED))
      created = WorkerThread.create(&attributes, name, body)
    }
    guard let created else { return nil }
    thread = created
    hasPriority = granted
  }

  /// Waits until the thread has ended.
  ///
  /// Once only, from another thread.
  public func join() { pthread_join(thread, nil) }

  private final class Body {
    let name: String
    let run: @Sendable () -> Void
    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  private static func create(
    _ attributes: inout pthread_attr_t, _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(Body(name, body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        clinux_name_thread(body.name)
        body.run()
        return nil
      }, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      return nil
    }
    return thread
  }
}

internal import Glibc
import Realtime
import TestSupport
import Testing

struct ThreadTests {
  @Test("A thread runs its body once under its name, cut to 15 characters")
  func body() throws {
    let runs = Counter()
    let name = Snapshot("")
    let thread = try #require(
      WorkerThread(name: "analysis-of-pitch") {
        runs.add()
        let text = TemporaryFolder.read("/proc/thread-self/comm")
        name.publish(String(decoding: text, as: UTF8.self))
      })
    thread.join()
    #expect(runs.value == 1)
    #expect(name.read() == "analysis-of-pit\n")
    #expect(thread.hasPriority)
  }

  @Test("Real-time priority is given where there is a right to it, and the thread runs without it elsewhere")
  func priority() throws {
    let policy = Snapshot<Int32>(-1)
    let thread = try #require(
      WorkerThread(name: "audio", priority: .realtime(5)) { policy.publish(sched_getscheduler(0)) })
    thread.join()
    #expect(policy.read() == (thread.hasPriority ? SCHED_FIFO : SCHED_OTHER))
  }

  @Test("A priority that there is none of is not granted, and the thread runs all the same")
  func impossiblePriority() throws {
    let runs = Counter()
    let thread = try #require(WorkerThread(name: "audio", priority: .realtime(1000)) { runs.add() })
    thread.join()
    #expect(!thread.hasPriority)
    #expect(runs.value == 1)
  }

  private final class Held: Sendable {
    let gone: Counter
    init(_ gone: Counter) { self.gone = gone }
    deinit { gone.add() }
  }

  @Test("A thread that has ended holds on to nothing")
  func release() throws {
    let gone = Counter()
    do {
      let held = Held(gone)
      let thread = try #require(WorkerThread(name: "short") { _ = held.gone.value })
      thread.join()
    }
    #expect(gone.value == 1)
  }

  @Test("A counter loses nothing to threads that add at once")
  func counter() throws {
    let counter = Counter()
    let additions = 100_000
    let threads = try (0..<3).map { _ in
      try #require(
        WorkerThread(name: "adder") {
          for _ in 0..<additions { counter.unowned.add(2) }
        })
    }
    for _ in 0..<additions { counter.add() }
    for thread in threads { thread.join() }
    #expect(counter.value == UInt64(7 * additions))
  }
}

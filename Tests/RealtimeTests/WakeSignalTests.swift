internal import Glibc
import Realtime
import Testing

struct WakeSignalTests {
  /// Far longer than any of these waits takes, however busy the machine is: a wait that is not ended fails its test.
  private static let patience: Int32 = 20_000

  private static func isReadable(_ signal: WakeSignal) -> Bool {
    var polled = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  private static func seconds(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  @Test("Rings that nobody heard yet are one, and a wait forgets them")
  func rings() {
    let signal = WakeSignal()
    #expect(signal.descriptor >= 0)
    #expect(!Self.isReadable(signal))
    for _ in 0..<1000 { signal.ring() }
    #expect(Self.isReadable(signal))
    #expect(Self.seconds { signal.wait(milliseconds: Self.patience) } < 10)
    #expect(!Self.isReadable(signal))
    signal.ring()
    signal.clear()
    #expect(!Self.isReadable(signal))
    signal.clear()
    #expect(!Self.isReadable(signal))
  }

  @Test("Without a ring a wait lasts its time")
  func timeout() {
    let signal = WakeSignal()
    let waited = Self.seconds { signal.wait(milliseconds: 50) }
    #expect(waited >= 0.049)
    #expect(waited < 10)
  }

  @Test("A ring from another thread ends a wait; none is missed in a thousand answers to and fro")
  func threads() throws {
    let there = WakeSignal()
    let back = WakeSignal()
    let rounds = 1000
    let thread = try #require(
      WorkerThread(name: "echo") {
        for _ in 0..<rounds {
          there.wait(milliseconds: Self.patience)
          back.ring()
        }
      })
    let spent = Self.seconds {
      for _ in 0..<rounds {
        there.ring()
        back.wait(milliseconds: Self.patience)
      }
    }
    thread.join()
    #expect(spent < 10)
  }
}

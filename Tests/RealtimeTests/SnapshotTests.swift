internal import Glibc
import Realtime
import Testing

struct SnapshotTests {
  private struct Values: Sendable, Equatable {
    var a: UInt64
    var b: UInt64
    var c: UInt64
    var d: UInt64

    init(_ number: UInt64) {
      a = number
      b = ~number
      c = number &* 0x9E37_79B9_7F4A_7C15
      d = number
    }

    var isWhole: Bool { self == Values(a) }
  }

  @Test("Two threads: what is read is whole, never older than before, and at last the newest")
  func twoThreads() throws {
    let count: UInt64 = 300_000
    let snapshot = Snapshot(Values(0))
    let started = Counter()
    let done = Counter()
    let writer = try #require(
      WorkerThread(name: "writer") {
        while started.value == 0 { sched_yield() }
        for number in 1...count {
          snapshot.publish(Values(number))
          if number % 1024 == 0 { sched_yield() }
        }
        done.add()
      })
    var newest: UInt64 = 0
    var torn = 0
    var backwards = 0
    var seen = 0
    started.add()
    while true {
      let ended = done.value > 0
      let value = snapshot.read()
      if !value.isWhole { torn += 1 }
      if value.a < newest { backwards += 1 }
      if value.a > newest { seen += 1 }
      newest = value.a
      if ended { break }
    }
    writer.join()
    #expect(torn == 0)
    #expect(backwards == 0)
    #expect(seen > 10)
    #expect(snapshot.read() == Values(count))
  }

  @Test("It reads as the initial value, then as the newest, again and again")
  func newest() {
    let snapshot = Snapshot("initial")
    #expect(snapshot.read() == "initial")
    #expect(snapshot.read() == "initial")
    for published in 1...4 {
      for number in 0..<published { snapshot.publish("\(published).\(number)") }
      #expect(snapshot.read() == "\(published).\(published - 1)")
      #expect(snapshot.read() == "\(published).\(published - 1)")
    }
  }
}

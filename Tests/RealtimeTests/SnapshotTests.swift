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
    let last = UInt64.max
    let snapshot = Snapshot(Values(0))
    let seen = Counter()
    let done = Counter()
    // The writer goes on until the reader has seen many values, however the two are scheduled.
    let writer = try #require(
      WorkerThread(name: "writer") {
        var number: UInt64 = 0
        while seen.value < 1000 {
          number += 1
          snapshot.publish(Values(number))
          if number % 1024 == 0 { sched_yield() }
        }
        snapshot.publish(Values(last))
        done.add()
      })
    var newest: UInt64 = 0
    var torn = 0
    var backwards = 0
    while true {
      let ended = done.value > 0
      let value = snapshot.read()
      if !value.isWhole { torn += 1 }
      if value.a < newest { backwards += 1 }
      if value.a > newest { seen.add() }
      newest = value.a
      if ended { break }
    }
    writer.join()
    #expect(torn == 0)
    #expect(backwards == 0)
    #expect(snapshot.read() == Values(last))
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

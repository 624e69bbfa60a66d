internal import Glibc
import Realtime
import TestSupport
import Testing

struct EventQueueTests {
  @Test("Two threads: every element arrives, once, in order", arguments: [1, 2, 8, 1024])
  func twoThreads(capacity: Int) throws {
    let elements = UInt64(capacity < 8 ? 20_000 : 200_000)
    let queue = EventQueue<UInt64>(capacity: capacity)
    let done = Counter()
    let producer = try #require(
      WorkerThread(name: "producer") {
        var next: UInt64 = 0
        while next < elements { if queue.push(next) { next += 1 } else { sched_yield() } }
        done.add()
      })
    var expected: UInt64 = 0
    var disorder = 0
    while true {
      let isLast = done.value > 0
      let peeked = queue.first()
      guard let element = queue.pop() else {
        if isLast { break }
        sched_yield()
        continue
      }
      if element != expected || (peeked != nil && peeked != element) { disorder += 1 }
      expected += 1
    }
    producer.join()
    #expect(disorder == 0)
    #expect(expected == elements)
  }

  @Test("It holds what it was made for, rounded up to a power of two, and refuses more")
  func capacity() {
    let sizes = [(0, 1), (1, 1), (2, 2), (3, 4), (5, 8), (1000, 1024)]
    for (asked, size) in sizes {
      let queue = EventQueue<Int>(capacity: asked)
      #expect(queue.capacity == size)
      for i in 0..<size { #expect(queue.push(i)) }
      #expect(!queue.push(-1))
      for i in 0..<size {
        #expect(queue.first() == i)
        #expect(queue.pop() == i)
      }
      #expect(queue.first() == nil)
      #expect(queue.pop() == nil)
    }
  }

  @Test("Any run of pushes and pops gives what an array would")
  func model() {
    var random = SplitMix64(seed: 1)
    let queue = EventQueue<UInt64>(capacity: 8)
    var model: [UInt64] = []
    var faults = 0
    var refused = 0
    var empty = 0
    for _ in 0..<100_000 {
      if Bool.random(using: &random) {
        let element = random.next()
        let taken = queue.push(element)
        if taken != (model.count < 8) { faults += 1 }
        if taken { model.append(element) } else { refused += 1 }
      } else if Bool.random(using: &random) {
        if queue.unowned.oldest()?.pointee != model.first { faults += 1 }
        queue.unowned.removeOldest()
        model = Array(model.dropFirst())
      } else {
        if queue.first() != model.first { faults += 1 }
        if queue.pop() != (model.isEmpty ? nil : model.removeFirst()) { faults += 1 }
        if model.isEmpty { empty += 1 }
      }
    }
    #expect(faults == 0)
    #expect(refused > 1000)
    #expect(empty > 1000)
  }

  private final class Tracked: Sendable {
    let living: Counter
    init(_ living: Counter) {
      self.living = living
      living.add()
    }
    deinit { living.add(UInt64.max) }
  }

  @Test("Elements that own memory are let go of once, whether they are taken or left behind")
  func ownership() {
    let living = Counter()
    do {
      let queue = EventQueue<Tracked>(capacity: 4)
      for _ in 0..<3 {
        for _ in 0..<6 { _ = queue.push(Tracked(living)) }
        #expect(living.value == 4)
        _ = queue.first()
        _ = queue.pop()
        #expect(living.value == 3)
        _ = queue.unowned.oldest()
        queue.unowned.removeOldest()
        #expect(living.value == 2)
      }
    }
    #expect(living.value == 0)
  }
}

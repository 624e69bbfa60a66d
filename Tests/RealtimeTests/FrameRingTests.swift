internal import Glibc
import Realtime
import TestSupport
import Testing

struct FrameRingTests {
  private static let blockFrames = 48

  @Test("Two threads: blocks arrive whole and in order, and those missing are those refused")
  func twoThreads() throws {
    let blocks = 100_000
    let ring = FrameRing(capacity: 1000)
    let refused = Counter()
    let done = Counter()
    let producer = try #require(
      WorkerThread(name: "producer") {
        var captured = [Float](repeating: 0, count: Self.blockFrames)
        var rendered = captured
        for block in 0..<blocks {
          for i in captured.indices {
            captured[i] = Float(block)
            rendered[i] = Float(i) - Float(block)
          }
          if !ring.unowned.write(captured: captured, rendered: rendered, count: Self.blockFrames) {
            refused.add()
            sched_yield()
          }
        }
        done.add()
      })

    var random = SplitMix64(seed: 2)
    var captured = [Float](repeating: 0, count: ring.capacity)
    var rendered = captured
    var place = 0
    var block: Float = -1
    var complete: UInt64 = 0
    var faults = 0
    while true {
      let ended = done.value > 0
      let waiting = ring.count
      let count = ended ? waiting : min(waiting, Int.random(in: 1...200, using: &random))
      guard count > 0, ring.read(captured: &captured, rendered: &rendered, count: count) else {
        if ended { break }
        sched_yield()
        continue
      }
      for i in 0..<count {
        if place == 0 {
          if captured[i] <= block { faults += 1 }
          block = captured[i]
        }
        if captured[i] != block || rendered[i] != Float(place) - block { faults += 1 }
        place += 1
        if place == Self.blockFrames {
          place = 0
          complete += 1
        }
      }
    }
    producer.join()
    #expect(faults == 0)
    #expect(place == 0)
    #expect(complete + refused.value == UInt64(blocks))
    #expect(complete > 20)
  }

  @Test("A write that does not fit leaves nothing, and a read of more than waits takes nothing")
  func wholeOrNothing() {
    let ring = FrameRing(capacity: 5)
    #expect(ring.capacity == 8)
    let source = (0..<9).map(Float.init)
    var captured = [Float](repeating: -1, count: 9)
    var rendered = captured
    #expect(!ring.unowned.write(captured: source, rendered: source, count: 9))
    #expect(ring.count == 0)
    #expect(!ring.read(captured: &captured, rendered: &rendered, count: 1))
    #expect(ring.unowned.write(captured: source, rendered: source, count: 8))
    #expect(!ring.unowned.write(captured: source, rendered: source, count: 1))
    #expect(ring.count == 8)
    #expect(!ring.read(captured: &captured, rendered: &rendered, count: 9))
    #expect(captured == [Float](repeating: -1, count: 9))
    #expect(ring.read(captured: &captured, rendered: &rendered, count: 8))
    #expect(captured == [0, 1, 2, 3, 4, 5, 6, 7, -1])
    #expect(rendered == captured)
  }

  @Test("Any run of writes and reads gives what an array would, round and round")
  func model() {
    var random = SplitMix64(seed: 3)
    let ring = FrameRing(capacity: 64)
    var model: [Float] = []
    var captured = [Float](repeating: 0, count: 64)
    var rendered = captured
    var written = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &random)
      if Bool.random(using: &random) {
        let block = (0..<count).map { Float(written + $0) }
        let fits = model.count + count <= 64
        #expect(ring.unowned.write(captured: block, rendered: block.map { -$0 }, count: count) == fits)
        if fits {
          model += block
          written += count
        }
      } else {
        let enough = count <= model.count
        #expect(ring.read(captured: &captured, rendered: &rendered, count: count) == enough)
        if enough {
          #expect(Array(captured[0..<count]) == Array(model[0..<count]))
          #expect(Array(rendered[0..<count]) == model[0..<count].map { -$0 })
          model.removeFirst(count)
        }
      }
      #expect(ring.count == model.count)
    }
    #expect(written > 50 * 64)
  }
}

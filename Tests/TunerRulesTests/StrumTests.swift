import TestSupport
import Testing
import Timebase
import TunerRules

struct StrumTests {
  private static let rate = 48_000
  private static let crossing: Int64 = 1440
  private static let rest: Int64 = 14_400

  /// An action and its frame, comparable.
  private struct Event: Hashable {
    var frame: Int64
    var action: Strum.Action
  }

  private func events(_ actions: [(StreamTime, Strum.Action)]) -> [Event] {
    actions.map { Event(frame: $0.0.frame, action: $0.1) }
  }

  private func at(_ frame: Int64) -> StreamTime { StreamTime(epoch: 0, frame: frame) }

  @Test("The control's values are spread evenly over the keys, and the idle end is on none")
  func spread() {
    var looked = 0
    for keyCount in 1...127 {
      let strum = Strum(keyCount: keyCount, rate: Self.rate)
      #expect(strum.key(at: 0) == nil)
      let keys = (1...127).compactMap { strum.key(at: $0) }
      #expect(keys.count == 127 && keys == keys.sorted())
      #expect(Set(keys) == Set(0..<keyCount))
      let widths = (0..<keyCount).map { key in keys.filter { $0 == key }.count }
      #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 1)
      looked += 1
    }
    #expect(looked == 127)
    for value in [-5, 0, 1, 64, 127, 1000] { #expect(Strum(keyCount: 0, rate: Self.rate).key(at: value) == nil) }
  }

  @Test("A jump across the ribbon is a strum: every key in turn, 30 ms each")
  func crossing() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    #expect(events(strum.move(to: 1, at: at(1000))) == [Event(frame: 1000, action: .touch(key: 0))])
    #expect(strum.move(to: 127, at: at(1100)).isEmpty)
    let due = events(strum.advance(to: at(1000 + 10 * Self.rest)))
    let steps = (1...5).map { Event(frame: 1000 + Int64($0) * Self.crossing, action: .touch(key: $0)) }
    #expect(due == steps + [Event(frame: 1100 + Self.rest, action: .lift)])
  }

  @Test("After a rest the first crossed key sounds at once")
  func stepsAtOnce() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    _ = strum.move(to: 1, at: at(0))
    #expect(events(strum.move(to: 25, at: at(9000))) == [Event(frame: 9000, action: .touch(key: 1))])
  }

  @Test("Resting lifts the finger after exactly 300 ms")
  func rest() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    _ = strum.move(to: 60, at: at(500))
    #expect(strum.deadline == at(500 + Self.rest))
    #expect(strum.advance(to: at(500 + Self.rest - 1)).isEmpty)
    // Any movement begins the rest anew, on the same key too.
    #expect(strum.move(to: 61, at: at(5000)).isEmpty)
    #expect(strum.advance(to: at(5000 + Self.rest - 1)).isEmpty)
    #expect(events(strum.advance(to: at(1_000_000))) == [Event(frame: 5000 + Self.rest, action: .lift)])
    #expect(strum.deadline == nil)
  }

  @Test("The idle end lifts at once, with keys still to be crossed")
  func idle() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    _ = strum.move(to: 1, at: at(0))
    _ = strum.move(to: 127, at: at(10))
    #expect(events(strum.move(to: 0, at: at(20))) == [Event(frame: 20, action: .lift)])
    #expect(strum.deadline == nil)
    #expect(strum.advance(to: at(1_000_000)).isEmpty)
    #expect(strum.move(to: 0, at: at(1_000_001)).isEmpty)
  }

  @Test("A reversal turns round where the finger has got to")
  func reversal() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    _ = strum.move(to: 1, at: at(0))
    _ = strum.move(to: 127, at: at(1))
    #expect(
      events(strum.advance(to: at(2 * Self.crossing + 1))).map(\.action) == [.touch(key: 1), .touch(key: 2)])
    let back = events(strum.move(to: 1, at: at(2 * Self.crossing + 2)) + strum.advance(to: at(1_000_000)))
    #expect(back.map(\.action) == [.touch(key: 1), .touch(key: 0), .lift])
    #expect(back.first?.frame == 3 * Self.crossing)
  }

  @Test("A ribbon of another size takes the finger off")
  func resize() {
    var strum = Strum(keyCount: 6, rate: Self.rate)
    #expect(strum.resize(keyCount: 4, at: at(0)).isEmpty)
    _ = strum.move(to: 127, at: at(10))
    _ = strum.move(to: 1, at: at(20))
    #expect(events(strum.resize(keyCount: 2, at: at(30))) == [Event(frame: 30, action: .lift)])
    #expect(strum.deadline == nil)
    #expect(events(strum.move(to: 127, at: at(40))) == [Event(frame: 40, action: .touch(key: 1))])
    #expect(events(strum.resize(keyCount: 0, at: at(50))) == [Event(frame: 50, action: .lift)])
    #expect(strum.move(to: 127, at: at(60)).isEmpty)
  }

  @Test("Any playing gives the same strum, asked rarely, often or at its deadlines; no crossed key is cut short")
  func random() throws {
    var random = SplitMix64(seed: 2)
    var moves = 0
    var crossed = 0
    for keyCount in [1, 2, 6, 13, 36] {
      var rare = Strum(keyCount: keyCount, rate: Self.rate)
      var often = rare
      var prompt = rare
      var heard: (rare: [Event], often: [Event], prompt: [Event]) = ([], [], [])
      var now: Int64 = 0
      var last: Int64 = 0
      var idles: Set<Int64> = []
      for _ in 0..<20_000 {
        let isSlow = Int.random(in: 0..<8, using: &random) == 0
        let next = now + Int64.random(in: 0...(isSlow ? 40_000 : 3000), using: &random)
        while now < next {
          now = min(next, now + Int64.random(in: 1...2000, using: &random))
          heard.often += events(often.advance(to: at(now)))
        }
        while let deadline = prompt.deadline, deadline.frame <= next {
          #expect(prompt.advance(to: deadline.advanced(by: -1)).isEmpty)
          let due = events(prompt.advance(to: deadline))
          #expect(due.first?.frame == deadline.frame)
          heard.prompt += due
        }
        let isIdle = Int.random(in: 0..<12, using: &random) == 0
        let value = isIdle ? 0 : Int.random(in: 1...127, using: &random)
        if isIdle { idles.insert(next) }
        heard.rare += events(rare.move(to: value, at: at(next)))
        heard.often += events(often.move(to: value, at: at(next)))
        heard.prompt += events(prompt.move(to: value, at: at(next)))
        last = next
        moves += 1
      }
      let end = at(last + 1_000_000)
      heard.rare += events(rare.advance(to: end))
      heard.often += events(often.advance(to: end))
      heard.prompt += events(prompt.advance(to: end))
      #expect(rare.deadline == nil)
      try #require(heard.often == heard.rare)
      try #require(heard.prompt == heard.rare)
      crossed += try crossings(heard.rare, idles: idles)
    }
    #expect(moves == 100_000)
    #expect(crossed > 50_000)
  }

  /// Checks what a strum did, in order; returns how often it went from one key to the next.
  private func crossings(_ events: [Event], idles: Set<Int64>) throws -> Int {
    var crossed = 0
    var previous: (key: Int, since: Int64)?
    var time: Int64 = 0
    for event in events {
      try #require(event.frame >= time)
      time = event.frame
      switch (event.action, previous) {
      case (.lift, nil): Issue.record("lifted twice at \(time)")
      case (.lift, let (_, since)?):
        #expect(idles.contains(time) || time - since >= Self.crossing)
        previous = nil
      case (.touch(let key), nil): previous = (key, time)
      case (.touch(let key), let (before, since)?):
        try #require(abs(key - before) == 1)
        try #require(time - since >= Self.crossing)
        previous = (key, time)
        crossed += 1
      }
    }
    #expect(previous == nil)
    return crossed
  }
}

import DSP
import DroneSynth
internal import Glibc
import TestSupport
import Testing

/// One lane of four envelopes, its neighbours at work in stages of their own.
private struct Envelope {
  enum Stage { case idle, attack, sustain, release, steal }

  private var lanes: EnvelopeLanes
  private let lane = 3

  init(sampleRate: Float) {
    lanes = EnvelopeLanes(sampleRate: sampleRate)
    lanes.start(0)
    lanes.start(1)
    lanes.release(1)
  }

  var stage: Stage {
    if isIdle { return .idle }
    if isReleasing { return .release }
    if lanes.isStolen(lane) { return .steal }
    return position < 1 ? .attack : .sustain
  }
  var position: Float { lanes.position[lane] }
  var isIdle: Bool { lanes.isIdle(lane) }
  var isPlaying: Bool { lanes.isPlaying(lane) }
  var isReleasing: Bool { lanes.isReleasing(lane) }
  mutating func start() { lanes.start(lane) }
  mutating func release() { lanes.release(lane) }
  mutating func steal() { lanes.steal(lane) }
  mutating func next() -> Float {
    let gain = lanes.next()[lane]
    lanes.settle()
    return gain
  }
}

struct EnvelopeTests {
  private static let rates = [44_100, 48_000, 96_000, 192_000]

  /// Samples until `isThere`, at most a second of them.
  private static func samples(_ envelope: inout Envelope, rate: Int, until isThere: (Envelope) -> Bool) -> Int {
    var count = 0
    while !isThere(envelope), count < rate {
      _ = envelope.next()
      count += 1
    }
    return count
  }

  @Test("Up takes 25 ms, down 250 ms, and a steal 5 ms, to half a hundredth", arguments: rates)
  func durations(rate: Int) {
    let stages: [(seconds: Double, turn: (inout Envelope) -> Void, there: (Envelope) -> Bool)] = [
      (0.025, { $0.start() }, { $0.stage == .sustain }), (0.25, { $0.release() }, \.isIdle),
      (0.025, { $0.start() }, { $0.stage == .sustain }), (0.005, { $0.steal() }, \.isIdle)
    ]
    var envelope = Envelope(sampleRate: Float(rate))
    #expect(envelope.isIdle)
    for stage in stages {
      stage.turn(&envelope)
      #expect(!envelope.isIdle)
      let expected = stage.seconds * Double(rate)
      let count = Self.samples(&envelope, rate: rate, until: stage.there)
      #expect(abs(Double(count) - expected) <= 1 + 0.005 * expected)
    }
    #expect(envelope.next() == 0)
  }

  @Test("Whatever it is told, the gain stays within 0 and 1 and never jumps")
  func continuity() {
    var random = SplitMix64(seed: 10)
    var envelope = Envelope(sampleRate: 48_000)
    var gain: Float = 0
    var faults = 0
    var stages = Set<Envelope.Stage>()
    for _ in 0..<200_000 {
      switch Int.random(in: 0..<400, using: &random) {
      case 0: envelope.start()
      case 1: envelope.release()
      case 2: envelope.steal()
      default: break
      }
      stages.insert(envelope.stage)
      let next = envelope.next()
      // The smoothstep is at the most 1.5 times as steep as its position, which moves by 1/240 when it is stolen.
      if abs(next - gain) > 1.5 / 240 + 1e-6 || !(0...1).contains(next) { faults += 1 }
      gain = next
    }
    #expect(faults == 0)
    #expect(stages == [.idle, .attack, .sustain, .release, .steal])
  }

  @Test("A release ends a note that plays, and nothing else; a steal ends all that sounds")
  func stages() {
    var envelope = Envelope(sampleRate: 48_000)
    envelope.release()
    #expect(envelope.isIdle)
    envelope.steal()
    #expect(envelope.isIdle)
    envelope.start()
    #expect(envelope.isPlaying)
    for _ in 0..<600 { _ = envelope.next() }
    let position = envelope.position
    envelope.release()
    #expect(envelope.isReleasing && !envelope.isPlaying)
    _ = envelope.next()
    #expect(envelope.position < position && envelope.position > position - 0.001)
    envelope.start()
    #expect(envelope.isPlaying && !envelope.isReleasing)
    envelope.steal()
    envelope.release()
    #expect(envelope.stage == .steal)
    #expect(!envelope.isReleasing && !envelope.isPlaying && !envelope.isIdle)
  }
}

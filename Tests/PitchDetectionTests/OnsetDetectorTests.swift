import Testing

@testable import PitchDetection

struct OnsetDetectorTests {
  private var detector = OnsetDetector(hopsPerSecond: 187.5)

  /// The findings of hops that are all the same.
  private mutating func hear(
    hops: Int = 1, level: Float = -30, brightness: Float = -60, residual: Float = -20, attack: Bool = false,
    floor: Float = -80
  ) -> [OnsetDetector.Finding] {
    (0..<hops).map { _ in
      detector.detect(
        level: level, brightness: brightness, residual: residual, attack: attack, floor: floor, sounding: 110)
    }
  }

  /// A detector that has heard a steady note, which began with an attack.
  private static func settled() -> OnsetDetectorTests {
    var test = OnsetDetectorTests()
    _ = test.hear(attack: true)
    _ = test.hear(hops: 20)
    return test
  }

  @Test("A steady note begins once, with its attack")
  func steady() {
    var test = OnsetDetectorTests()
    let first = test.hear(attack: true)
    #expect(first.map(\.begins) == [true])
    #expect(test.hear(hops: 200).allSatisfy { !$0.begins })
  }

  @Test("A string that is struck while it rings brightens before it is louder")
  func brightens() {
    var test = Self.settled()
    let found = test.hear(brightness: -52)
    #expect(found == [OnsetDetector.Finding(begins: true, isStruck: true, before: -30)])
    var darker = Self.settled()
    #expect(darker.hear(brightness: -54).allSatisfy { !$0.begins })
    var dull = Self.settled()
    _ = dull.hear(hops: 20, brightness: -90)
    #expect(dull.hear(brightness: -75).allSatisfy { !$0.begins })
  }

  @Test("A pattern that breaks is a beginning without new energy; one that always was broken is none")
  func breaks() {
    var test = Self.settled()
    #expect(test.hear(residual: -2) == [OnsetDetector.Finding(begins: true, isStruck: false, before: -30)])
    var breathy = Self.settled()
    _ = breathy.hear(hops: 20, residual: -4)
    #expect(breathy.hear(hops: 20, residual: -2).allSatisfy { !$0.begins })
    var unknown = Self.settled()
    _ = unknown.hear(hops: 20, residual: OnsetDetector.unknown)
    #expect(unknown.hear(residual: -2).allSatisfy { !$0.begins })
  }

  @Test("Soon after a beginning, and under the floor, there is no other")
  func dead() {
    var test = Self.settled()
    _ = test.hear(attack: true)
    #expect(test.hear(hops: 7, attack: true).allSatisfy { !$0.begins })
    #expect(test.hear(attack: true).allSatisfy { $0.begins })
    var quiet = Self.settled()
    #expect(quiet.hear(attack: true, floor: -20).allSatisfy { !$0.begins })
  }
}

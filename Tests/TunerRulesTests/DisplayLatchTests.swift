import Glibc
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct DisplayLatchTests {
  /// The rates of the cards there are, each with its own hop.
  private static let rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]

  private static let chromatic = TargetTable(chromatic: .equal, reference: a440)

  /// A latch that is stepped hop by hop.
  private struct Display {
    var latch: DisplayLatch
    let hopSeconds: Double
    private(set) var reading = Reading(time: .zero)
    private var hops: Int64 = 0

    init(_ table: TargetTable, rate: Int = 48_000) {
      hopSeconds = Double(FrameCount.hop(rate: rate)) / Double(rate)
      latch = DisplayLatch(targets: table, hopSeconds: hopSeconds)
    }

    var shown: Int? { reading.target?.note }

    /// One hop of a frequency, or of silence.
    mutating func hear(_ hertz: Double, attack: Bool = false) {
      hops += 1
      reading = latch.step(
        time: StreamTime(epoch: 0, frame: hops), frequency: hertz, clarity: 0.9, level: -20, attack: attack)
    }

    /// Hears a frequency, the first hop with an attack where told, until the display shows that note, nothing (nil);
    /// returns the seconds of sound that it took, or nil after a second.
    mutating func seconds(of hertz: Double, attack: Bool = false, until note: Int?) -> Double? {
      for hop in 1...Int(1 / hopSeconds) {
        hear(hertz, attack: attack && hop == 1)
        if shown == note { return Double(hop) * hopSeconds }
      }
      return nil
    }
  }

  /// A time is met in the first hop that completes it: never before, and less than a hop after.
  private func isMet(_ seconds: Double?, _ wanted: Double, _ hopSeconds: Double) -> Bool {
    // Three hops of 256 frames at 48 kHz are 16 ms but for the rounding of the product.
    guard let seconds else { return false }
    return seconds > wanted * 0.998 && seconds < wanted + hopSeconds
  }

  private func guitar() throws -> TargetTable { try #require(route(guitarText)).targets }

  @Test("The first note is shown once it has been heard for 16 ms, another after 70 ms, at any rate", arguments: rates)
  func confirm(rate: Int) {
    var display = Display(Self.chromatic, rate: rate)
    #expect(isMet(display.seconds(of: 440, until: 69), 0.016, display.hopSeconds))
    #expect(isMet(display.seconds(of: 493.9, until: 71), 0.07, display.hopSeconds))
    #expect(isMet(display.seconds(of: 293.7, until: 62), 0.07, display.hopSeconds))
    #expect(isMet(display.seconds(of: 587.3, until: 74), 0.07, display.hopSeconds))
    #expect(isMet(display.seconds(of: 293.7, until: 62), 0.07, display.hopSeconds))
  }

  @Test("An attack says that it is a new note: it takes no longer than the first, once", arguments: rates)
  func octaveWithAttack(rate: Int) {
    var display = Display(Self.chromatic, rate: rate)
    _ = display.seconds(of: 440, until: 69)
    #expect(isMet(display.seconds(of: 880, attack: true, until: 81), 0.016, display.hopSeconds))
    #expect(isMet(display.seconds(of: 220, until: 57), 0.07, display.hopSeconds))
    #expect(isMet(display.seconds(of: 246.9, attack: true, until: 59), 0.016, display.hopSeconds))
  }

  @Test("An octave up that leaves the preset takes longest, one down into it no longer than a note", arguments: rates)
  func octaveOfPreset(rate: Int) throws {
    var display = Display(try guitar(), rate: rate)
    _ = display.seconds(of: 82.4, until: 40)
    #expect(isMet(display.seconds(of: 164.8, until: 50), 0.096, display.hopSeconds))
    // One and a half periods, which are longer than 16 ms.
    #expect(isMet(display.seconds(of: 82.4, until: 40), 1.5 / 82.4, display.hopSeconds))
  }

  @Test("A low note is shown once it has been heard for one and a half periods, at any rate", arguments: rates)
  func confirmLow(rate: Int) {
    var display = Display(Self.chromatic, rate: rate)
    #expect(isMet(display.seconds(of: 30.87, until: 23), 1.5 / 30.87, display.hopSeconds))
  }

  @Test("A pitch between two notes shows the one it came from, until another is nearer by 20 cents")
  func hysteresis() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    let semitone = { (cents: Double) in Frequency(hertz: 440).raised(by: Cents(cents)).hertz }
    #expect(display.seconds(of: semitone(59), until: 70) == nil)
    #expect(display.seconds(of: semitone(61), until: 70) != nil)
    #expect(display.seconds(of: semitone(41), until: 69) == nil)
    #expect(display.seconds(of: semitone(39), until: 69) != nil)
  }

  @Test("A vibrato of a semitone to each side shows its middle")
  func vibrato() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    for hop in 0..<2000 {
      let phase = 2 * Double.pi * 6 * Double(hop) * display.hopSeconds
      display.hear(Frequency(hertz: 440).raised(by: Cents(100 * sin(phase))).hertz)
      #expect(display.shown == 69)
    }
  }

  @Test("A glide shows its end and nothing of its way")
  func glide() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    // A fourth in less than the hold: a semitone takes 36 ms.
    var notes: [Int] = []
    let hops = Int(0.18 / display.hopSeconds)
    for hop in 0...(hops + 20) {
      display.hear(Frequency(hertz: 440).raised(by: Cents(500 * min(1, Double(hop) / Double(hops)))).hertz)
      let note = display.shown ?? -1
      if note != notes.last { notes.append(note) }
    }
    #expect(notes == [69, 74])
  }

  @Test("Silence of 200 ms lets go, less does not, at any rate", arguments: rates)
  func hold(rate: Int) {
    var display = Display(Self.chromatic, rate: rate)
    _ = display.seconds(of: 440, until: 69)
    for _ in 0..<Int(0.19 / display.hopSeconds) { display.hear(0) }
    #expect(display.shown == 69)
    display.hear(440)
    #expect(isMet(display.seconds(of: 0, until: nil), 0.2, display.hopSeconds))
    #expect(!display.reading.isLatched && display.reading.shownFrequency == 0)
    #expect(display.reading.cents == .zero)
    display.hear(440)
    #expect(!display.reading.isLatched)
  }

  @Test("What is shown outlasts the sound, and what is heard does not")
  func heardAndShown() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    display.hear(0)
    #expect(display.reading.frequency == 0)
    #expect(display.reading.shownFrequency == 440)
    display.hear(.nan)
    display.hear(-440)
    display.hear(.infinity)
    #expect(display.shown == 69)
    #expect(display.reading.shownFrequency == 440)
  }

  @Test("Single wrong hops are never shown: another note, an octave, silence between")
  func flicker() throws {
    for (table, hertz, note) in [(Self.chromatic, 440, 69), (try guitar(), 329.63, 64)] as [(TargetTable, Double, Int)]
    {
      var display = Display(table)
      _ = display.seconds(of: hertz, until: note)
      let wrong = [hertz * 1.0595, hertz / 1.0595, hertz * 2, hertz / 2, hertz * 3, hertz / 3, 0]
      var random = SplitMix64(seed: 5)
      for _ in 0..<2000 {
        display.hear(wrong.randomElement(using: &random) ?? 0)
        #expect(display.shown == note)
        // Within half a tone: an octave never reaches the needle either.
        try #require(abs(display.reading.cents.value) < 101)
        display.hear(hertz)
        display.hear(hertz)
        #expect(display.shown == note)
      }
    }
  }

  @Test("Notes that alternate hop by hop are none of them shown")
  func alternating() {
    var display = Display(Self.chromatic)
    for hop in 0..<300 {
      display.hear(hop.isMultiple(of: 2) ? 440 : 466.2)
      #expect(!display.reading.isLatched)
    }
  }

  @Test("An attack begins the confirmation anew")
  func attackResets() {
    var display = Display(Self.chromatic)
    display.hear(440)
    display.hear(440)
    #expect(isMet(display.seconds(of: 440, attack: true, until: 69), 0.016, display.hopSeconds))
  }

  @Test("A preset shows the nearest of its notes: 110 Hz is the guitar's A2")
  func preset() throws {
    let table = try guitar()
    var display = Display(table)
    _ = display.seconds(of: 110, until: 45)
    #expect(display.reading.target?.name == "A2")
    #expect(abs(display.reading.cents.value) < arithmeticCents)
    #expect(display.reading.target?.key == 1)
    // Just on either side of the middle of A2 and D3, 127.09 Hz.
    for (hertz, name) in [(127.0, "A2"), (127.2, "D3"), (30, "E2"), (2000, "E4")] as [(Double, String)] {
      var fresh = Display(table)
      for _ in 0..<12 { fresh.hear(hertz) }
      #expect(fresh.reading.target?.name == name)
      #expect(abs(fresh.reading.shownFrequency - hertz) < 1e-9)
    }
  }

  @Test("Cents count from the note that is shown, also where another would be nearer")
  func centsOfShown() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    display.hear(440 * 1.0353)
    #expect(display.shown == 69)
    for _ in 0..<200 { display.hear(440 * 1.0233) }
    #expect(display.shown == 69)
    #expect(abs(display.reading.cents.value - 39.9) < 0.1)
  }

  @Test("The display settles on a steady pitch, sooner after a large step than after a small one", arguments: rates)
  func settles(rate: Int) {
    /// Seconds for which a step of some cents can be seen, to 0.1 cent.
    func settling(_ cents: Double) -> Double {
      var display = Display(Self.chromatic, rate: rate)
      _ = display.seconds(of: 440, until: 69)
      let hertz = Frequency(hertz: 440).raised(by: Cents(cents)).hertz
      var hops = 0
      while abs(display.reading.cents.value - cents) > 0.1, hops < 1000 {
        display.hear(hertz)
        hops += 1
      }
      return Double(hops) * display.hopSeconds
    }
    // Smoothing of 60 ms, and of 15 ms from 2 % on: e-fold by e-fold down to 0.1 cent, and a hop for every e-fold.
    #expect(settling(10) > 0.2 && settling(10) < 0.5)
    #expect(settling(49) < 0.6)
    var snapped = Display(TargetTable([Target(frequency: a440, name: "A4", note: 69)]), rate: rate)
    _ = snapped.seconds(of: 440, until: 69)
    snapped.hear(440 * 1.07)
    #expect(abs(snapped.reading.shownFrequency - 440 * 1.07) < 1e-9)
  }

  @Test("Pitches that agree with nothing hold a note no longer than silence does")
  func erratic() {
    var display = Display(Self.chromatic)
    _ = display.seconds(of: 440, until: 69)
    for hop in 0..<38 { display.hear(hop % 2 == 0 ? 300 : 700) }
    #expect(display.shown == nil)
  }

  @Test("Nothing to compare with, nothing shown")
  func empty() {
    var display = Display(TargetTable())
    for _ in 0..<100 { display.hear(440) }
    #expect(!display.reading.isLatched && display.reading.frequency == 440)
  }

  @Test("Any hearing: what is shown is of the table, was heard for 16 ms on end, and is let go after 200 ms without it")
  func random() throws {
    var random = SplitMix64(seed: 6)
    var display = Display(Self.chromatic)
    var last: Int?
    var heard: [Int?] = []
    var changes = 0
    let jumps: [Double] = [12, -12, 19]
    var (pitch, run) = (60.0, 0)
    for hop in 0..<100_000 {
      if run == 0 {
        run = Int.random(in: 1...60, using: &random)
        pitch = Int.random(in: 0..<4, using: &random) == 0 ? .nan : .random(in: 30...90, using: &random)
      }
      run -= 1
      let isWrong = Int.random(in: 0..<10, using: &random) == 0
      let jump = isWrong ? jumps.randomElement(using: &random) ?? 0 : 0
      let hertz = pitch.isNaN ? 0 : Frequency(hertz: 440).raised(by: Cents(100 * (pitch + jump - 69))).hertz
      display.hear(hertz, attack: Int.random(in: 0..<50, using: &random) == 0)
      heard.append(Self.chromatic.nearest(to: Frequency(hertz: hertz)).map { Self.chromatic.entries[$0].note })
      if display.shown != last {
        changes += 1
        if display.shown == nil {
          try #require(!heard.suffix(38).contains(last), "hop \(hop)")
        } else {
          try #require(heard.suffix(3).allSatisfy { $0 == display.shown }, "hop \(hop)")
        }
      }
      if heard.count >= 38, heard.suffix(38).allSatisfy({ $0 == nil }) { try #require(display.shown == nil) }
      try #require((display.shown == nil) == (display.reading.shownFrequency == 0))
      last = display.shown
    }
    #expect(changes > 1000)
  }

  @Test("A hop of the display leaves the heap alone, whatever is heard", .enabled(if: AllocationGuard.isActive))
  func allocations() {
    var random = SplitMix64(seed: 8)
    var latch = DisplayLatch(targets: Self.chromatic, hopSeconds: 0.005)
    let heard = (0..<20_000).map { hop in
      hop / 20 % 5 == 0 ? 0 : Signal.hertz(ofNote: 30 + hop / 20 * 7 % 60) * (1 + 0.01 * Double(random.sample()))
    }
    var (changes, last) = (0, -1)
    let calls = AllocationGuard.heapCalls {
      for (hop, hertz) in heard.enumerated() {
        let reading = latch.step(
          time: StreamTime(epoch: 0, frame: Int64(hop)), frequency: hertz, clarity: 0.9, level: -20,
          attack: hop % 20 == 0)
        let note = reading.target?.note ?? -1
        changes += note != last ? 1 : 0
        last = note
      }
    }
    #expect(calls == 0)
    #expect(changes > 500)
  }
}

import Meters
import TestSupport
import Testing
import Timebase
import TunerRules
import Tuning

struct MeterModelTests {
  private let a4 = Scene.note("A4")

  private func scene(_ cents: Double, _ target: Target? = nil) -> Scene {
    Scene(name: "", status: Scene.guitar, target: target ?? a4, cents: cents)
  }

  /// Steps a model through a scene for so long, at so many frames a second; the scene's own stream goes on from `start`.
  private func run(
    _ model: inout MeterModel, _ scene: Scene, seconds: Double, rate: Double = 60, from start: Double = 0
  ) {
    let count = Int((seconds * rate).rounded())
    for frame in 1...count {
      let time = start + Double(frame) / rate
      model.step(scene.reading(frame: Int64(time * 48_000)), scene.status, seconds: 1 / rate)
    }
  }

  @Test("Nothing is shown before anything is heard, and nothing is left to do")
  func silence() {
    var model = MeterModel()
    let silent = Scene(name: "", status: Scene.guitar)
    run(&model, silent, seconds: 1)
    let view = model.view
    #expect(view.note == nil && view.verdict == .silent && view.level == 0 && view.strip.isEmpty)
    #expect(model.isSettled && model.deadline == nil)
    run(&model, silent, seconds: 5, from: 1)
    #expect(model.view == view)
  }

  @Test("Noise that is no note moves nothing")
  func noise() {
    var model = MeterModel()
    var random = SplitMix64(seed: 5)
    let silent = Scene(name: "", status: Scene.guitar)
    run(&model, silent, seconds: 1)
    let view = model.view
    for frame in 0..<600 {
      var reading = Reading(time: StreamTime(epoch: 0, frame: Int64(frame) * 800))
      reading.level = Float.random(in: -60...0, using: &random)
      reading.clarity = Float.random(in: 0...1, using: &random)
      reading.frequency = Double.random(in: 0...900, using: &random)
      model.step(reading, silent.status, seconds: 1.0 / 60)
      #expect(model.view == view)
    }
  }

  @Test("A note that ends leaves the view that was there before, at rest")
  func afterwards() {
    var model = MeterModel()
    let silent = Scene(name: "", status: Scene.guitar)
    run(&model, silent, seconds: 1)
    let before = model.view
    run(&model, scene(-20), seconds: 1, from: 1)
    #expect(model.view.note?.text == "A4")
    run(&model, silent, seconds: 3, from: 2)
    #expect(model.isSettled)
    var after = model.view
    // The wheel, the rings and the bands rest where they stopped.
    (after.wheel, after.outerRing, after.innerRing) = (before.wheel, before.outerRing, before.innerRing)
    for i in after.bands.indices {
      #expect(after.bands[i].brightness == 0)
      after.bands[i] = before.bands[i]
    }
    #expect(after == before)
  }

  @Test("Flat, in tune and sharp are told apart by place, lamps, triangles and word")
  func sides() {
    let cases: [(cents: Double, verdict: MeterView.Verdict, lamps: (Int, Int), arrows: (Int, Int))] = [
      (-60, .flat, (9, 0), (2, 0)), (-26, .flat, (5, 0), (2, 0)), (-6, .flat, (1, 0), (1, 0)),
      (-4.9, .inTune, (0, 0), (0, 0)),
      (0, .inTune, (0, 0), (0, 0)), (4.9, .inTune, (0, 0), (0, 0)), (6, .sharp, (0, 1), (0, 1)),
      (26, .sharp, (0, 5), (0, 2)),
      (60, .sharp, (0, 9), (0, 2))
    ]
    for (cents, verdict, lamps, arrows) in cases {
      var model = MeterModel()
      run(&model, scene(cents), seconds: 1)
      #expect(model.view.verdict == verdict, "\(cents)")
      #expect((model.view.flatLamps, model.view.sharpLamps) == lamps, "\(cents)")
      #expect((model.view.flatArrows, model.view.sharpArrows) == arrows, "\(cents)")
      #expect(abs(model.view.cents - cents) <= 0.05)
    }
  }

  @Test("The note locks within three cents and lets go a little beyond them")
  func lock() {
    var model = MeterModel()
    run(&model, scene(3.2), seconds: 1)
    #expect(!model.view.isLocked)
    run(&model, scene(2.9), seconds: 1)
    #expect(model.view.isLocked)
    run(&model, scene(3.2), seconds: 1)
    #expect(model.view.isLocked)
    run(&model, scene(3.6), seconds: 1)
    #expect(!model.view.isLocked)
  }

  @Test("The in-tune window is the one that is set")
  func window() {
    var narrow = scene(2)
    narrow.status.inTuneCents = 1
    var model = MeterModel()
    run(&model, narrow, seconds: 1)
    #expect(model.view.verdict == .sharp)
  }

  /// What rates of frames may differ by, in turns and semitones: the last frame's share of a motion.
  private static let frameTurns = 0.03

  @Test("Everything moves at the same pace whatever the rate of frames")
  func rates() {
    for cents in [-40.0, -7, 1, 12, 33] {
      var views: [MeterView] = []
      for rate in [30.0, 60, 120, 240] {
        var model = MeterModel()
        run(&model, scene(cents), seconds: 2, rate: rate)
        views.append(model.view)
      }
      for view in views.dropFirst() {
        #expect(distance(view.outerRing.angle, views[0].outerRing.angle) < Self.frameTurns)
        #expect(distance(view.innerRing.angle, views[0].innerRing.angle) < Self.frameTurns)
        #expect(abs(view.wheel - views[0].wheel) < 0.01)
        #expect(view.verdict == views[0].verdict && view.flatLamps == views[0].flatLamps)
      }
    }
  }

  @Test("A band that turns slowly is where its harmonic's phase is, whatever the rate of frames")
  func strobePhase() {
    for rate in [20.0, 60, 190] {
      var model = MeterModel()
      let slow = scene(2)
      run(&model, slow, seconds: 3, rate: rate)
      let reading = slow.reading(frame: 3 * 48_000)
      let first = slow.reading(frame: Int64(48_000 / rate))
      for i in 0..<4 {
        let turned = reading.strobe.phases[i] - first.strobe.phases[i]
        #expect(distance(model.view.bands[i].phase, turned - turned.rounded(.down)) < Self.frameTurns)
      }
    }
  }

  @Test("A sharp note turns everything one way, a flat one the other, and one in tune nothing")
  func directions() {
    for (cents, sign) in [(30.0, 1.0), (-30, -1), (0, 0)] {
      var model = MeterModel()
      run(&model, scene(cents), seconds: 1)
      let before = model.view
      run(&model, scene(cents), seconds: 0.1, from: 1)
      let moved = wrapped(model.view.outerRing.angle - before.outerRing.angle)
      #expect(moved * sign > 0 || (sign == 0 && moved == 0))
      #expect(model.view.outerRing.isFrozen == (sign == 0))
      #expect(before == model.view || sign != 0)
    }
  }

  @Test("A note that wobbles within its window leaves the rings at rest; one that wobbles beyond it turns them")
  func wobble() {
    for (centre, isAtRest) in [(0.0, true), (3.5, true), (20, false)] {
      var model = MeterModel()
      var angles: Set<Double> = []
      for frame in 0..<240 {
        let cents = centre + (frame % 10 < 5 ? 4 : -4)
        model.step(scene(cents).reading(frame: Int64(frame) * 800), Scene.guitar, seconds: 1.0 / 60)
        if frame > 60 { angles.insert(model.view.outerRing.angle) }
      }
      #expect((angles.count == 1) == isAtRest, "\(centre)")
    }
  }

  @Test("The wheel goes the short way round")
  func wheel() {
    var model = MeterModel()
    run(&model, scene(0, Scene.note("B4")), seconds: 1)
    #expect(abs(model.view.wheel - 11) < 0.01)
    var least = 12.0
    for frame in 1...60 {
      model.step(scene(0, Scene.note("C5")).reading(frame: Int64(frame) * 800), Scene.guitar, seconds: 1.0 / 60)
      if model.view.wheel > 1 { least = min(least, model.view.wheel) }
    }
    #expect(least > 10.9)
    #expect(model.view.wheel < 0.01 || model.view.wheel > 11.99)
  }

  @Test("With reduced motion bands and rings stand still")
  func reducedMotion() {
    var still = scene(14)
    still.status.display.hasReducedMotion = true
    var model = MeterModel()
    run(&model, still, seconds: 1)
    let before = model.view
    run(&model, still, seconds: 1, from: 1)
    #expect(model.view.bands.map(\.phase) == before.bands.map(\.phase))
    #expect(model.view.outerRing == before.outerRing && model.view.innerRing == before.innerRing)
  }

  @Test("What sounds is lit, latched or touched, on the ribbon and off it")
  func keys() {
    var status = Scene.guitar
    let other = Scene.key(Scene.note("C#4"), 99)
    status.sounding = [status.keys[0], status.keys[4], other]
    status.latched = [status.keys[0].id]
    var model = MeterModel()
    model.step(Reading(time: .zero), status, seconds: 0.02)
    #expect(model.view.keys.map(\.light) == [.latched, .off, .off, .off, .touched, .off, .touched])
    #expect(model.view.keys.last?.name.text == "C#4" && model.view.keys.last?.isTemporary == true)
    model.step(Reading(time: .zero), Scene.guitar, seconds: 1)
    let lights = model.view.keys.map(\.light)
    #expect(lights == Array(repeating: .off, count: 6))
  }

  @Test("Without power, and while the fork is open, nothing is heard")
  func closed() {
    var off = scene(10)
    off.status.isPowered = false
    var model = MeterModel()
    run(&model, off, seconds: 1)
    #expect(model.view.note == nil && model.view.verdict == .silent)
    var panel = FrontPanel()
    _ = panel.handle(.character("f"), Scene.guitar)
    var forked = MeterModel()
    for frame in 0..<60 {
      forked.step(
        scene(10).reading(frame: Int64(frame) * 800), Scene.guitar, panel: panel.view(Scene.guitar), seconds: 0.02)
    }
    #expect(forked.view.note == nil)
  }

  @Test("Notices stand for a while, each in its turn, and the last one goes by itself")
  func notices() {
    var model = MeterModel()
    model.say("one")
    model.say("two")
    #expect(model.view.notice == "one")
    for _ in 0..<30 { model.step(Reading(time: .zero), Scene.guitar, seconds: 0.1) }
    #expect(model.view.notice == "two")
    #expect((model.deadline ?? 0) > 7)
    for _ in 0..<90 { model.step(Reading(time: .zero), Scene.guitar, seconds: 0.1) }
    #expect(model.view.notice == nil && model.deadline == nil)
  }

  private func wrapped(_ turns: Double) -> Double { turns - turns.rounded() }
  private func distance(_ one: Double, _ other: Double) -> Double { abs(wrapped(one - other)) }
}

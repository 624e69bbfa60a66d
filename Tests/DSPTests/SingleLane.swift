import DSP

/// One lane of four sawtooths, its neighbours at work on frequencies of their own.
struct Saw {
  private var lanes = SawLanes()
  private let lane: Int

  init(lane: Int = 2) {
    self.lane = lane
    for other in 0..<4 where other != lane { lanes.setStep(lane: other, cycles: 0.01 * Double(other + 1)) }
  }

  var phase: UInt64 { lanes.phase[lane] }
  mutating func setStep(cycles: Double) { lanes.setStep(lane: lane, cycles: cycles) }
  mutating func next() -> Float { lanes.next()[lane] }
  func sine() -> Float { lanes.sine()[lane] }
}

/// One lane of four filters, its neighbours at work on other signals.
struct StateVariableFilter {
  private var lanes = StateVariableFilterLanes()
  private let lane = 1

  init() { for other in 0..<4 where other != lane { lanes.setCutoff(lane: other, cycles: 0.1) } }

  mutating func setCutoff(cycles: Float) { lanes.setCutoff(lane: lane, cycles: cycles) }
  mutating func reset() { lanes.reset(lane: lane) }
  mutating func next(_ x: Float) -> Float {
    var input = Lanes(repeating: -x)
    input[lane] = x
    return lanes.next(input)[lane]
  }
}

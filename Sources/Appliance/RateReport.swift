internal import AudioDevices
internal import Tuning

/// Says how fast the sound cards really run: soon where one is far off, else once that is known to a few parts per
/// million.
struct RateReport {
  private var epoch: Int32 = -1
  private var hasWarned = false
  private var hasReported = false

  /// A card further off than this runs at another rate than it says.
  private static let farPartsPerMillion = 1000.0
  /// Seconds after which that is sure, and after which a rate is known well.
  private static let warningSeconds = 8.0
  private static let reportSeconds = 30.0

  /// What there is to say now, a line each.
  mutating func lines(_ rates: StreamRates) -> [String] {
    if rates.epoch != epoch { (epoch, hasWarned, hasReported) = (rates.epoch, false, false) }
    guard rates.isCard else { return [] }
    let seconds = min(rates.pace.seconds, rates.input?.seconds ?? .infinity)
    let clocks = [rates.input.map { ("input", $0) }, (rates.input == nil ? "audio" : "output", rates.pace)].compactMap {
      $0
    }
    var lines: [String] = []
    if !hasWarned, seconds >= Self.warningSeconds {
      hasWarned = true
      for (name, clock) in clocks where abs(clock.partsPerMillion) > Self.farPartsPerMillion {
        lines.append(
          "\(name): the card says \(clock.nominal) Hz and runs at \(clock.measured.fixedText(0)), by the computer's clock; "
            + "what is heard and played is \(Self.cents(clock).signedText(1)) cents off "
            + "unless 'trim' is set to \(clock.partsPerMillion.fixedText(0))")
      }
    }
    if !hasReported, seconds >= Self.reportSeconds {
      hasReported = true
      for (name, clock) in clocks {
        lines.append(
          "\(name): the card runs at \(clock.measured.fixedText(2)) Hz by the computer's clock, \(clock.partsPerMillion.signedText(1)) parts per million off its \(clock.nominal)"
        )
      }
      if rates.input != nil {
        lines.append(
          "input and output drift by \(((rates.ratio * nominalRatio(rates) - 1) * 1e6).signedText(1)) parts per million"
        )
      }
    }
    return lines
  }

  /// Frames of the input for each of the output, as the cards call their rates.
  private func nominalRatio(_ rates: StreamRates) -> Double {
    rates.input.map { Double($0.nominal) / Double(rates.pace.nominal) } ?? 1
  }

  private static func cents(_ clock: StreamRates.Clock) -> Double {
    Frequency(hertz: clock.measured).cents(above: Frequency(hertz: Double(clock.nominal))).value
  }
}

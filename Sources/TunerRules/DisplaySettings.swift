/// What is shown, and how: all of it that a player can set.
public struct DisplaySettings: Hashable, Sendable {
  /// The large meters.
  public enum Meter: String, CaseIterable, Sendable {
    /// Nineteen lamps on an arc.
    case arc
    /// The twelve notes on a wheel that turns.
    case wheel
    /// Four bands, one for each harmonic, that stand still in tune.
    case strobe
    /// Two rings that stand still in tune.
    case rings
    /// A ruler of fifty cents either way, and a note that locks.
    case ruler
  }

  /// The small meters below them.
  public enum SubMeter: String, CaseIterable, Sendable {
    /// The nine nearest notes.
    case strip
    /// Hertz, note and cents.
    case numbers
    /// A ruler of a hundred cents either way, with a mark for each.
    case fine
  }

  /// One step of the Mode button, or of a touch on one of the two.
  public enum Step: Hashable, Sendable {
    /// The next pair.
    case pair
    /// The next large meter.
    case meter
    /// The next small meter.
    case subMeter
  }

  /// The large meter.
  public var meter = Meter.arc
  /// The small one.
  public var subMeter = SubMeter.strip
  /// Whether nothing is to move that need not, and nothing to flash.
  public var hasReducedMotion = false
  /// Whether colours are to be as far apart as they can be.
  public var hasHighContrast = false

  /// The defaults.
  public init() {}

  /// The settings after a step.
  public func stepped(_ step: Step) -> DisplaySettings {
    var next = self
    switch step {
    case .pair:
      next.meter = Self.after(meter)
      next.subMeter = Self.partner(of: next.meter)
    case .meter: next.meter = Self.after(meter)
    case .subMeter: next.subMeter = Self.after(subMeter)
    }
    return next
  }

  /// The small meter that belongs to a large one.
  public static func partner(of meter: Meter) -> SubMeter {
    switch meter {
    case .arc, .ruler: .strip
    case .wheel, .rings: .numbers
    case .strobe: .fine
    }
  }

  private static func after<Value: CaseIterable & Equatable>(_ value: Value) -> Value {
    let all = Array(Value.allCases)
    let place = all.firstIndex(of: value) ?? 0
    return all[(place + 1) % all.count]
  }
}

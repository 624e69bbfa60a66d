internal import TunerRules
internal import Tuning

/// What is tuned to while an instrument runs, and how a player's hands and files move it; the control thread's.
struct ActiveTuning {
  /// The settings in force.
  private(set) var settings: Settings
  /// What they choose from.
  private(set) var library: TuningLibrary
  /// What they make.
  private(set) var route: Route

  /// What became of a request.
  struct Outcome {
    /// What to say.
    var notice: String
    /// Whether another route is in force.
    var hasMoved = false
  }

  /// Starts with settings that the library can serve.
  init(settings: Settings, library: TuningLibrary) throws(CommandFault) {
    self.settings = settings
    self.library = library
    route = try library.route(settings.tuning)
  }

  /// The presets that programs choose, in their order: the player's list, else all.
  private var programs: [String] {
    settings.programs.isEmpty ? library.catalog.presets.map(\.id) : settings.programs
  }

  /// Does what a player asked for at a controller; what cannot be done is said, and changes nothing.
  ///
  /// - Parameters:
  ///   - request: what was asked for.
  ///   - reading: what is heard meanwhile.
  mutating func perform(_ request: PlayerRequest, hearing reading: Reading) -> Outcome? {
    var tuning = settings.tuning
    switch request {
    case .program(let place):
      let programs = programs
      guard programs.indices.contains(place) else {
        return Outcome(notice: "\(Self.programText(place)): there are \(programs.count) presets to choose from")
      }
      tuning.presetID = programs[place]
      return install(tuning) { [name = presetName(programs[place])] _ in "\(Self.programText(place)): \(name)" }
    case .stepPreset(let steps):
      let programs = programs
      guard !programs.isEmpty else { return nil }
      let place = programs.firstIndex(of: tuning.presetID).map { $0 + steps } ?? (steps > 0 ? 0 : -1)
      tuning.presetID = programs[(place % programs.count + programs.count) % programs.count]
      return install(tuning) { [name = presetName(tuning.presetID)] _ in "preset: \(name)" }
    case .stepReference(let steps):
      guard let reference = tuning.reference.moved(bySteps: steps) else {
        return Outcome(notice: "the reference stays at \(tuning.reference.text): A4 lies within 300 to 600 Hz")
      }
      tuning.reference = reference
      return install(tuning) { _ in "reference: \(reference.text) Hz" }
    case .takeReference:
      guard let target = reading.target, reading.shownFrequency > 0 else {
        return Outcome(notice: "no note is heard to take the reference from; \(tuning.reference.text) Hz stays")
      }
      do throws(ValueFault) {
        let heard = Frequency(hertz: reading.shownFrequency)
        tuning.reference = try route.reference(hearing: heard, as: target, under: tuning.reference)
      } catch { return Outcome(notice: "the reference stays: \(error.description)") }
      return install(tuning) { _ in "reference: \(tuning.reference.text) Hz" }
    case .stepSa(let steps):
      guard let sa = Sa(hertz: tuning.sa.frequency.raised(by: Cents(Double(steps))).hertz) else {
        return Outcome(notice: "Sa stays at \(tuning.sa.text): it lies within B2 to E4")
      }
      tuning.sa = sa
      return install(tuning) { _ in "Sa: \(sa.text)" }
    case .temperament(let switching):
      tuning.usesTemperament = switching.applied(to: tuning.usesTemperament)
      let explanation = explanation(of: tuning)
      return install(tuning) { route in "temperament: \(route.badge ?? "equal")\(explanation)" }
    case .show(let step):
      settings.display = settings.display.stepped(step)
      return nil
    case .set(let name, let values): return set(name, to: values)
    case .mutePitch: return nil
    }
  }

  /// Notes what is latched, to be there again after the power was cut.
  mutating func keepLatched(_ keys: [Ribbon.Key]) { settings.latched = keys.map(Route.name) }

  /// Gives a setting other values, where they can be had.
  private mutating func set(_ name: String, to values: [String]) -> Outcome? {
    var next = settings
    do throws(ValueFault) {
      try next.set(name, to: values)
    } catch { return Outcome(notice: error.description) }
    let wanted = next.tuning
    next.tuning = settings.tuning
    let before = settings
    settings = next
    guard wanted != before.tuning else { return nil }
    let explanation = explanation(of: wanted)
    return install(wanted) { _ in "\(name): \(values.joined(separator: ", "))\(explanation)" }
  }

  /// Takes over what a change of the settings files says, each value by itself.
  mutating func adopt(from old: Settings, to new: Settings) -> Outcome? {
    let before = settings
    settings.adopt(changesFrom: old, to: new)
    guard settings.tuning != before.tuning else { return nil }
    let wanted = settings.tuning
    settings.tuning = before.tuning
    let explanation = explanation(of: wanted)
    return install(wanted) { _ in "the tuning follows the settings file\(explanation)" }
  }

  /// Takes on files that were read again; where they serve the settings no longer, what was read before stays.
  mutating func adopt(_ newLibrary: TuningLibrary) -> Outcome? {
    let old = library
    library = newLibrary
    guard let outcome = install(settings.tuning, text: { _ in "presets and temperaments were read again" }) else {
      return nil
    }
    if !outcome.hasMoved { library = old }
    return outcome
  }

  private mutating func install(_ tuning: TuningSettings, text: (Route) -> String) -> Outcome? {
    do throws(CommandFault) {
      route = try library.route(tuning)
      settings.tuning = tuning
      return Outcome(notice: text(route), hasMoved: true)
    } catch { return Outcome(notice: error.description) }
  }

  /// What a temperament does, the first time that one is used; nothing else.
  private mutating func explanation(of tuning: TuningSettings) -> String {
    guard tuning.usesTemperament, !settings.tuning.usesTemperament, !settings.knowsTemperaments else { return "" }
    settings.knowsTemperaments = true
    return
      "; a temperament puts some notes off their equal-tempered places: the readings are right, and count from there"
  }

  private func presetName(_ id: String) -> String {
    library.catalog[id].map { "\($0.group), \($0.name)" } ?? id
  }

  /// Both ways of counting: what is sent, and what many devices show.
  private static func programText(_ place: Int) -> String { "program \(place) (\(place + 1) counted from 1)" }
}

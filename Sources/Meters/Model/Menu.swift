internal import TunerRules

/// A tree of pages on which everything can be chosen and set.
///
/// A pure state machine; its rows are made from the instrument's status whenever they are looked at, so that they show
/// what is in force, whoever has set it.
public struct Menu: Sendable {
  /// A page.
  public enum Page: Hashable, Sendable {
    /// The first one.
    case main
    /// The groups of presets.
    case presets
    /// The presets of a group.
    case group(String)
    /// The temperament and all that belongs to it.
    case temperament
    /// The reference pitch.
    case reference
    /// Sa, and what else concerns Indian presets.
    case sa
    /// Sound cards, MIDI and what is connected.
    case devices
    /// All settings, by what they concern.
    case settings
    /// The settings of a group.
    case settingsGroup(String)
    /// The values that a setting may have.
    case values(String)
  }

  /// A row.
  public struct Row: Hashable, Sendable {
    /// What it is.
    public var label: String
    /// What it stands at; empty for nothing.
    public var value = ""
    /// One line about it.
    public var help = ""
    /// Whether it is what is in force.
    public var isCurrent = false
    var action = Action.nothing
  }

  /// What is drawn of a menu.
  public struct View: Hashable, Sendable {
    /// Where one is: "Menu › Presets".
    public var title: [String]
    /// The rows that there are.
    public var rows: [Row]
    /// The one that is chosen.
    public var selection: Int
    /// What was typed to find rows by.
    public var filter: String
    /// What is being typed as a value; nil while none is.
    public var edited: String?
  }

  /// What became of an input.
  enum Outcome {
    case stay([FrontPanel.Request])
    case close([FrontPanel.Request])
    case help
    case fork
  }

  enum Action: Hashable, Sendable {
    case nothing
    case open(Page)
    case request(FrontPanel.Request)
    case set(String, [String])
    case edit(String)
    case step(String, Double, ClosedRange<Double>)
    case help
    case fork
    case quit
  }

  private struct Level {
    var page: Page
    var selection = 0
    var filter = ""
  }

  private var levels: [Level]
  private var edit: (name: String, text: String)?

  /// Opens a page.
  public init(_ page: Page, _ status: InstrumentStatus) { levels = [Self.level(page, status)] }

  private static func level(_ page: Page, _ status: InstrumentStatus) -> Level {
    // What is in force is chosen at first.
    Level(page: page, selection: page.rows(status, isFiltered: false).firstIndex { $0.isCurrent } ?? 0)
  }

  /// What is drawn.
  public func view(_ status: InstrumentStatus) -> View {
    let rows = rows(status)
    return View(
      title: levels.map(\.page.title), rows: rows, selection: selection(rows), filter: levels.last?.filter ?? "",
      edited: edit?.text)
  }

  private func rows(_ status: InstrumentStatus) -> [Row] {
    guard let level = levels.last else { return [] }
    let rows = level.page.rows(status, isFiltered: !level.filter.isEmpty)
    guard !level.filter.isEmpty else { return rows }
    let words = level.filter.lowercased().split(separator: " ")
    return rows.filter { row in
      let text = (row.label + " " + row.help + " " + row.value).lowercased()
      return words.allSatisfy { Self.contains(text, $0) }
    }
  }

  private static func contains(_ text: String, _ word: Substring) -> Bool {
    let (text, word) = (Array(text.utf8), Array(word.utf8))
    guard word.count <= text.count else { return false }
    return (0...text.count - word.count).contains { text[$0..<$0 + word.count].elementsEqual(word) }
  }

  private func selection(_ rows: [Row]) -> Int { max(0, min(rows.count - 1, levels.last?.selection ?? 0)) }

  /// Takes in an input.
  mutating func handle(_ input: FrontPanel.Input, _ status: InstrumentStatus) -> Outcome {
    if edit != nil { return type(input) }
    let rows = rows(status)
    let place = selection(rows)
    let row = rows.indices.contains(place) ? rows[place] : nil
    switch input {
    case .up: select(place - 1, rows)
    case .down: select(place + 1, rows)
    case .pageUp: select(place - 10, rows)
    case .pageDown: select(place + 10, rows)
    case .home: select(0, rows)
    case .end: select(rows.count - 1, rows)
    case .enter: return row.map { perform($0, status) } ?? .stay([])
    case .right: return row.map { $0.steps(1) ?? perform($0, status) } ?? .stay([])
    case .left:
      if let outcome = row?.steps(-1) { return outcome }
      return back()
    case .escape: return back()
    case .tab: return .close([])
    case .backspace:
      guard levels.last?.filter.isEmpty == false else { return back() }
      levels[levels.count - 1].filter.removeLast()
    case .character(let character): type(character, row)
    case .press, .drag, .release: break
    }
    return .stay([])
  }

  /// Chooses a row, as Enter does.
  mutating func choose(row: Int, _ status: InstrumentStatus) -> Outcome {
    let rows = rows(status)
    guard edit == nil, rows.indices.contains(row) else { return .stay([]) }
    select(row, rows)
    return perform(rows[row], status)
  }

  private mutating func select(_ place: Int, _ rows: [Row]) {
    levels[levels.count - 1].selection = max(0, min(rows.count - 1, place))
  }

  private mutating func back() -> Outcome {
    guard levels.count > 1 else { return .close([]) }
    levels.removeLast()
    return .stay([])
  }

  private mutating func perform(_ row: Row, _ status: InstrumentStatus) -> Outcome {
    switch row.action {
    case .nothing: break
    case .open(let page):
      levels.append(Self.level(page, status))
    case .request(let request): return .stay([request])
    case .set(let name, let values):
      if case .values = levels.last?.page { levels.removeLast() }
      return .stay([.ask(.set(name: name, values: values))])
    case .edit(let name), .step(let name, _, _):
      edit = (name, (status.settings[name] ?? []).joined(separator: "; "))
    case .help: return .help
    case .fork: return .fork
    case .quit: return .close([.quit])
    }
    return .stay([])
  }

  private mutating func type(_ character: Unicode.Scalar, _ row: Row?) {
    guard character.value >= 0x20, character.value != 0x7F else { return }
    // On a page of numbers a digit begins the number itself.
    if case .reference = levels.last?.page, "0"..."9" ~= character {
      edit = ("reference", String(character))
    } else if case .sa = levels.last?.page, "0"..."9" ~= character {
      edit = ("sa-hz", String(character))
    } else {
      levels[levels.count - 1].filter.unicodeScalars.append(character)
      levels[levels.count - 1].selection = 0
    }
  }

  private mutating func type(_ input: FrontPanel.Input) -> Outcome {
    switch input {
    case .character(let character) where character.value >= 0x20 && character.value != 0x7F:
      edit?.text.unicodeScalars.append(character)
    case .backspace: if edit?.text.isEmpty == false { edit?.text.removeLast() }
    case .escape: edit = nil
    case .enter:
      guard let (name, text) = edit else { break }
      edit = nil
      let isList = Settings.key(named: name)?.isList ?? false
      let values = isList ? text.split(separator: ";").map { Self.trimmed($0) }.filter { !$0.isEmpty } : [text]
      return .stay([.ask(.set(name: name, values: values))])
    default: break
    }
    return .stay([])
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}

extension Menu.Row {
  /// What a step to a neighbouring value asks for; nil where there are no steps.
  func steps(_ direction: Double) -> Menu.Outcome? {
    guard case .step(let name, let step, let range) = action, let present = Double(value) else { return nil }
    let next = max(range.lowerBound, min(range.upperBound, present + direction * step))
    let text = step.rounded() == step && next.rounded() == next ? String(Int(next)) : String(next)
    return .stay([.ask(.set(name: name, values: [text]))])
  }
}

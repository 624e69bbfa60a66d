public import TunerRules

/// What a player does at a display, and what of it the display itself remembers: an open menu, the help, the fork, the
/// key that the cursor is on.
///
/// A pure state machine: inputs in, requests for the instrument out. The display is one more player; it sets nothing
/// by itself.
public struct FrontPanel: Sendable {
  /// What a player does.
  public enum Input: Hashable, Sendable {
    /// A character is typed.
    case character(Unicode.Scalar)
    /// The keys without a character.
    case up, down, left, right, pageUp, pageDown, home, end, enter, escape, tab, backspace
    /// A finger or the mouse is set down, moved while it is down, or lifted.
    case press(Place), drag(Place), release(Place)
  }

  /// What lies under a finger.
  public enum Place: Hashable, Sendable {
    /// A key of the ribbon.
    case key(Ribbon.KeyID)
    /// The large meter.
    case meter
    /// The small meter.
    case subMeter
    /// The preset's name.
    case preset
    /// The reference, the temperament's badge and Sa.
    case reference
    /// A row of a menu, counted from its first.
    case row(Int)
    /// None of these.
    case nothing
  }

  /// What is asked of the instrument.
  public enum Request: Hashable, Sendable {
    /// Keys are played.
    case play(KeyGesture)
    /// Something that can be assigned to a control is done.
    case perform(AssignableAction, Switching)
    /// The tuning or a setting is to be another.
    case ask(PlayerRequest)
    /// The program is to end.
    case quit
    /// Everything is to be drawn anew.
    case redraw
  }

  /// What lies over the meters.
  public enum Overlay: Hashable, Sendable {
    /// Nothing.
    case none
    /// What the keys do.
    case help
    /// A menu.
    case menu(Menu.View)
    /// The fork: its note's MIDI number, and whether it sounds.
    case fork(note: Int, isPlaying: Bool)
  }

  /// What is drawn of the panel.
  public struct View: Hashable, Sendable {
    /// What lies over the meters.
    public var overlay = Overlay.none
    /// The place of the ribbon's key that Enter latches; nil while the cursor is not used.
    public var cursor: Int?

    /// A view with nothing over the meters.
    public init() {}

    /// Whether the fork is open, and the input so is closed.
    public var isFork: Bool {
      if case .fork = overlay { return true }
      return false
    }
  }

  private enum Mode {
    case meters
    case help
    case menu(Menu)
    case fork
  }

  private let fingers: Int
  private var mode = Mode.meters
  private var cursor: Int?
  private var pressed: (place: Place, hasMoved: Bool)?
  private var forkNote = 69
  private var isForkPlaying = false
  private var wasPitchMuted = false

  /// The characters that latch the ribbon's first keys, in their order on a keyboard.
  public static let ribbonCharacters = Array("1234567890-=".unicodeScalars)
  /// The notes that the fork can play: A0 to C8 and a little beyond.
  public static let forkNotes = 12...119

  /// Makes a panel.
  ///
  /// - Parameter number: tells this display's fingers from those of others.
  public init(number: Int = 0) { fingers = 4 * number }

  /// What is drawn of it.
  public func view(_ status: InstrumentStatus) -> View {
    var view = View()
    view.cursor = cursor.flatMap { status.keys.indices.contains($0) ? $0 : nil }
    switch mode {
    case .meters: break
    case .help: view.overlay = .help
    case .menu(let menu): view.overlay = .menu(menu.view(status))
    case .fork: view.overlay = .fork(note: forkNote, isPlaying: isForkPlaying)
    }
    return view
  }

  /// Lifts what is pressed and ends the fork: the display goes.
  public mutating func close() -> [Request] {
    let requests = liftFinger() + leaveFork()
    mode = .meters
    return requests
  }

  /// Takes in what a player does.
  public mutating func handle(_ input: Input, _ status: InstrumentStatus) -> [Request] {
    switch input {
    case .press(let place): return press(place, status)
    case .drag(let place): return drag(place)
    case .release(let place): return release(place, status)
    default: break
    }
    switch mode {
    case .meters: return play(input, status)
    case .help:
      mode = .meters
      return []
    case .menu(var menu):
      let outcome = menu.handle(input, status)
      return follow(outcome, menu, status)
    case .fork: return tune(input, status)
    }
  }

  private mutating func follow(_ outcome: Menu.Outcome, _ menu: Menu, _ status: InstrumentStatus) -> [Request] {
    switch outcome {
    case .stay(let requests):
      mode = .menu(menu)
      return requests
    case .close(let requests):
      mode = .meters
      return requests
    case .help:
      mode = .help
      return []
    case .fork: return enterFork(status)
    }
  }

  // MARK: Keys

  private mutating func play(_ input: Input, _ status: InstrumentStatus) -> [Request] {
    switch input {
    case .character(let character): return type(character, status)
    case .left: moveCursor(-1, status)
    case .right: moveCursor(1, status)
    case .home: cursor = status.keys.isEmpty ? nil : 0
    case .end: cursor = status.keys.isEmpty ? nil : status.keys.count - 1
    case .enter:
      guard let cursor, status.keys.indices.contains(cursor) else { return [] }
      return [.play(.latch(status.keys[cursor].id))]
    case .up: return [.perform(.referenceUp, .toggle)]
    case .down: return [.perform(.referenceDown, .toggle)]
    case .pageUp: return [.perform(.previousPreset, .toggle)]
    case .pageDown: return [.perform(.nextPreset, .toggle)]
    case .tab: mode = .menu(Menu(.main, status))
    case .escape: cursor = nil
    default: break
    }
    return []
  }

  private mutating func moveCursor(_ step: Int, _ status: InstrumentStatus) {
    guard !status.keys.isEmpty else { return }
    cursor = min(status.keys.count - 1, max(0, (cursor ?? (step > 0 ? -1 : status.keys.count)) + step))
  }

  private mutating func type(_ character: Unicode.Scalar, _ status: InstrumentStatus) -> [Request] {
    if let place = Self.ribbonCharacters.firstIndex(of: character) {
      return status.keys.indices.contains(place) ? [.play(.latch(status.keys[place].id))] : []
    }
    switch character {
    case " ": return [.perform(.panic, .toggle)]
    case "m": return [.perform(.mode, .toggle)]
    case "u": return [.ask(.show(.meter))]
    case "l": return [.ask(.show(.subMeter))]
    case "o": return [.perform(.power, .toggle)]
    case "d": return [.perform(.muteDrones, .toggle)]
    case "i": return [.perform(.muteThru, .toggle)]
    case "x": return [.perform(.mutePitch, .toggle)]
    case "t": return [.perform(.temperament, .toggle)]
    case "h": return [.perform(.referenceHeard, .toggle)]
    case "[": return [.perform(.saDown, .toggle)]
    case "]": return [.perform(.saUp, .toggle)]
    case "p": mode = .menu(Menu(.presets, status))
    case "r": mode = .menu(Menu(.reference, status))
    case "T": mode = .menu(Menu(.temperament, status))
    case "s": mode = .menu(Menu(.sa, status))
    case "f": return enterFork(status)
    case "?": mode = .help
    case "q": return [.quit]
    case "\u{0C}": return [.redraw]
    default: break
    }
    return []
  }

  // MARK: Fork

  private mutating func enterFork(_ status: InstrumentStatus) -> [Request] {
    mode = .fork
    wasPitchMuted = status.isPitchMuted
    return [.perform(.mutePitch, .set(true))]
  }

  private mutating func leaveFork() -> [Request] {
    guard case .fork = mode else { return [] }
    let wasPlaying = isForkPlaying
    isForkPlaying = false
    return (wasPlaying ? [.play(.lift(finger: fingers + 1))] : []) + [.perform(.mutePitch, .set(wasPitchMuted))]
  }

  private mutating func tune(_ input: Input, _ status: InstrumentStatus) -> [Request] {
    switch input {
    case .left, .character("-"): return setFork(forkNote - 1)
    case .right, .character("+"), .character("="): return setFork(forkNote + 1)
    case .up, .pageUp: return setFork(forkNote + 12)
    case .down, .pageDown: return setFork(forkNote - 12)
    case .enter, .character(" "):
      isForkPlaying.toggle()
      return [
        .play(isForkPlaying ? .touchNote(finger: fingers + 1, note: forkNote) : .lift(finger: fingers + 1))
      ]
    case .escape, .tab, .character("f"), .character("m"):
      let requests = leaveFork()
      mode = .meters
      return requests
    case .character("q"): return leaveFork() + [.quit]
    case .character("\u{0C}"): return [.redraw]
    case .character(let letter):
      guard let step = Self.naturals[letter] else { return [] }
      return setFork(forkNote - forkNote % 12 + step)
    default: return []
    }
  }

  private static let naturals: [Unicode.Scalar: Int] = ["c": 0, "d": 2, "e": 4, "g": 7, "a": 9, "b": 11]

  private mutating func setFork(_ note: Int) -> [Request] {
    guard Self.forkNotes.contains(note), note != forkNote else { return [] }
    forkNote = note
    return isForkPlaying ? [.play(.touchNote(finger: fingers + 1, note: note))] : []
  }

  // MARK: Fingers

  /// Lifts the finger where it is on a key, or has left the ribbon from one.
  private mutating func liftFinger() -> [Request] {
    defer { pressed = nil }
    guard case .key? = pressed?.place else { return [] }
    return [.play(.lift(finger: fingers))]
  }

  private mutating func press(_ place: Place, _ status: InstrumentStatus) -> [Request] {
    // One that was let go where nobody saw it is gone.
    let lifted = liftFinger()
    return lifted + pressed(place, status)
  }

  private mutating func pressed(_ place: Place, _ status: InstrumentStatus) -> [Request] {
    pressed = (place, false)
    if case .help = mode {
      mode = .meters
      pressed = nil
      return []
    }
    if case .menu(var menu) = mode {
      guard case .row(let row) = place else {
        mode = .meters
        pressed = nil
        return []
      }
      let outcome = menu.choose(row: row, status)
      return follow(outcome, menu, status)
    }
    switch place {
    case .key(let id): return [.play(.touch(finger: fingers, id))]
    case .meter where !isFork: return [.ask(.show(.meter))]
    case .meter: return tune(.enter, status)
    case .subMeter where !isFork: return [.ask(.show(.subMeter))]
    case .preset: mode = isFork ? mode : .menu(Menu(.presets, status))
    case .reference: mode = isFork ? mode : .menu(Menu(status.badge == nil ? .reference : .temperament, status))
    case .subMeter, .row, .nothing: break
    }
    return []
  }

  private var isFork: Bool {
    if case .fork = mode { return true }
    return false
  }

  private mutating func drag(_ place: Place) -> [Request] {
    guard let pressed, pressed.place != place, case .key = pressed.place else { return [] }
    self.pressed = (place, true)
    // Where the finger has left the ribbon it sounds on, until it comes back or is lifted.
    guard case .key(let id) = place else {
      self.pressed = (pressed.place, true)
      return []
    }
    return [.play(.touch(finger: fingers, id))]
  }

  private mutating func release(_ place: Place, _ status: InstrumentStatus) -> [Request] {
    guard let last = pressed else { return [] }
    pressed = nil
    guard case .key(let id) = last.place else { return [] }
    // A key that was pressed and let go on its label is latched; whatever moved was a strum.
    let isTap = !last.hasMoved && place == last.place
    return (isTap ? [.play(.latch(id))] : []) + [.play(.lift(finger: fingers))]
  }
}

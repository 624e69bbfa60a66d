/// Takes apart what a terminal sends: keys, the mouse.
///
/// Total: any bytes in any pieces give inputs or nothing, and never more than a few bytes are remembered.
public struct TerminalInput: Sendable {
  /// What a terminal tells.
  public enum Event: Hashable, Sendable {
    /// A key that the panel knows.
    case input(FrontPanel.Input)
    /// The mouse at a cell, counted from 0: pressed, moved while it is down, let go.
    case press(column: Int, row: Int)
    case drag(column: Int, row: Int)
    case release(column: Int, row: Int)
    /// The mouse's wheel.
    case scroll(isUp: Bool)
    /// A key with Ctrl: c and z, that a terminal which reports them no longer turns into signals.
    case control(Unicode.Scalar)
  }

  private var pending: [UInt8] = []

  /// The longest sequence that is waited for; what is longer is none of ours.
  private static let longest = 32

  /// Makes a parser that has seen nothing.
  public init() {}

  /// Whether bytes wait for more: an Escape that was the key itself is known by nothing following it.
  public var isWaiting: Bool { !pending.isEmpty }

  /// Takes in bytes; returns what they say.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      pending.append(byte)
      parse(&events)
    }
    return events
  }

  /// Nothing follows for a while: what waits is what it is.
  public mutating func end() -> [Event] {
    defer { pending = [] }
    return pending == [0x1B] ? [.input(.escape)] : []
  }

  private mutating func parse(_ events: inout [Event]) {
    guard let first = pending.first else { return }
    if first == 0x1B {
      sequence(&events)
      return
    }
    defer { if !isUnfinishedCharacter { pending = [] } }
    switch first {
    case 0x0D, 0x0A: events.append(.input(.enter))
    case 0x09: events.append(.input(.tab))
    case 0x7F, 0x08: events.append(.input(.backspace))
    case 0x0C: events.append(.input(.character("\u{0C}")))
    case 0x01...0x1A: events.append(.control(Unicode.Scalar(first + 0x60)))
    case 0x20..<0x7F: events.append(.input(.character(Unicode.Scalar(first))))
    default:
      guard !isUnfinishedCharacter else { return }
      if let scalar = String(decoding: pending, as: UTF8.self).unicodeScalars.first, scalar != "\u{FFFD}",
        scalar.value >= 0xA0
      {
        events.append(.input(.character(scalar)))
      }
    }
  }

  /// Whether the bytes begin a character of UTF-8 that more bytes may complete.
  private var isUnfinishedCharacter: Bool {
    guard let first = pending.first else { return false }
    let length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    return first < 0xF5 && pending.count < length && pending.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  private mutating func sequence(_ events: inout [Event]) {
    guard pending.count > 1 else { return }
    let kind = pending[1]
    switch kind {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard pending.count > 2, let last = pending.last else { return }
      // The Linux console's function keys: a second bracket and a letter.
      if pending.count == 3, last == UInt8(ascii: "["), kind == last { return }
      if (0x40...0x7E).contains(last) {
        if let event = event(pending.dropFirst(2).dropLast(), last) { events.append(event) }
        pending = []
      } else if !(0x20...0x3F).contains(last) || pending.count > Self.longest {
        abandon(&events)
      }
    case 0x1B:
      events.append(.input(.escape))
      pending = [0x1B]
    default: abandon(&events)
    }
  }

  /// No sequence after all: the last byte stands for itself; a key with Alt is the key.
  private mutating func abandon(_ events: inout [Event]) {
    let last = pending.last
    pending = []
    guard let last else { return }
    pending.append(last)
    parse(&events)
  }

  private func event(_ parameters: ArraySlice<UInt8>, _ last: UInt8) -> Event? {
    guard parameters.allSatisfy({ (0x20...0x3F).contains($0) }) else { return nil }
    switch last {
    case UInt8(ascii: "A"): return .input(.up)
    case UInt8(ascii: "B"): return .input(.down)
    case UInt8(ascii: "C"): return .input(.right)
    case UInt8(ascii: "D"): return .input(.left)
    case UInt8(ascii: "H"): return .input(.home)
    case UInt8(ascii: "F"): return .input(.end)
    case UInt8(ascii: "M"), UInt8(ascii: "m"): return mouse(parameters, isRelease: last == UInt8(ascii: "m"))
    case UInt8(ascii: "~"):
      switch number(parameters.prefix { $0 != UInt8(ascii: ";") }) {
      case 1, 7: return .input(.home)
      case 4, 8: return .input(.end)
      case 5: return .input(.pageUp)
      case 6: return .input(.pageDown)
      case 3: return .input(.backspace)
      default: return nil
      }
    default: return nil
    }
  }

  /// A report of the mouse: "<button;column;row".
  private func mouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool) -> Event? {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let parts = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parts.count == 3, let button = number(parts[0]), let column = number(parts[1]), let row = number(parts[2]),
      column > 0, row > 0
    else { return nil }
    let (x, y) = (column - 1, row - 1)
    // Of the buttons the first counts alone.
    if button & 64 != 0 { return isRelease ? nil : .scroll(isUp: button & 1 == 0) }
    guard button & 3 == 0 else { return nil }
    if isRelease { return .release(column: x, row: y) }
    return button & 32 != 0 ? .drag(column: x, row: y) : .press(column: x, row: y)
  }

  private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

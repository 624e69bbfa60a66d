/// A setting as the file knows it: its name, what its values look like, and how they are read and written.
public struct SettingsKey: Sendable {
  /// What stands left of the equals sign.
  public let name: String
  /// What stands right of it, in words.
  public let expected: String
  /// What it is, in one line.
  public let summary: String
  /// Whether it may stand on several lines, each of which adds a value.
  public let isList: Bool
  /// What its values are, for whoever offers them to be chosen.
  public private(set) var accepted = Accepted.text

  /// What the values of a setting are.
  public enum Accepted: Hashable, Sendable {
    /// One of these words.
    case words([String])
    /// Numbers within a range, and a sensible step from one to another.
    case numbers(ClosedRange<Double>, step: Double)
    /// Any text that `expected` describes.
    case text
  }

  let read: @Sendable (String, inout Settings) -> Bool
  let write: @Sendable (Settings) -> [String]
  // Takes all values of a list away.
  var clear: @Sendable (inout Settings) -> Void = { _ in }

  /// The values that settings write, one for each line.
  public func values(in settings: Settings) -> [String] { write(settings) }

  /// Gives settings the value that others have.
  func copy(from source: Settings, to target: inout Settings) {
    clear(&target)
    for value in write(source) { _ = read(value, &target) }
  }

  /// A setting that is written as one value.
  static func one(
    _ name: String, _ summary: String, expected: String, read: @escaping @Sendable (String, inout Settings) -> Bool,
    write: @escaping @Sendable (Settings) -> String
  ) -> SettingsKey {
    SettingsKey(
      name: name, expected: expected, summary: summary, isList: false, read: read, write: { [write($0)] })
  }

  private func accepting(_ accepted: Accepted) -> SettingsKey {
    var key = self
    key.accepted = accepted
    return key
  }

  /// A state that is on or off.
  static func toggle(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable
  ) -> SettingsKey {
    one(
      name, summary, expected: "on or off",
      read: { text, settings in
        guard text == "on" || text == "off" else { return false }
        settings[keyPath: path] = text == "on"
        return true
      }, write: { $0[keyPath: path] ? "on" : "off" }
    ).accepting(.words(["off", "on"]))
  }

  /// One of a few words.
  static func word<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, Value> & Sendable
  ) -> SettingsKey {
    let words = Value.allCases.map(\.rawValue)
    return one(
      name, summary, expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
      read: { text, settings in
        guard let value = Value(rawValue: text) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { $0[keyPath: path].rawValue }
    ).accepting(.words(words))
  }

  /// A number within a range, whole where its type is.
  static func number<Value: LosslessStringConvertible & Comparable & Sendable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, Value> & Sendable,
    in range: ClosedRange<Value>, unit: String = ""
  ) -> SettingsKey {
    let kind = Value.self == Int.self ? "a whole number" : "a number"
    let least = Double(String(range.lowerBound)) ?? 0
    let most = Double(String(range.upperBound)) ?? 0
    return one(
      name, summary, expected: "\(kind) from \(range.lowerBound) to \(range.upperBound)\(unit)",
      read: { text, settings in
        guard let value = Value(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { String($0[keyPath: path]) }
    ).accepting(.numbers(least...max(least, most), step: Value.self == Int.self ? 1 : 0.5))
  }

  /// Any text but none.
  static func text(
    _ name: String, _ summary: String, expected: String, _ path: any WritableKeyPath<Settings, String> & Sendable
  ) -> SettingsKey {
    one(
      name, summary, expected: expected,
      read: { text, settings in
        guard !text.isEmpty else { return false }
        settings[keyPath: path] = text
        return true
      }, write: { $0[keyPath: path] })
  }

  /// Words on one line, none of them for an empty list.
  static func words(
    _ name: String, _ summary: String, expected: String, _ path: any WritableKeyPath<Settings, [String]> & Sendable
  ) -> SettingsKey {
    one(
      name, summary, expected: expected + ", or none",
      read: { text, settings in
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard !words.isEmpty else { return false }
        settings[keyPath: path] = words == ["none"] ? [] : words
        return true
      }, write: { $0[keyPath: path].isEmpty ? "none" : $0[keyPath: path].joined(separator: " ") })
  }
}

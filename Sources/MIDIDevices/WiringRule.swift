/// One line of the wiring: which of two sides is to be connected to the other, or never is.
///
///     usb:1c75:0288:* -> control
///     name:Launchpad*/*DAW* -x-> control
///     pitch -> name:FLUID Synth*
///
/// One side is a port of ours, the other a pattern; `->` connects, `-x->` keeps apart. A pattern is compared with all
/// that a port is known by, its USB identity and its names, whole: `*` stands for any characters, `?` for one, and
/// `name:CLIENT` for every port of that client.
public struct WiringRule: Hashable, Sendable, CustomStringConvertible {
  /// Our side.
  public let port: SequencerClient.Port
  /// The pattern of the other side.
  public let pattern: String
  /// Whether the sides are to be connected, rather than kept apart.
  public let connects: Bool

  /// The rule as it is written in the settings.
  public var description: String {
    let arrow = connects ? "->" : "-x->"
    return port == .control ? "\(pattern) \(arrow) \(port.name)" : "\(port.name) \(arrow) \(pattern)"
  }

  /// Reads a rule.
  public init(_ text: String) throws(WiringFault) {
    guard let (arrow, connects) = Self.arrow(in: text) else {
      throw WiringFault(
        text, at: text.endIndex, expected: "SENDER -> RECEIVER, or SENDER -x-> RECEIVER to keep them apart")
    }
    self.connects = connects
    let sender = trimmed(text[..<arrow.lowerBound])
    let receiver = trimmed(text[arrow.upperBound...])
    let outputs = SequencerClient.Port.allCases.filter { $0 != .control }
    if let output = outputs.first(where: { $0.name == sender }) {
      guard receiver != SequencerClient.Port.control.name else {
        throw WiringFault(
          text, at: receiver.startIndex,
          expected: "another program's or device's port: what '\(output.name)' sends must not come back to 'control'")
      }
      port = output
      pattern = try Self.pattern(receiver, of: text)
    } else {
      pattern = try Self.pattern(sender, of: text)
      guard receiver == SequencerClient.Port.control.name else {
        throw WiringFault(
          text, at: receiver.startIndex, expected: "control; or pitch, drones or lights on the left of the arrow")
      }
      port = .control
    }
  }

  /// Whether the rule speaks of a port that is known by these texts.
  func matches(_ texts: [String]) -> Bool {
    texts.contains { matchesWhole(pattern, $0) }
      || pattern.hasPrefix("name:") && !pattern.contains("/") && texts.contains { matchesWhole(pattern + "/*", $0) }
  }

  private static func arrow(in text: String) -> (Range<String.Index>, connects: Bool)? {
    for (sign, connects) in [(" -x-> ", false), (" -> ", true)] {
      var start = text.startIndex
      while start < text.endIndex {
        if text[start...].hasPrefix(sign) { return (start..<text.index(start, offsetBy: sign.count), connects) }
        start = text.index(after: start)
      }
    }
    return nil
  }

  private static func pattern(_ side: Substring, of text: String) throws(WiringFault) -> String {
    guard side == "*" || side.hasPrefix("usb:") || side.hasPrefix("name:") else {
      throw WiringFault(
        text, at: side.startIndex,
        expected: "usb:VENDOR:PRODUCT:…, name:CLIENT/PORT or *, as 'dronetuner ports' prints them")
    }
    return String(side)
  }
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while text.first == " " { text.removeFirst() }
  while text.last == " " { text.removeLast() }
  return text
}

/// Whether a pattern fits a whole text; `*` is any characters, `?` is one.
///
/// Takes time in proportion to both lengths: only the last star is ever tried again.
private func matchesWhole(_ pattern: String, _ text: String) -> Bool {
  let (pattern, text) = (Array(pattern.unicodeScalars), Array(text.unicodeScalars))
  var (p, t) = (0, 0)
  var lastStar: (pattern: Int, text: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      lastStar = (p + 1, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let star = lastStar {
      lastStar = (star.pattern, star.text + 1)
      (p, t) = (star.pattern, star.text + 1)
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}

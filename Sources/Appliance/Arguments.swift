internal import Glibc
internal import Tuning

/// An option of a command, as it is written and explained.
struct Option {
  /// As typed, with its dashes.
  let name: String
  /// What its value is called in the help; nil for a switch.
  let value: String?
  /// What it does, in one line.
  let help: String
}

/// A command's arguments, taken apart: options with and without values, and everything else in order.
///
/// `--name value` and `--name=value` are the same; `--` ends the options.
struct Arguments {
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  /// Takes arguments apart.
  ///
  /// - Parameters:
  ///   - arguments: what follows the command's name.
  ///   - options: those the command has.
  init(_ arguments: [String], options: [Option]) throws(CommandFault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw CommandFault("unknown option '\(name)'; see --help", exit: .usage)
      }
      if let value = option.value {
        guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
          throw CommandFault("option '\(name)' needs a value: \(name) \(value)", exit: .usage)
        }
        values[name] = given
      } else if parts.count > 1 {
        throw CommandFault("option '\(name)' takes no value, found '\(parts[1])'", exit: .usage)
      } else {
        values[name] = ""
      }
    }
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// An option's value as given.
  func text(_ name: String) -> String? { values[name] }

  /// An option's value as one of a few words.
  func choice(_ name: String, of words: [String]) throws(CommandFault) -> String? {
    guard let text = values[name] else { return nil }
    guard words.contains(text) else {
      throw CommandFault(
        "option '\(name)': found '\(text)'; expected \(words.joined(separator: " or "))", exit: .usage)
    }
    return text
  }

  /// An option's value as a whole number within a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFault) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw CommandFault(
        "option '\(name)': found '\(text)'; expected a whole number from \(range.lowerBound) to \(range.upperBound)",
        exit: .usage)
    }
    return number
  }

  /// An option's value as a number within a range; a decimal comma is read as a point.
  func number(_ name: String, in range: ClosedRange<Double>) throws(CommandFault) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text.replacingComma), range.contains(number) else {
      throw CommandFault(
        "option '\(name)': found '\(text)'; expected a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
        exit: .usage)
    }
    return number
  }
}

extension String {
  /// The text with a decimal comma turned into a point.
  var replacingComma: String { String(map { $0 == "," ? "." : $0 }) }
}

extension Double {
  /// The number without decimals where it has none.
  var shortText: String { self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(self) }
}

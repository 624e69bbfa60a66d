internal import Glibc

/// Who a port is, whatever number it has today: what settings and wiring rules are keyed on.
///
/// A USB device is known by its vendor, its product and its serial number or, where it has none, the socket it is
/// plugged into; anything else by its client's and its own name. Never by a client's number, which changes with the
/// order in which things are plugged in.
///
/// The text form is one of
///
///     usb:1c75:0288:serial=ABC/0
///     usb:1c75:0288:path=1-1.4/0
///     name:CLIENT/PORT
///
/// with the port's number within the device last. Characters that mean something in a rule, and invisible ones, stand as
/// %XX, so that what is printed can be used as a pattern that matches itself.
public enum DeviceIdentity: Hashable, Sendable, CustomStringConvertible {
  /// What tells one unit of a product from another.
  public enum Unit: Hashable, Sendable {
    /// Its serial number.
    case serial(String)
    /// The USB socket it is plugged into, as the kernel writes it: bus, dash, ports with dots between.
    case path(String)
  }

  /// A port of a USB device.
  case usb(vendor: UInt16, product: UInt16, unit: Unit, port: Int)
  /// A port known by names alone.
  case name(client: String, port: String)

  /// The text form.
  public var description: String {
    switch self {
    case .usb(let vendor, let product, let unit, let port):
      let which =
        switch unit {
        case .serial(let serial): "serial=\(escaped(serial))"
        case .path(let path): "path=\(escaped(path))"
        }
      return "usb:\(hexadecimal(vendor)):\(hexadecimal(product)):\(which)/\(port)"
    case .name(let client, let port): return "name:\(escaped(client))/\(escaped(port))"
    }
  }

  /// Reads the text form.
  public init(_ text: String) throws(WiringFault) {
    if text.hasPrefix("name:") {
      let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let client = unescaped(parts[0]), let port = unescaped(parts[1]) else {
        throw WiringFault(text, at: text.dropFirst(5).startIndex, expected: "CLIENT/PORT, other slashes as %2F")
      }
      self = .name(client: client, port: port)
      return
    }
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    let parts = (halves.first ?? "").split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "usb" else {
      throw WiringFault(
        text, at: text.startIndex, expected: "usb:VENDOR:PRODUCT:serial=SERIAL/PORT or name:CLIENT/PORT")
    }
    guard let vendor = number(parts[1]), let product = number(parts[2]) else {
      throw WiringFault(text, at: parts[1].startIndex, expected: "vendor and product in four hexadecimal digits each")
    }
    guard let unit = Self.unit(parts[3]) else {
      throw WiringFault(text, at: parts[3].startIndex, expected: "serial=SERIAL or path=PATH")
    }
    guard halves.count == 2, let port = Int(halves[1]), (0...255).contains(port), String(port) == halves[1] else {
      throw WiringFault(
        text, at: halves.count > 1 ? halves[1].startIndex : text.endIndex,
        expected: "a slash and the port's number, 0...255")
    }
    self = .usb(vendor: vendor, product: product, unit: unit, port: port)
  }

  private static func unit(_ text: Substring) -> Unit? {
    if text.hasPrefix("serial=") { return unescaped(text.dropFirst(7)).map { .serial($0) } }
    if text.hasPrefix("path=") { return unescaped(text.dropFirst(5)).map { .path($0) } }
    return nil
  }
}

private func hexadecimal(_ number: UInt16) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}

private func number(_ digits: Substring) -> UInt16? {
  guard digits.utf8.count == 4, digits.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
  return UInt16(digits, radix: 16)
}

/// The text with every character as %XX that would not stand for itself in a rule.
private func escaped(_ text: String) -> String {
  let scalars = Array(text.unicodeScalars)
  var result = ""
  for (index, scalar) in scalars.enumerated() {
    let isAtEnd = index == 0 || index == scalars.count - 1
    if mustEscape(scalar) || scalar == " " && isAtEnd {
      for byte in String(scalar).utf8 { result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true) }
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "%", "/", "*", "?", "#", "\"", ">": return true
  default: break
  }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: return true
  case .spaceSeparator: return scalar != " "
  default: return false
  }
}

private func unescaped(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
      return nil
    }
    bytes.append(code)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

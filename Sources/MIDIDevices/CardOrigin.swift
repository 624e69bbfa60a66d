internal import Glibc

/// What a sound card is, as the kernel's device tree tells.
public enum CardOrigin: Hashable, Sendable {
  /// A USB device.
  public struct USBDevice: Hashable, Sendable {
    /// The vendor's number.
    public var vendor: UInt16
    /// The product's number.
    public var product: UInt16
    /// The serial number; nil where it has none.
    public var serial: String?
    /// The socket it is plugged into, such as 1-1.4.
    public var path: String

    /// Makes a device.
    public init(vendor: UInt16, product: UInt16, serial: String?, path: String) {
      self.vendor = vendor
      self.product = product
      self.serial = serial
      self.path = path
    }
  }

  /// A device on the USB.
  case usb(USBDevice)
  /// This computer's own end of a USB gadget's cable: what is sent there goes to another computer.
  case gadget
  /// Anything else.
  case other

  /// Folders that are looked at above the card's, for the one that is the USB device: interface and device are one step
  /// each.
  private static let steps = 4
  /// Bytes of a number or a serial number at most: USB strings have 126 characters.
  private static let longestText = 512

  /// Reads what a card is.
  ///
  /// - Parameters:
  ///   - card: the card's number.
  ///   - root: the folder of the kernel's sound cards.
  public init(card: Int, root: String = "/sys/class/sound") {
    self = .other
    guard let device = resolved("\(root)/card\(card)/device") else { return }
    if let bus = resolved("\(device)/subsystem"), bus.split(separator: "/").last == "gadget" {
      self = .gadget
      return
    }
    var folder = device[...]
    for _ in 0..<Self.steps {
      if let vendor = Self.text("\(folder)/idVendor").flatMap({ UInt16($0, radix: 16) }),
        let product = Self.text("\(folder)/idProduct").flatMap({ UInt16($0, radix: 16) }),
        let name = folder.split(separator: "/").last
      {
        self = .usb(
          USBDevice(vendor: vendor, product: product, serial: Self.text("\(folder)/serial"), path: String(name)))
        return
      }
      guard let slash = folder.lastIndex(of: "/") else { return }
      folder = folder[..<slash]
    }
  }

  /// A small file's text without what surrounds it; nil when there is none.
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: longestText)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[0..<count], as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace || $0 == "\0" }.reversed()
    return trimmed.isEmpty ? nil : String(trimmed)
  }
}

/// A path with its links followed; nil when it leads nowhere.
private func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

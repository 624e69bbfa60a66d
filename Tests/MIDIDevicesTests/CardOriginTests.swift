import Glibc
import MIDIDevices
import TestSupport
import Testing

struct CardOriginTests {
  /// A made-up folder of the kernel's devices, in which cards hang as they do in sysfs.
  private final class Tree {
    let folder: String
    private var made: [String]
    var root: String { "\(folder)/class" }

    init() throws {
      var template = Array("/tmp/dronetuner-tree-XXXXXX".utf8CString)
      let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      self.folder = folder
      made = [folder]
      for path in ["class", "bus/usb", "bus/gadget", "bus/platform"] { make(path) }
    }

    deinit { for path in made.reversed() { remove(path) } }

    func make(_ path: String) {
      var whole = folder
      for part in path.split(separator: "/") {
        whole += "/\(part)"
        if mkdir(whole, 0o700) == 0 { made.append(whole) }
      }
    }

    func link(_ target: String, _ path: String) {
      symlink(target, path)
      made.append(path)
    }

    func write(_ text: String, to path: String) throws {
      let stream = try #require(fopen("\(folder)/\(path)", "w"))
      made.append("\(folder)/\(path)")
      fputs(text, stream)
      fclose(stream)
    }

    /// Hangs a card below a device, which hangs on a bus.
    func hang(card: Int, below device: String, bus: String?) {
      make("\(device)/sound/card\(card)")
      link("../..", "\(folder)/\(device)/sound/card\(card)/device")
      if let bus { link("\(folder)/bus/\(bus)", "\(folder)/\(device)/subsystem") }
      link("../\(device)/sound/card\(card)", "\(root)/card\(card)")
    }
  }

  @Test("A USB card is known by vendor, product, serial number and socket")
  func usb() throws {
    let tree = try Tree()
    let device = "devices/pci0000:00/usb1/1-1/1-1.4"
    tree.hang(card: 5, below: "\(device)/1-1.4:1.0", bus: "usb")
    try tree.write("1c75\n", to: "\(device)/idVendor")
    try tree.write("0288\n", to: "\(device)/idProduct")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: nil, path: "1-1.4")))
    try tree.write(" AB C \n", to: "\(device)/serial")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: "AB C", path: "1-1.4")))
    try tree.write("\n", to: "\(device)/serial")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: nil, path: "1-1.4")))
  }

  @Test("The near end of a gadget's cable is no USB device, though one may be above it")
  func gadget() throws {
    let tree = try Tree()
    tree.hang(card: 4, below: "devices/platform/dummy_udc.0/gadget.0", bus: "gadget")
    try tree.write("1209", to: "devices/platform/dummy_udc.0/idVendor")
    try tree.write("0001", to: "devices/platform/dummy_udc.0/idProduct")
    #expect(CardOrigin(card: 4, root: tree.root) == .gadget)
  }

  @Test("Other cards, damaged numbers and absent cards are neither")
  func others() throws {
    let tree = try Tree()
    tree.hang(card: 0, below: "devices/platform/snd_virmidi.0", bus: "platform")
    #expect(CardOrigin(card: 0, root: tree.root) == .other)
    tree.hang(card: 1, below: "devices/usb1/1-1", bus: nil)
    try tree.write("xyz", to: "devices/usb1/1-1/idVendor")
    try tree.write("0288", to: "devices/usb1/1-1/idProduct")
    #expect(CardOrigin(card: 1, root: tree.root) == .other)
    #expect(CardOrigin(card: 9, root: tree.root) == .other)
    #expect(CardOrigin(card: 0, root: "/nowhere") == .other)
  }
}

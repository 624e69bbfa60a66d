import Glibc
import MIDIDevices
import TestSupport
import Testing

struct CardOriginTests {
  /// A made-up folder of the kernel's devices, in which cards hang as they do in sysfs.
  private struct Tree {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    var root: String { temporary.file("class") }

    init() { for path in ["class", "bus/usb", "bus/gadget", "bus/platform"] { make(path) } }

    func make(_ path: String) {
      var whole = folder
      for part in path.split(separator: "/") {
        whole += "/\(part)"
        mkdir(whole, 0o700)
      }
    }

    func write(_ text: String, to path: String) { _ = temporary.write(Array(text.utf8), path) }

    /// Hangs a card below a device, which hangs on a bus.
    func hang(card: Int, below device: String, bus: String?) {
      make("\(device)/sound/card\(card)")
      symlink("../..", "\(folder)/\(device)/sound/card\(card)/device")
      if let bus { symlink("\(folder)/bus/\(bus)", "\(folder)/\(device)/subsystem") }
      symlink("../\(device)/sound/card\(card)", "\(root)/card\(card)")
    }
  }

  @Test("A USB card is known by vendor, product, serial number and socket")
  func usb() {
    let tree = Tree()
    let device = "devices/pci0000:00/usb1/1-1/1-1.4"
    tree.hang(card: 5, below: "\(device)/1-1.4:1.0", bus: "usb")
    tree.write("1c75\n", to: "\(device)/idVendor")
    tree.write("0288\n", to: "\(device)/idProduct")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: nil, path: "1-1.4")))
    tree.write(" AB C \n", to: "\(device)/serial")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: "AB C", path: "1-1.4")))
    tree.write("\n", to: "\(device)/serial")
    #expect(
      CardOrigin(card: 5, root: tree.root)
        == .usb(.init(vendor: 0x1C75, product: 0x0288, serial: nil, path: "1-1.4")))
  }

  @Test("The near end of a gadget's cable is no USB device, though one may be above it")
  func gadget() {
    let tree = Tree()
    tree.hang(card: 4, below: "devices/platform/dummy_udc.0/gadget.0", bus: "gadget")
    tree.write("1209", to: "devices/platform/dummy_udc.0/idVendor")
    tree.write("0001", to: "devices/platform/dummy_udc.0/idProduct")
    #expect(CardOrigin(card: 4, root: tree.root) == .gadget)
  }

  @Test("Other cards, damaged numbers and absent cards are neither")
  func others() {
    let tree = Tree()
    tree.hang(card: 0, below: "devices/platform/snd_virmidi.0", bus: "platform")
    #expect(CardOrigin(card: 0, root: tree.root) == .other)
    tree.hang(card: 1, below: "devices/usb1/1-1", bus: nil)
    tree.write("xyz", to: "devices/usb1/1-1/idVendor")
    tree.write("0288", to: "devices/usb1/1-1/idProduct")
    #expect(CardOrigin(card: 1, root: tree.root) == .other)
    #expect(CardOrigin(card: 9, root: tree.root) == .other)
    #expect(CardOrigin(card: 0, root: "/nowhere") == .other)
  }
}

/// A port of the sequencer as others see it.
public struct SequencerPort: Hashable, Sendable {
  /// What a port is to us.
  public enum Role: String, Hashable, Sendable {
    /// One of the sequencer's own: timer, announcements.
    case system
    /// Ours, or another dronetuner's.
    case ours
    /// A cable that sends on what it receives: Midi Through.
    case through
    /// Hardware that sends: a keyboard, pads, pedals.
    case keyboard
    /// Hardware that only receives.
    case receiver
    /// This computer's own end of a USB gadget's cable.
    case gadget
    /// A cable to programs that know raw MIDI only.
    case cable
    /// A program.
    case program
  }

  /// Its present address.
  public var address: SequencerAddress
  /// The client's name.
  public var clientName: String
  /// The port's name.
  public var name: String
  /// The number of the sound card behind it; nil for a program.
  public var card: Int?
  /// The process whose client it is; nil for the kernel's.
  public var process: Int?
  /// What the card is; nil where there is none.
  public var origin: CardOrigin?
  /// Whether the client is the kernel's rather than a program's.
  public var isKernel: Bool
  /// Whether a piece of hardware is behind it, rather than a program or a virtual cable.
  public var isHardware: Bool
  /// Whether it can be read from: it sends.
  public var sends: Bool
  /// Whether it can be written to: it receives.
  public var receives: Bool

  /// Makes a description.
  public init(
    address: SequencerAddress, clientName: String, name: String, card: Int? = nil, process: Int? = nil,
    origin: CardOrigin? = nil, isKernel: Bool, isHardware: Bool, sends: Bool, receives: Bool
  ) {
    self.address = address
    self.clientName = clientName
    self.name = name
    self.card = card
    self.process = process
    self.origin = origin
    self.isKernel = isKernel
    self.isHardware = isHardware
    self.sends = sends
    self.receives = receives
  }

  /// Who it is.
  public var identity: DeviceIdentity {
    guard isHardware, case .usb(let device) = origin else { return .name(client: clientName, port: name) }
    return .usb(
      vendor: device.vendor, product: device.product, unit: device.serial.map { .serial($0) } ?? .path(device.path),
      port: Int(address.port))
  }

  /// All that a rule may know it by.
  var texts: [String] {
    var texts = [identity.description, DeviceIdentity.name(client: clientName, port: name).description]
    // Cheap products all have one serial number: their socket still tells them apart.
    if isHardware, case .usb(let device) = origin {
      texts.append(
        DeviceIdentity.usb(
          vendor: device.vendor, product: device.product, unit: .path(device.path), port: Int(address.port)
        ).description)
    }
    return texts
  }

  /// What it is to us.
  ///
  /// - Parameter ownClient: our client's number, if we have one.
  public func role(ownClient: UInt8? = nil) -> Role {
    if address.client == ownClient || !isKernel && clientName == SequencerClient.name { return .ours }
    guard isKernel else { return .program }
    if origin == .gadget { return .gadget }
    if isHardware { return sends ? .keyboard : .receiver }
    if card != nil { return .cable }
    return sends && receives ? .through : .system
  }
}

/// A port of the sequencer as others see it.
public struct SequencerPort: Hashable, Sendable {
  /// Its present address.
  public var address: SequencerAddress
  /// The client's name.
  public var clientName: String
  /// The port's name.
  public var name: String
  /// The number of the sound card behind it; nil for a program.
  public var card: Int?
  /// Whether a piece of hardware is behind it, rather than a program or a virtual cable.
  public var isHardware: Bool
  /// Whether it can be read from: it sends.
  public var sends: Bool
  /// Whether it can be written to: it receives.
  public var receives: Bool

  /// Makes a description.
  public init(
    address: SequencerAddress, clientName: String, name: String, card: Int?, isHardware: Bool, sends: Bool,
    receives: Bool
  ) {
    self.address = address
    self.clientName = clientName
    self.name = name
    self.card = card
    self.isHardware = isHardware
    self.sends = sends
    self.receives = receives
  }
}

/// Which ports are connected by themselves.
public enum WiringRule {
  /// Whether a port's notes go to port `control`: those of every piece of hardware that sends, and of nothing else.
  ///
  /// Programs, virtual cables (Midi Through among them) and our own ports are connected by hand only.
  public static func isKeyboard(_ port: SequencerPort, ownClient: UInt8) -> Bool {
    port.isHardware && port.sends && port.address.client != ownClient
  }
}

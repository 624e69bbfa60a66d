/// A port of the sequencer by its present numbers.
///
/// They change whenever a device is plugged: nothing that is kept is keyed on them.
public struct SequencerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The client's number.
  public var client: UInt8
  /// The port's number within the client.
  public var port: UInt8

  /// Makes an address.
  public init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }

  /// As `aconnect` writes it: `client:port`.
  public var description: String { "\(client):\(port)" }
}

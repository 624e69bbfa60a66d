/// Channels that notes take in turn, the one that has been free longest first, so that a note's release is not detuned
/// by the bend of the next.
public struct ChannelRotation: Hashable, Sendable {
  /// The channels that no note has, the one free longest first.
  public private(set) var free: [Channel]

  /// A rotation in which all channels are free, in this order.
  public init(_ channels: [Channel]) {
    free = channels
  }

  /// The channel that has been free longest, which is then taken; nil while none is free.
  public mutating func take() -> Channel? {
    free.isEmpty ? nil : free.removeFirst()
  }

  /// Gives back a channel whose note has ended; one that is free already stays where it is.
  public mutating func giveBack(_ channel: Channel) {
    if !free.contains(channel) { free.append(channel) }
  }
}

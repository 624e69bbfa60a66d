public import MIDIMessages

/// Something that the sequencer has to say.
public enum SequencerEvent: Sendable {
  /// A message arrived at port `control`.
  ///
  /// `nanoseconds` is when, by CLOCK_MONOTONIC, as the kernel stamped it.
  case message(Message, from: SequencerAddress, nanoseconds: Int64)
  /// A port appeared, or is called something else now.
  case portChanged(SequencerAddress, isNew: Bool)
  /// A client is called something else now.
  case clientChanged(UInt8)
  /// A port disappeared; its name can no longer be asked for.
  case portEnded(SequencerAddress)
  /// A client disappeared, and all its ports with it.
  case clientEnded(UInt8)
  /// Two ports were connected, one of them ours; ours may be both.
  case connected(SequencerLink)
  /// A receiver was disconnected from a port of ours; it may be gone.
  case receiverDisconnected(SequencerClient.Port, SequencerAddress)
  /// A sender was disconnected from port `control` by hand.
  case senderDisconnected(SequencerAddress)
  /// More arrived than fitted: what was missed is not known.
  case overflow
}

public import MIDIMessages

/// Something that the sequencer has to say.
public enum SequencerEvent: Sendable {
  /// A message arrived at port `control`.
  ///
  /// `nanoseconds` is when, by CLOCK_MONOTONIC, as the kernel stamped it.
  case message(Message, from: SequencerAddress, nanoseconds: Int64)
  /// A port appeared.
  case portStarted(SequencerAddress)
  /// A port disappeared; its name can no longer be asked for.
  case portEnded(SequencerAddress)
  /// A receiver was connected to a port of ours.
  case receiverConnected(SequencerClient.Port, SequencerAddress)
  /// A receiver was disconnected from a port of ours; it may be gone.
  case receiverDisconnected(SequencerClient.Port, SequencerAddress)
  /// A sender was connected to port `control`.
  case senderConnected(SequencerAddress)
  /// A sender was disconnected from port `control` by hand.
  case senderDisconnected(SequencerAddress)
  /// More arrived than fitted: what was missed is not known.
  case overflow
}

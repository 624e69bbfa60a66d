/// A registered parameter: a setting of a channel that is made by a sequence of control changes.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Registered and Non-Registered
/// Parameter Numbers"; MPE: RP-053 (2018), "MPE Configuration Message".
public struct RegisteredParameter: Hashable, Sendable {
  /// RPN 0: the reach of the pitch wheel, coarse in semitones, fine in cents.
  public static let pitchBendSensitivity = RegisteredParameter(number: 0)
  /// RPN 3: the program of the MIDI Tuning Standard that the channel uses, coarse 0...127.
  public static let tuningProgram = RegisteredParameter(number: 3)
  /// RPN 4: the bank that the tuning program is chosen from, coarse 0...127.
  public static let tuningBank = RegisteredParameter(number: 4)
  /// RPN 6: the number of member channels of an MPE zone, coarse 0...15, sent on the zone's master channel alone.
  public static let polyphonicExpression = RegisteredParameter(number: 6)

  /// The parameter's number.
  public let number: UInt14

  /// The parameter of a number; 16383 is the null parameter, which takes no value.
  public init(number: UInt14) {
    self.number = number
  }

  /// The messages that set the parameter on a channel, in the order in which they must be sent.
  ///
  /// CC 101 and CC 100 select it, CC 6 carries `coarse`, and CC 38 carries `fine` where there is one. The null
  /// parameter is selected last, so that a stray data entry later changes nothing.
  public func messages(channel: Channel, coarse: UInt7, fine: UInt7? = nil) -> [Message] {
    var changes: [(Controller, UInt7)] = [
      (.registeredParameterMSB, number.msb), (.registeredParameterLSB, number.lsb), (.dataEntry, coarse)
    ]
    if let fine { changes.append((.dataEntryLSB, fine)) }
    changes += [(.registeredParameterMSB, 127), (.registeredParameterLSB, 127)]
    return changes.map { .controlChange(channel: channel, controller: $0.0, value: $0.1) }
  }

  /// The six messages that set the reach of a channel's pitch wheel.
  ///
  /// CC 101 0, CC 100 0, CC 6 semitones, CC 38 0, CC 101 127, CC 100 127. To be sent again whenever the receiver may
  /// have forgotten: after a reconnection and after CC 121.
  public static func bendRange(_ range: BendRange, channel: Channel) -> [Message] {
    pitchBendSensitivity.messages(channel: channel, coarse: UInt7(clamping: range.semitones), fine: 0)
  }

  /// The messages that make channel 1 the master of a lower MPE zone with the members 2 to `members` + 1, and tell each
  /// member its bend range.
  ///
  /// The zone gives every member ±48 semitones; the range is told all the same, for receivers that know no zones.
  /// `members` is clamped to 1...15; the members' range is sent after the zone, which would undo it.
  public static func lowerZone(members: Int, range: BendRange) -> [Message] {
    let channels = lowerZoneMembers(members)
    let zone = polyphonicExpression.messages(
      channel: Channel(clamping: 0), coarse: UInt7(clamping: channels.count))
    return zone + channels.flatMap { bendRange(range, channel: $0) }
  }

  /// The member channels of a lower zone of 1...15 members, the lowest first.
  public static func lowerZoneMembers(_ members: Int) -> [Channel] {
    (1...min(max(members, 1), 15)).map(Channel.init(clamping:))
  }
}

/// The number of a controller, 0...127, with names for those used here.
///
/// Numbers 120...127 are channel mode messages: they speak to the whole channel.
///
/// Source: MIDI Manufacturers Association (1996), MIDI 1.0 Detailed Specification 4.2, "Control Change", table 3.
public struct Controller: Hashable, Sendable {
  /// CC 0: the upper seven bits of the bank that the next program change chooses from.
  public static let bankSelect: Controller = 0
  /// CC 1: the modulation wheel.
  public static let modulation: Controller = 1
  /// CC 6: the upper seven bits of the selected parameter's value.
  public static let dataEntry: Controller = 6
  /// CC 7: the channel's volume.
  public static let volume: Controller = 7
  /// CC 11: expression, a share of the volume.
  public static let expression: Controller = 11
  /// CC 32: the lower seven bits of the bank.
  public static let bankSelectLSB: Controller = 32
  /// CC 38: the lower seven bits of the selected parameter's value.
  public static let dataEntryLSB: Controller = 38
  /// CC 64: the sustain pedal; 64 and over is down.
  public static let sustain: Controller = 64
  /// CC 100: the lower seven bits of the registered parameter to select.
  public static let registeredParameterLSB: Controller = 100
  /// CC 101: the upper seven bits of the registered parameter to select.
  public static let registeredParameterMSB: Controller = 101
  /// CC 120: silence at once, releases included.
  public static let allSoundOff: Controller = 120
  /// CC 121: controllers back to their initial state.
  public static let resetControllers: Controller = 121
  /// CC 123: note-off for every note; receivers need not obey it.
  public static let allNotesOff: Controller = 123

  /// The controller's number.
  public let number: UInt7

  /// The controller of a number.
  public init(_ number: UInt7) {
    self.number = number
  }
}

extension Controller: ExpressibleByIntegerLiteral {
  /// A number written in the source; a literal over 127 is a programmer's error and stops the program.
  public init(integerLiteral value: UInt8) {
    number = UInt7(integerLiteral: value)
  }
}

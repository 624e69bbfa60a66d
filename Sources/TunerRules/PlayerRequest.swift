/// What a player asks for at a controller that concerns more than the keys: the tuning, or what is sent.
public enum PlayerRequest: Hashable, Sendable {
  /// The preset of this place in the player's list, counted from 0; there need not be one.
  case program(Int)
  /// A preset so many places after the one in force.
  case stepPreset(Int)
  /// The reference pitch so many tenths of a hertz higher.
  case stepReference(Int)
  /// The reference pitch under which what is heard reads zero.
  case takeReference
  /// Sa so many cents higher.
  case stepSa(Int)
  /// The alternate temperament.
  case temperament(Switching)
  /// Another pair of meters, or one of the two alone.
  case show(DisplaySettings.Step)
  /// A setting by its name, with the values that its lines in a settings file would have.
  case set(name: String, values: [String])
  /// The silence of port `pitch`.
  case mutePitch(Switching)
}

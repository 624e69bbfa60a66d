public import TunerRules
public import Tuning

/// All of a running instrument that a display shows, but for what is heard.
///
/// A value that its control thread publishes; nothing in it says how it is drawn.
public struct InstrumentStatus: Equatable, Sendable {
  /// Whether something is connected.
  public struct Connection: Equatable, Sendable {
    /// Whether it is there.
    public var isConnected: Bool
    /// What it is, or what is missing and how it is mended.
    public var text: String

    /// Makes a connection.
    public init(isConnected: Bool, text: String) {
      self.isConnected = isConnected
      self.text = text
    }
  }

  /// A preset or a temperament that can be chosen.
  public struct Choice: Hashable, Sendable {
    /// The name by which settings know it.
    public var id: String
    /// The name that is shown.
    public var name: String
    /// What it is listed under.
    public var group: String

    /// Makes a choice.
    public init(id: String, name: String, group: String = "") {
      self.id = id
      self.name = name
      self.group = group
    }
  }

  /// The ribbon's keys, in playing order.
  public var keys: [Ribbon.Key] = []
  /// The keys that sound, on the ribbon or off it.
  public var sounding: [Ribbon.Key] = []
  /// Which of them are latched.
  public var latched: [Ribbon.KeyID] = []
  /// Whether the power is on.
  public var isPowered = true
  /// Whether the drones are muted.
  public var isMuted = false
  /// Whether the input's way to the output is muted.
  public var isThruMuted = false
  /// Whether port `pitch` is silent.
  public var isPitchMuted = false
  /// The linear gain of the drones, 0…1.
  public var gain: Float = 1
  /// The preset's name.
  public var preset = ""
  /// What says that the temperament is another than the equal one.
  public var badge: String?
  /// Sa, in an Indian preset.
  public var sa: String?
  /// The settings in force, by their names, as the lines of a settings file would have them.
  public var settings: [String: [String]] = [:]
  /// What of them concerns the display.
  public var display = DisplaySettings()
  /// Within how many cents a note is in tune.
  public var inTuneCents = 5.0
  /// The reference pitch.
  public var reference = ReferencePitch.standard
  /// How swaras are called; nil where Western names are shown.
  public var swaraNaming: SwaraNaming?
  /// The sound card.
  public var audio = Connection(isConnected: false, text: "no sound card yet")
  /// The sequencer and who plays.
  public var midi = Connection(isConnected: false, text: "no MIDI yet")
  /// The presets there are.
  public var presets: [Choice] = []
  /// The temperaments there are.
  public var temperaments: [Choice] = []

  /// The status of an instrument of which nothing is known yet.
  public init() {}
}

public import TunerRules

/// All that painters draw, as values: two equal views are one picture.
///
/// Painters keep nothing of the meters themselves; whatever moves, moves here.
public struct MeterView: Equatable, Sendable {
  /// What is said of a note without any colour.
  public enum Verdict: Hashable, Sendable {
    /// Nothing is heard.
    case silent
    /// Under its target.
    case flat
    /// On its target.
    case inTune
    /// Over its target.
    case sharp
  }

  /// How a key is lit.
  public enum Light: Hashable, Sendable {
    /// It does not sound.
    case off
    /// It sounds while it is touched.
    case touched
    /// It sounds until its latch is released.
    case latched
  }

  /// A key of the ribbon.
  public struct Key: Hashable, Sendable {
    /// Which one.
    public var id: Ribbon.KeyID
    /// What is written on it.
    public var name: NoteText
    /// How it is lit.
    public var light: Light
    /// Whether it is the target that is heard.
    public var isHeard: Bool
    /// Whether it lies off the ribbon, and is there only while it sounds.
    public var isTemporary: Bool
  }

  /// A ring.
  public struct Ring: Hashable, Sendable {
    /// How far it has turned, in turns, 0..<1.
    public var angle = 0.0
    /// Whether it stands still, being in tune.
    public var isFrozen = false
  }

  /// A band of the strobe.
  public struct Band: Hashable, Sendable {
    /// How far its pattern has moved, in turns, 0..<1.
    public var phase = 0.0
    /// 0…1.
    public var brightness = 0.0
    /// 0…1.
    public var contrast = 1.0
  }

  /// The note that is shown; nil for none.
  public var note: NoteText?
  /// How far it is off, in cents; 0 while nothing is shown.
  public var cents = 0.0
  /// The cents as they are read, "+12.3", calmer than the needle; empty for none.
  public var centsText = ""
  /// The frequency as it is read, "440.00"; empty for none.
  public var hertzText = ""
  /// In tune, sharp, flat or silent.
  public var verdict = Verdict.silent
  /// Whether the note lies within three cents of its target: the moment of lock.
  public var isLocked = false
  /// Lamps of the arc that are lit on the flat side, 0…9, counted from the middle.
  public var flatLamps = 0
  /// Lamps that are lit on the sharp side.
  public var sharpLamps = 0
  /// Where the wheel stands, in semitones from C, 0..<12.
  public var wheel = 9.0
  /// The strobe's bands, harmonics 1–4.
  public var bands = Array(repeating: Band(), count: 4)
  /// The ring of the in-tune window.
  public var outerRing = Ring()
  /// The ring of the finer window.
  public var innerRing = Ring()
  /// The nine nearest notes, the target in their middle; none while nothing is shown.
  public var strip: [NoteText] = []
  /// Triangles beside the note, 0…2 on the flat side, as its deviation grows.
  public var flatArrows = 0
  /// Triangles on the sharp side.
  public var sharpArrows = 0
  /// The level of what is heard, 0…1 over 60 dB, in steps; 0 while nothing is shown.
  public var level = 0.0
  /// Whether the input is driven into its stops.
  public var isClipping = false
  /// The ribbon, and what sounds off it.
  public var keys: [Key] = []
  /// What else is known of the instrument.
  public var status = InstrumentStatus()
  /// What is said last; nil for nothing.
  public var notice: String?
  /// What lies over the meters.
  public var panel = FrontPanel.View()

  /// A view in which nothing is heard.
  public init() {}

  /// Cents from the middle to the end of the arc and the ruler.
  public static let rulerCents = 50.0
  /// Cents from the middle to the end of the fine ruler.
  public static let fineCents = 100.0
  /// Lamps on either side of the arc's middle one.
  public static let sideLamps = 9
  /// Cents within which a note locks.
  public static let lockCents = 3.0
}

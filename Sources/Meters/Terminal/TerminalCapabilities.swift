/// What a terminal can show.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The colours it has.
  public enum Colors: Hashable, Sendable {
    /// None: bright and dark alone.
    case none
    /// The sixteen of ANSI.
    case sixteen
    /// xterm's 256.
    case palette
    /// Any.
    case full
  }

  /// The characters it has.
  public enum Glyphs: Hashable, Sendable {
    /// ASCII alone.
    case ascii
    /// Lines and blocks as well, but no marks over letters: the Linux console.
    case blocks
    /// Unicode.
    case unicode
  }

  /// The colours.
  public var colors: Colors
  /// The characters.
  public var glyphs: Glyphs

  /// Makes capabilities.
  public init(colors: Colors, glyphs: Glyphs) {
    self.colors = colors
    self.glyphs = glyphs
  }

  /// What the environment says of the terminal; nil where it says that nothing but lines can be shown.
  ///
  /// - Parameter variable: looks up an environment variable.
  public init?(environment variable: (String) -> String?) {
    let terminal = variable("TERM") ?? ""
    guard !terminal.isEmpty, terminal != "dumb" else { return nil }
    let locale =
      [variable("LC_ALL"), variable("LC_CTYPE"), variable("LANG")].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    let isUnicode = name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    let isConsole = terminal == "linux"
    glyphs = !isUnicode ? .ascii : isConsole ? .blocks : .unicode
    let depth = variable("COLORTERM") ?? ""
    if let wish = variable("NO_COLOR"), !wish.isEmpty {
      colors = .none
    } else if depth == "truecolor" || depth == "24bit" || terminal.hasSuffix("-direct") {
      colors = .full
    } else if terminal.hasSuffix("256color") {
      colors = .palette
    } else {
      colors = terminal.hasPrefix("vt") ? .none : .sixteen
    }
  }
}

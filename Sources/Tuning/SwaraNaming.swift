/// How swaras are called.
public struct SwaraNaming: Hashable, Sendable {
  /// The tradition whose names are used.
  public enum Tradition: String, CaseIterable, Sendable {
    /// Sa re Re ga Ga Ma ma Pa dha Dha ni Ni.
    case hindustani
    /// Sa Ri1 Ri2 Ga2 Ga3 Ma1 Ma2 Pa Da1 Da2 Ni2 Ni3.
    case carnatic
  }

  /// Which of the two Ma is written with a capital in Hindustani names: both ways are in use.
  public enum CapitalMa: String, CaseIterable, Sendable {
    /// M is shuddha and m tivra: Popley (1921).
    case shuddha
    /// M is tivra and m shuddha: the more common.
    case tivra
  }

  /// The tradition.
  public var tradition: Tradition
  /// The capital Ma.
  public var capitalMa: CapitalMa

  /// A naming; Hindustani with M shuddha unless told otherwise.
  public init(tradition: Tradition = .hindustani, capitalMa: CapitalMa = .shuddha) {
    self.tradition = tradition
    self.capitalMa = capitalMa
  }

  /// The full name without its register, such as "Re" or "Ga3"; tivra Ma has its stroke: "m̍a".
  public func syllable(_ swara: Swara) -> String {
    switch tradition {
    case .carnatic: SwaraNaming.carnatic[swara.degree]
    case .hindustani: hindustani(swara.degree, shuddha: "Ma", tivra: "ma")
    }
  }

  /// The letter without its register, such as "R" or "G3"; tivra Ma has its stroke: "m̍".
  public func letter(_ swara: Swara) -> String {
    switch tradition {
    case .carnatic:
      String(syllable(swara).prefix(1)) + syllable(swara).filter { $0.isASCII && $0.isNumber }
    case .hindustani: hindustani(swara.degree, shuddha: "M", tivra: "m", isShort: true)
    }
  }

  /// The full name with a dot over or under its first letter for each register above or below the middle one.
  ///
  /// "S̈a" is ati-taar; beyond it the registers are counted: "S̈a(3)".
  public func name(_ swara: Swara) -> String {
    let syllable = syllable(swara)
    let dots: String
    switch swara.octave {
    case 0: return syllable
    case 1: dots = "\u{307}"
    case 2...: dots = "\u{308}"
    case -1: dots = "\u{323}"
    default: dots = "\u{324}"
    }
    let count = swara.octave.magnitude
    return String(syllable.prefix(1)) + dots + syllable.dropFirst() + (count > 2 ? "(\(count))" : "")
  }

  /// What "M" and "m" stand for; nil in Carnatic names, which number them.
  public var legend: String? {
    guard tradition == .hindustani else { return nil }
    switch capitalMa {
    case .shuddha: return "M shuddha, m\(SwaraNaming.tivraStroke) tivra"
    case .tivra: return "m shuddha, M\(SwaraNaming.tivraStroke) tivra"
    }
  }

  /// The stroke over a tivra Ma, as Bhatkhande writes it.
  private static let tivraStroke = "\u{30D}"
  private static let syllables = ["Sa", "re", "Re", "ga", "Ga", "", "", "Pa", "dha", "Dha", "ni", "Ni"]
  private static let carnatic = [
    "Sa", "Ri1", "Ri2", "Ga2", "Ga3", "Ma1", "Ma2", "Pa", "Da1", "Da2", "Ni2", "Ni3"
  ]

  private func hindustani(_ degree: Int, shuddha: String, tivra: String, isShort: Bool = false) -> String {
    switch degree {
    case 5: return capitalMa == .shuddha ? shuddha : tivra
    case 6:
      let ma = capitalMa == .shuddha ? tivra : shuddha
      return String(ma.prefix(1)) + SwaraNaming.tivraStroke + ma.dropFirst()
    default:
      let syllable = SwaraNaming.syllables[degree]
      return isShort ? String(syllable.prefix(1)) : syllable
    }
  }
}

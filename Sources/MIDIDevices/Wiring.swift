/// Which ports are connected by themselves.
///
/// The last rule that speaks of a port decides. Where none does, every hardware keyboard is connected to port `control`,
/// and nothing else to anything: programs, virtual cables and Midi Through are connected by hand only. No rule connects
/// our own ports with each other. Rules of devices that are absent wait for them.
public struct Wiring: Hashable, Sendable {
  /// The rules, in the order of the settings.
  public var rules: [WiringRule]

  /// What is to be done with a port, and why.
  public struct Verdict: Hashable, Sendable {
    /// Whether it is to be connected; nil to leave it as it is.
    public var connects: Bool?
    /// The rule that decided, or what decides without one.
    public var reason: String
  }

  /// Makes a wiring.
  public init(rules: [WiringRule] = []) { self.rules = rules }

  /// Makes a wiring of lines of the settings; a line that is no rule is told, and left out.
  public init(_ lines: [String], fault: (String) -> Void) {
    rules = lines.compactMap { line in
      do throws(WiringFault) {
        return try WiringRule(line)
      } catch {
        fault("wire = \(line): \(error)")
        return nil
      }
    }
  }

  /// What is to be done between a port of ours and another.
  public func verdict(_ own: SequencerClient.Port, _ other: SequencerPort, ownClient: UInt8? = nil) -> Verdict {
    let rule = rules.last { $0.port == own && $0.matches(other.texts) }
    let role = other.role(ownClient: ownClient)
    if role == .ours, rule?.connects == true {
      return Verdict(
        connects: false,
        reason: "our own ports are never connected with each other, although: \(rule?.description ?? "")")
    }
    guard own == .control ? other.sends : other.receives, role != .system, role != .ours else {
      return Verdict(connects: nil, reason: "nothing to connect")
    }
    if let rule { return Verdict(connects: rule.connects, reason: rule.description) }
    return own == .control && role == .keyboard
      ? Verdict(connects: true, reason: "every hardware keyboard")
      : Verdict(connects: nil, reason: "no rule")
  }

  /// The way by which something that we send comes back to us: addresses from a port of ours to port `control`.
  ///
  /// - Parameters:
  ///   - links: connections, each from its sender to its receiver.
  ///   - ownClient: our client's number.
  ///   - echoing: ports that send on what they receive.
  /// - Returns: nil when there is no such way.
  public static func loop(
    in links: [SequencerLink], ownClient: UInt8, echoing: Set<SequencerAddress>
  ) -> [SequencerAddress]? {
    var paths = links.filter { $0.sender.client == ownClient }.map { [$0.sender, $0.receiver] }
    var seen: Set<SequencerAddress> = []
    while let path = paths.popLast() {
      guard let end = path.last else { continue }
      if end.client == ownClient { return path }
      guard echoing.contains(end), seen.insert(end).inserted else { continue }
      for link in links where link.sender == end { paths.append(path + [link.receiver]) }
    }
    return nil
  }
}

/// A connection of two ports.
public struct SequencerLink: Hashable, Sendable {
  /// The port that sends.
  public var sender: SequencerAddress
  /// The port that receives.
  public var receiver: SequencerAddress
  /// What `aconnect` writes behind it: whether it is exclusive, and which queue stamps it.
  public var remark: String

  /// Makes a connection.
  public init(sender: SequencerAddress, receiver: SequencerAddress, remark: String = "") {
    self.sender = sender
    self.receiver = receiver
    self.remark = remark
  }
}

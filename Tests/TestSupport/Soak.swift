internal import Glibc

/// How long random tests go on: as long as a build can wait for or, with DRONETUNER_SOAK=1 in the environment, a hundred
/// times as long.
public enum Soak {
  /// Whether the long run was asked for.
  public static let isOn = getenv("DRONETUNER_SOAK").map { String(cString: $0) == "1" } ?? false

  /// How many rounds to run where a build waits for `count`.
  public static func rounds(_ count: Int) -> Int { isOn ? 100 * count : count }
}

// swift-tools-version: 6.0
import PackageDescription

/// Settings of every Swift target: `any` is written out, imports are private unless they say otherwise,
/// and a member is visible only where its own module is imported.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility")
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + more, swiftSettings: strict)
}

let package = Package(
  name: "dronetuner",
  targets: [
    // 1: vocabulary.
    library("Tuning"),
    library("MIDIMessages"),
    // Tests.
    .target(name: "CAllocationGuard", path: "Tests/CAllocationGuard"),
    .target(name: "TestSupport", dependencies: ["CAllocationGuard"], path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "Tuning"), tests(of: "MIDIMessages")
  ]
)

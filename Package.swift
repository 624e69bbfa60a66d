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

func tests(of name: String, _ more: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + more, exclude: exclude,
    swiftSettings: strict)
}

let package = Package(
  name: "dronetuner",
  products: [.executable(name: "dronetuner", targets: ["dronetuner"])],
  targets: [
    // 0: one C library each, and the C that the audio thread may call.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CRealtime"),
    // 1: vocabulary.
    library("Tuning"),
    library("MIDIMessages"),
    library("Timebase"),
    library("Realtime", ["CLinux", "CRealtime"]),
    library("DSP", ["CRealtime", "CSampleRate"]),
    // 2: from samples to hertz, and from hertz to samples.
    library("PitchDetection", ["DSP"]),
    library("DroneSynth", ["CRealtime", "DSP"]),
    // 3: the product's rules.
    library("TunerRules", ["MIDIMessages", "Timebase", "Tuning"]),
    // 4: pictures, engine, devices.
    library("Meters", ["TunerRules", "Tuning"]),
    library(
      "TunerEngine",
      [
        "CRealtime", "DroneSynth", "DSP", "MIDIMessages", "PitchDetection", "Realtime", "Timebase", "TunerRules",
        "Tuning"
      ]),
    library("AudioDevices", ["CALSA", "CSndFile", "Realtime", "Timebase"]),
    library("MIDIDevices", ["CALSA", "MIDIMessages", "Timebase"]),
    // 5: one running instrument.
    library(
      "Appliance",
      [
        "AudioDevices", "CLinux", "DroneSynth", "Meters", "MIDIDevices", "MIDIMessages", "Realtime", "Timebase",
        "TunerEngine", "TunerRules", "Tuning"
      ]),
    // 6: the command line.
    .executableTarget(name: "dronetuner", dependencies: ["Appliance"], swiftSettings: strict),
    // Tests.
    .executableTarget(
      name: "PartialMeter", dependencies: ["AudioDevices", "DSP"], path: "Tests/PartialMeter", swiftSettings: strict),
    .executableTarget(
      name: "PortJuggler", dependencies: ["CALSA"], path: "Tests/PortJuggler", swiftSettings: strict),
    .target(name: "CAllocationGuard", path: "Tests/CAllocationGuard"),
    .target(name: "TestSupport", dependencies: ["CAllocationGuard"], path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "Tuning"), tests(of: "MIDIMessages"), tests(of: "Timebase"), tests(of: "Realtime"), tests(of: "DSP"),
    tests(of: "PitchDetection", ["DSP", "DroneSynth"]), tests(of: "DroneSynth"),
    tests(of: "TunerRules", ["MIDIMessages", "Timebase", "Tuning"]),
    tests(of: "Meters", ["Timebase", "TunerRules", "Tuning"], exclude: ["Golden"]),
    tests(of: "TunerEngine", ["MIDIMessages", "Timebase", "TunerRules", "Tuning"]),
    tests(of: "AudioDevices", ["CSndFile", "Realtime", "Timebase"]), tests(of: "MIDIDevices", ["MIDIMessages"]),
    tests(of: "Appliance", ["AudioDevices", "TunerRules"]),
    .testTarget(
      name: "SoundCardTests",
      dependencies: ["AudioDevices", "MIDIMessages", "TestSupport", "Timebase", "TunerEngine", "TunerRules", "Tuning"],
      swiftSettings: strict),
    .testTarget(
      name: "RealtimeSafetyTests",
      dependencies: ["DSP", "TunerEngine", "TunerRules", "Timebase", "Tuning", "MIDIMessages", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["DroneSynth", "MIDIMessages", "TestSupport"], swiftSettings: strict)
  ]
)

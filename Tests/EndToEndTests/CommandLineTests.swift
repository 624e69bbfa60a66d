internal import Glibc
import TestSupport
import Testing

struct CommandLineTests {
  static let commands = [
    "run", "demo", "analyze", "transcribe", "render", "tone", "presets", "ports", "settings", "reset", "learn",
    "temperaments"
  ]

  @Test("Every command explains itself, on standard output and in lines that fit a terminal", arguments: commands)
  func help(command: String) {
    for option in ["--help", "-h"] {
      let result = Program.run([command, option])
      #expect(result.exit == 0)
      #expect(result.errors.isEmpty)
      #expect(result.output.hasPrefix("usage: dronetuner \(command)"))
      #expect(result.output.contains("--help"))
      #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
    // Help is asked for, whatever else is wrong.
    #expect(Program.run([command, "--nonsense", "--help"]).exit == 0)
  }

  @Test("The overview names every command, and the version is one line")
  func overview() {
    for option in ["--help", "-h", "help"] {
      let result = Program.run([option])
      #expect(result.exit == 0 && result.errors.isEmpty)
      for command in Self.commands { #expect(result.output.contains("\n  \(command) "), "\(command)") }
    }
    let version = Program.run(["--version"])
    #expect(version.exit == 0 && version.errors.isEmpty)
    #expect(version.output.wholeMatch(of: /dronetuner \d+\.\d+\.\d+\n/) != nil)
  }

  static let wrongUsage: [[String]] = [
    ["nonsense"], ["--nonsense"], ["analyze"], ["analyze", "a.wav", "--nonsense"], ["analyze", "a.wav", "--format"],
    ["analyze", "a.wav", "--format", "xml"], ["analyze", "a.wav", "--channel", "0"],
    ["analyze", "a.wav", "--channel", "one"], ["analyze", "a.wav", "--reference", "299"],
    ["analyze", "a.wav", "--reference", "nan"], ["transcribe"], ["transcribe", "a.wav"],
    ["transcribe", "a.wav", "b.wav", "-o", "c.mid"], ["render"], ["render", "a.mid"],
    ["render", "a.mid", "-o", "a.wav", "--rate", "7999"], ["render", "a.mid", "-o", "a.wav", "--latch=yes"],
    ["render", "a.mid", "-o", "a.wav", "--rate", "99999999999999999999"], ["tone"], ["tone", "H4"], ["tone", "19"],
    ["tone", "8001"], ["tone", "A4", "B4"], ["tone", "nan"], ["tone", "A4", "--seconds", "0"],
    ["tone", "A4", "--seconds", "inf"], ["presets", "nonsense"], ["presets", "show"], ["presets", "check"],
    ["presets", "list", "x"], ["ports", "x"], ["run", "x"], ["run", "--keys", "sometimes"],
    ["run", "--thru", "perhaps"], ["run", "--strum", "120"],
    ["run", "--period", "0"], ["run", "--rate", "-1"], ["run", "--bend-range", "97"], ["demo", "x"],
    ["demo", "--display", "window"], ["settings", "keys"],
    ["settings", "keys=maybe"], ["settings", "kies=hold"], ["reset", "x"], ["learn"],
    ["learn", "dance"], ["learn", "power", "--seconds", "0"], [""], ["-"], ["run", "--"] + ["x"]
  ]

  @Test("Wrong usage is one line on standard error and exit code 2", arguments: wrongUsage)
  func usage(arguments: [String]) {
    let result = Program.run(arguments)
    #expect(result.exit == 2)
    #expect(result.output.isEmpty)
    #expect(isOneLine(result.errors), "\(result.errors)")
  }

  @Test("Ports and tones without a sequencer or a sound card fail in one line that says what is missing")
  func noDevices() {
    let tone = Program.run(["tone", "A4", "--playback", "hw:Nowhere"])
    #expect(tone.exit == 1 && tone.output.isEmpty)
    #expect(isOneLine(tone.errors) && tone.errors.contains("'hw:Nowhere'"))
    let run = Program.run(["run", "--device", "hw:Nowhere"])
    #expect(run.exit == 1 && run.output.isEmpty)
    #expect(isOneLine(run.errors) && run.errors.contains("'hw:Nowhere'"))
    let ports = Program.run(["ports"])
    #expect([0, 1].contains(ports.exit))
    if ports.exit == 1 { #expect(isOneLine(ports.errors) && ports.errors.contains("/dev/snd/seq")) }
  }

  @Test("Presets are listed by group and shown key by key")
  func presets() {
    let list = Program.run(["presets"])
    #expect(list.exit == 0 && list.errors.isEmpty)
    #expect(list.output == Program.run(["presets", "list"]).output)
    #expect(list.output.contains("\n  gtr-standard ") && list.output.contains("\n  chromatic "))
    let show = Program.run(["presets", "show", "gtr-standard", "--reference", "442"])
    #expect(show.exit == 0 && show.errors.isEmpty)
    #expect(
      show.output == """
        gtr-standard  Standard EADGBE (Guitar)
        E2   82.781466 Hz  0.000 c
        A2  110.500000 Hz  0.000 c
        D3  147.499804 Hz  0.000 c
        G3  196.888617 Hz  0.000 c
        B3  248.064113 Hz  0.000 c
        E4  331.125864 Hz  0.000 c

        """)
    let trumpet = Program.run(["presets", "show", "br-trumpet-bb"])
    #expect(
      trumpet.output == """
        br-trumpet-bb  Trumpet in B-flat (Brass)
          sounds 2 semitones below what is written
        A4   written B4  440.000000 Hz  0.000 c
        Bb4  written C5  466.163762 Hz  0.000 c

        """)
    let pipe = Program.run(["presets", "show", "ww-bagpipe"])
    #expect(pipe.output.contains("\nBb4  written A4   1    476.000000 Hz"))
    let unknown = Program.run(["presets", "show", "gtr-standart"])
    #expect(unknown.exit == 1 && unknown.output.isEmpty)
    #expect(isOneLine(unknown.errors) && unknown.errors.contains("gtr-standard"))
  }

  @Test("A preset file is checked: silent and 0 when good, each fault in its place and 1 when not")
  func presetCheck() throws {
    let folder = TemporaryFolder()
    let good = folder.write(Array("group Mine\n\npreset mine \"Mine\"\nstrings E2 A2\n".utf8), "good.presets")
    let result = Program.run(["presets", "check", good])
    #expect(result.exit == 0 && result.errors.isEmpty)
    #expect(result.output == "\(good): 1 preset, all is well\n")

    let bad = folder.write(
      Array("group Mine\n\npreset mine \"Mine\"\nstrings E2 H2\n\nnonsense\n".utf8), "bad.presets")
    let checked = Program.run(["presets", "check", good, bad, folder.file("none.presets"), folder.path])
    #expect(checked.exit == 1)
    let lines = checked.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("dronetuner: ") })
    #expect(lines.contains { $0.hasPrefix("dronetuner: \(bad):4:12:") })
    #expect(lines.contains { $0.hasPrefix("dronetuner: \(bad):6:1:") })
    #expect(lines.contains { $0.contains("none.presets") } && lines.contains { $0.contains("directory") })
    #expect(lines.last?.contains("4 faults in 4 files") == true)
  }

  @Test("A preset of one's own wins over the shipped one of its id, in its place")
  func ownPresetWins() {
    let folder = TemporaryFolder()
    let presets = folder.file("presets")
    mkdir(presets, 0o700)
    defer {
      unlink(presets + "/mine.presets")
      rmdir(presets)
    }
    _ = folder.write(
      Array("group Guitar\npreset gtr-standard \"Mine\"\nstrings Eb2 Ab2\npreset x \"X\"\nchromatic\n".utf8),
      "presets/mine.presets")
    let environment = ["STATE_DIRECTORY": folder.path]
    let show = Program.run(["presets", "show", "gtr-standard"], environment: environment)
    #expect(show.exit == 0 && show.errors.isEmpty)
    #expect(show.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["gtr-standard", "Eb2", "Ab2"])
    let list = Program.run(["presets", "list"], environment: environment).output
    let shipped = Program.run(["presets", "list"]).output
    #expect(list.contains("\nGuitar\n  gtr-standard") && list.contains("Mine: Eb2 Ab2\n"))
    #expect(list.split(separator: "\n").count == shipped.split(separator: "\n").count + 1)
  }

  @Test("Presets of one's own folder are found, and a bad file among them is said while the rest goes on")
  func ownPresets() {
    let folder = TemporaryFolder()
    _ = folder.write(Array("group Mine\n\npreset mine \"Mine\"\nstrings E2 A2\n".utf8), "mine.presets")
    _ = folder.write([0xFF, 0x00, 0xC0], "worse.presets")
    let show = Program.run(["presets", "show", "mine", "--presets", folder.path])
    #expect(show.exit == 0)
    #expect(show.output.split(separator: "\n").count == 3)
    #expect(!show.errors.isEmpty && show.errors.split(separator: "\n").allSatisfy { $0.contains("worse.presets") })
    let none = Program.run(["presets", "list", "--presets", folder.file("none")])
    #expect(none.exit == 1 && isOneLine(none.errors))
  }
}

/// Whether a text is one line of the program's own, and no trap's.
func isOneLine(_ errors: String) -> Bool {
  errors.hasPrefix("dronetuner: ") && errors.hasSuffix("\n") && errors.dropLast().allSatisfy { !$0.isNewline }
    && errors.count > 20
}

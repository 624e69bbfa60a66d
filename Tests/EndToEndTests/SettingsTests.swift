import TestSupport
import Testing

struct SettingsTests {
  /// A player's folder with a settings file, or none.
  private struct Player {
    let folder = TemporaryFolder()

    init(_ text: String? = nil) { if let text { _ = folder.write(Array(text.utf8), "settings") } }

    var text: String { String(decoding: TemporaryFolder.read(folder.file("settings")), as: UTF8.self) }

    func run(_ arguments: [String], fileBytes: Int? = nil) -> Program.Result {
      Program.run(arguments, environment: ["STATE_DIRECTORY": folder.path], fileBytes: fileBytes)
    }
  }

  @Test("What is listed can be kept as the file, and is listed again")
  func list() {
    let player = Player("keys = both\nwire = deny name:X\n")
    let first = player.run(["settings"])
    #expect(first.exit == 0 && first.errors.isEmpty)
    #expect(first.output.contains("\nkeys = both\n") && first.output.contains("\nwire = deny name:X\n"))
    let other = Player(first.output)
    let second = other.run(["settings"])
    #expect(second.exit == 0 && second.errors.isEmpty)
    #expect(second.output.split(separator: "\n").dropFirst() == first.output.split(separator: "\n").dropFirst())
  }

  @Test("A setting is changed in its place, its comment kept; the file is made where there is none")
  func change() {
    let player = Player("# mine\nkeys = both # on stage\nfuture = 1\n")
    let result = player.run(["settings", "keys=hold", "in-tune = 3"])
    #expect(result.exit == 0 && result.errors.isEmpty && result.output.isEmpty)
    #expect(player.text == "# mine\nkeys = hold # on stage\nfuture = 1\nin-tune = 3.0\n")
    let none = Player()
    #expect(none.run(["settings", "keys=hold"]).exit == 0)
    #expect(none.text == "keys = hold\n")
  }

  @Test("A value that cannot be is refused, and the file stays as it is")
  func refused() {
    let player = Player("keys = both\n")
    let result = player.run(["settings", "chime=on", "in-tune=0.5"])
    #expect(result.exit == 2 && isOneLine(result.errors) && result.errors.contains("from 1.0 to 10.0"))
    #expect(player.run(["settings", "wire=a control"]).exit == 2)
    #expect(player.text == "keys = both\n")
    #expect(player.run(["settings", "wire=name:A -> control"]).exit == 0)
    #expect(player.text == "keys = both\nwire = name:A -> control\n")
  }

  @Test("A file that is damaged is said line by line, and what is whole in it counts")
  func damaged() {
    let player = Player("keys = hold\nrate = fast\n\u{0}\u{1}\nperiod = 64\n")
    let result = player.run(["settings"])
    #expect(result.exit == 0)
    #expect(result.output.contains("\nkeys = hold\n") && result.output.contains("\nperiod = 64\n"))
    #expect(result.output.contains("\nrate = 48000\n"))
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.contains("settings:2:8: found \"fast\"; expected a whole number"))
  }

  @Test("A writing that is cut off at any byte leaves the old file or the new one, whole")
  func cutOff() {
    let old = "keys = both\n# what a plug that is pulled must not take\n"
    let new = old + "chime = on\n"
    var (kept, written) = (0, 0)
    for bytes in 0...new.utf8.count {
      let player = Player(old)
      let result = player.run(["settings", "chime=on"], fileBytes: bytes)
      let text = player.text
      #expect(text == (bytes < new.utf8.count ? old : new), "cut at \(bytes)")
      if text == old { kept += 1 } else { written += 1 }
      #expect((result.exit == 0) == (text == new))
      // What a cut left behind does not hinder the next.
      if bytes == 20 { #expect(player.run(["settings", "chime=on"]).exit == 0 && player.text == new) }
    }
    #expect(kept == new.utf8.count && written == 1)
  }

  @Test("A reset says what it does, does it only when told to, and keeps the old file")
  func reset() {
    let player = Player("keys = hold\nfuture = 1\n")
    let asked = player.run(["reset"])
    #expect(asked.exit == 1 && asked.errors.contains("keys: hold -> latch"))
    #expect(player.text == "keys = hold\nfuture = 1\n")
    #expect(player.run(["reset", "--yes"]).exit == 0)
    #expect(player.text.isEmpty)
    let old = TemporaryFolder.read(player.folder.file("settings.old"))
    #expect(String(decoding: old, as: UTF8.self) == "keys = hold\nfuture = 1\n")
    let none = Player().run(["reset", "--yes"])
    #expect(none.exit == 0 && isOneLine(none.errors))
  }
}

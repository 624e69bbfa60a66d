import Meters
import TestSupport
import Testing

struct TerminalInputTests {
  static let keys: [(bytes: String, event: TerminalInput.Event)] = [
    ("a", .input(.character("a"))), ("é", .input(.character("é"))), ("♯", .input(.character("♯"))),
    ("\r", .input(.enter)), ("\t", .input(.tab)), ("\u{7F}", .input(.backspace)), ("\u{08}", .input(.backspace)),
    ("\u{1B}[A", .input(.up)), ("\u{1B}OA", .input(.up)), ("\u{1B}[B", .input(.down)), ("\u{1B}[C", .input(.right)),
    ("\u{1B}[D", .input(.left)), ("\u{1B}[H", .input(.home)), ("\u{1B}[1~", .input(.home)), ("\u{1B}[4~", .input(.end)),
    ("\u{1B}[5~", .input(.pageUp)), ("\u{1B}[6~", .input(.pageDown)), ("\u{1B}[1;5A", .input(.up)),
    ("\u{03}", .control("c")), ("\u{0C}", .input(.character("\u{0C}"))),
    ("\u{1B}[<0;5;7M", .press(column: 4, row: 6)), ("\u{1B}[<32;1;2M", .drag(column: 0, row: 1)),
    ("\u{1B}[<0;5;7m", .release(column: 4, row: 6)), ("\u{1B}[<64;5;7M", .scroll(isUp: true)),
    ("\u{1B}[<65;5;7M", .scroll(isUp: false))
  ]

  @Test("Keys and the mouse are read, in whatever pieces they come")
  func events() {
    let bytes = Self.keys.flatMap { Array($0.bytes.utf8) }
    for size in 1...7 {
      var input = TerminalInput()
      var events: [TerminalInput.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += input.take(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(events == Self.keys.map(\.event))
      #expect(!input.isWaiting)
    }
  }

  @Test("An Escape is itself when nothing follows it, and leaves what follows alone")
  func escape() {
    var input = TerminalInput()
    #expect(input.take([0x1B]).isEmpty)
    #expect(input.isWaiting)
    #expect(input.end() == [.input(.escape)])
    #expect(!input.isWaiting)
    #expect(input.take(Array("\u{1B}\u{1B}[A".utf8)) == [.input(.escape), .input(.up)])
    #expect(input.take(Array("\u{1B}x".utf8)) == [.input(.character("x"))])
  }

  @Test("What is none of ours gives nothing, and what comes after it is read")
  func unknown() {
    let strange = [
      "\u{1B}[?62;c", "\u{1B}[200~", "\u{1B}[I", "\u{1B}[<2;3;4M", "\u{1B}[<0;0;4M", "\u{1B}[<9999999;1;1M", "\u{1B}OP",
      "\u{1B}[[A", "\u{1B}[99~"
    ]
    for text in strange {
      var input = TerminalInput()
      let events = input.take(Array((text + "q").utf8))
      #expect(events == [.input(.character("q"))], "\(text.dropFirst())")
    }
    for bytes: [UInt8] in [[0xFF], [0xC0], [0xE2, 0x82], [0x80], [0xF5, 0x80]] {
      var input = TerminalInput()
      let events = input.take(bytes + [0x71, 0x71])
      #expect(events.last == .input(.character("q")))
    }
  }

  @Test("Any bytes are survived, in any pieces, and never more than a few are remembered")
  func anyBytes() {
    var random = SplitMix64(seed: 11)
    let alphabet: [UInt8] = [0x1B, 0x5B, 0x3C, 0x4F, 0x3B, 0x4D, 0x6D, 0x30, 0x39, 0x7E, 0x41, 0xE2, 0x99, 0xAF, 0xFF]
    var input = TerminalInput()
    for _ in 0..<Soak.rounds(100_000) {
      let byte =
        Bool.random(using: &random)
        ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      for event in input.take([byte]) {
        switch event {
        case .press(let column, let row), .drag(let column, let row), .release(let column, let row):
          #expect(column >= 0 && row >= 0)
        default: break
        }
      }
    }
    // However it stands, one key gets through within a few.
    var events: [TerminalInput.Event] = []
    for _ in 0..<40 { events += input.take([0x71]) }
    #expect(events.contains(.input(.character("q"))))
  }
}

import MIDIMessages
import Testing

struct ValueTests {
  @Test("Seven-bit values are exact, clamped or nothing")
  func sevenBits() {
    for value in -300...300 {
      #expect(UInt7(exactly: value)?.value == ((0...127).contains(value) ? value : nil))
      #expect(UInt7(clamping: value).value == min(max(value, 0), 127))
    }
    #expect(UInt7(exactly: UInt64.max) == nil)
    #expect(UInt7(clamping: .min) == .min)
    #expect(UInt7(clamping: .max) == .max)
    #expect(UInt7.min < UInt7.max)
    #expect(UInt7(exactly: 100) == 100)
  }

  @Test("Fourteen-bit values are exact, clamped or nothing, and the same in two halves")
  func fourteenBits() {
    for value in -300...17000 {
      let exact = UInt14(exactly: value)
      #expect(exact?.value == ((0...16383).contains(value) ? value : nil))
      #expect(UInt14(clamping: value).value == min(max(value, 0), 16383))
      guard let exact else { continue }
      #expect(exact.msb.value * 128 + exact.lsb.value == value)
      #expect(UInt14(msb: exact.msb, lsb: exact.lsb) == exact)
    }
    #expect(UInt14(exactly: Int64.min) == nil)
    #expect(UInt14(clamping: .min) == .min)
    #expect(UInt14(clamping: .max) == .max)
    #expect(UInt14.min < UInt14.max)
    #expect(UInt14(exactly: 8192) == 8192)
  }

  @Test("A channel has an index from 0 and a number from 1")
  func channels() {
    for index in -20...20 {
      let isChannel = (0...15).contains(index)
      #expect(Channel(exactly: index)?.index == (isChannel ? index : nil))
      #expect(Channel(exactly: index)?.number == (isChannel ? index + 1 : nil))
      #expect(Channel(number: index + 1) == Channel(exactly: index))
      #expect(Channel(clamping: index).index == min(max(index, 0), 15))
    }
    #expect(Channel(exactly: UInt64.max) == nil)
    #expect(Channel(clamping: .min).index == 0)
    #expect(Channel(clamping: .max).index == 15)
    #expect(Channel.allCases.map(\.number) == Array(1...16))
  }
}

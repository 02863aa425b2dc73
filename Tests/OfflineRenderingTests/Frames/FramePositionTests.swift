import AnimCore
import Testing

@testable import OfflineRendering

@Suite("Frames by name")
struct FramePositionTests {
  @Test("numbers and percentages are read in one way, with fractions only where there are such")
  func reading() {
    #expect(FramePosition("12.5") == .number(25 / 2))
    #expect(FramePosition("12.5%") == .percent(25 / 2))
    #expect(FramePosition(whole: "12.5%") == .percent(25 / 2))
    #expect(FramePosition(whole: "12") == .number(12))
    for text in ["-1", "101%", "-1%", "%", "", "x", "1000000001"] {
      #expect(FramePosition(text) == nil, "\(text)")
    }
    for text in ["12.5", "1e3", "+1"] { #expect(FramePosition(whole: text) == nil, "\(text)") }
  }

  @Test("a percentage is rounded once, exactly")
  func percentages() throws {
    // 0.29 * 50 is less than 14.5 in binary.
    #expect(try #require(FramePosition("29%")).number(in: 0...50) == 15)
    for percent in 0...100 {
      let frame = try FramePosition.percent(Fraction(percent)).number(in: 10...110)
      #expect(frame == Fraction(10 + percent))
    }
  }

  @Test("there is no frame before the first or past the last")
  func outside() throws {
    let position = FramePosition.number(25 / 2)
    #expect(try position.number(in: 0...12) == 25 / 2)
    #expect(throws: FrameNumberError.pastEnd(25 / 2, last: 11)) { try position.number(in: 0...11) }
    #expect(throws: FrameNumberError.beforeFirst(25 / 2, first: 13)) {
      try position.number(in: 13...20)
    }
    #expect(try position.number(in: nil) == 25 / 2)
    #expect(throws: FrameNumberError.noEnd) { try FramePosition.percent(0).number(in: nil) }
  }
}

import AnimCore
import TestSupport
import Testing

@testable import OfflineRendering

@Suite("Frame positions")
struct FramePositionTests {
  @Test(
    "numbers and percentages are always parsed the same way, with fractions only where they are allowed"
  )
  func reading() {
    expectEqual(FramePosition("12.5"), .number(25 / 2))
    expectEqual(FramePosition("12.5%"), .percent(25 / 2))
    expectEqual(FramePosition(whole: "12.5%"), .percent(25 / 2))
    expectEqual(FramePosition(whole: "12"), .number(12))
    for text in ["-1", "101%", "-1%", "%", "", "x", "1000000001"] {
      #expect(FramePosition(text) == nil, "\(text)")
    }
    for text in ["12.5", "1e3", "+1"] { #expect(FramePosition(whole: text) == nil, "\(text)") }
  }

  @Test("a percentage is rounded once, exactly")
  func percentages() throws {
    // 0.29 * 50 is less than 14.5 in binary.
    try expectEqual(#require(FramePosition("29%")).number(in: 0...50), 15)
    for percent in 0...100 {
      let frame = try FramePosition.percent(Fraction(percent)).number(in: 10...110)
      expectEqual(frame, Fraction(10 + percent))
    }
  }

  @Test("there is no frame before the first or after the last")
  func outside() throws {
    let position = FramePosition.number(25 / 2)
    try expectEqual(position.number(in: 0...12), 25 / 2)
    #expect(throws: FrameNumberError.pastEnd(25 / 2, last: 11)) { try position.number(in: 0...11) }
    #expect(throws: FrameNumberError.beforeFirst(25 / 2, first: 13)) {
      try position.number(in: 13...20)
    }
    try expectEqual(position.number(in: nil), 25 / 2)
    #expect(throws: FrameNumberError.noEnd) { try FramePosition.percent(0).number(in: nil) }
  }

  /// A scene of ten frames that plays frames 1.4 to 4.4. In binary, their difference is more than
  /// 3.
  private final class PartScene: Scene {
    var playback: Playback? = Playback(FrameTimes(rate: .assumed, count: 10), range: 1.4..<4.4)
    func layout(in size: Size) {}
    func update(to time: Seconds) {}
    func start(on source: FrameSource) {}
    func draw(into list: inout DisplayList) {}
  }

  @Test("percentages refer to the played part of a scene, and numbers to all its frames")
  func scenes() throws {
    let scene = PartScene()
    try expectEqual(FramePosition.percent(0).number(in: scene), 2)
    try expectEqual(FramePosition.percent(100).number(in: scene), 3)
    try expectEqual(FramePosition.number(9).number(in: scene), 9)
    #expect(throws: FrameNumberError.pastEnd(10, last: 9)) {
      try FramePosition.number(10).number(in: scene)
    }
  }
}

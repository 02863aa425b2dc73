import ArgumentParser
import PlainText
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Values of options")
struct ValueTests {
  @Test(
    "frames are given as a number or as a range",
    arguments: [
      ("3", 0..<3), ("0..<1", 0..<1), ("30..<60", 30..<60), ("30..60", 30..<60), ("30-59", 30..<60),
      ("7-7", 7..<8),
    ])
  func frames(text: String, numbers: Range<Int>) throws {
    try expectEqual(FrameSelection.parse(text).numbers(of: nil), FrameNumbers(numbers))
  }

  @Test(
    "frames of a video with an end can be given as percentages, where 100% is the last frame",
    arguments: [
      ("0%-50%", 0..<31), ("50%", 0..<31), ("0%-100%", 0..<61), ("0%..100%", 0..<60),
      ("100%-100%", 60..<61), ("10-50%", 10..<31), ("2.5%-7", 2..<8),
    ])
  func percentages(text: String, numbers: Range<Int>) throws {
    let selection = try FrameSelection.parse(text)
    #expect(selection.isRelative)
    try expectEqual(selection.numbers(of: 61), FrameNumbers(numbers))
    #expect(throws: FrameNumberError.noEnd) { try selection.numbers(of: nil) }
  }

  @Test("percentages may select no frame of a short video")
  func noPercentages() throws {
    try expectEqual(FrameSelection.parse("40-50%").numbers(of: 61).count, 0)
    try expectEqual(FrameSelection.parse("40-50%").numbers(of: 121), FrameNumbers(40..<61))
  }

  @Test(
    "frames can be given in steps and lists, and each frame is selected once",
    arguments: [
      ("1-10x3", [1, 4, 7, 10]), ("1-9x3", [1, 4, 7]), ("5-5x2", [5]), ("0..10x5", [0, 5]),
      ("1-3,7", [1, 2, 3, 7]), ("7,1-3,2-4", [1, 2, 3, 4, 7]), ("5,5", [5]),
      ("1-5x2,2-6x2", [1, 2, 3, 4, 5, 6]), ("7,", [7]), ("1-9x4,", [1, 5, 9]), ("7,9,", [7, 9]),
    ])
  func lists(text: String, numbers: [Int]) throws {
    let parsed = try FrameSelection.parse(text).numbers(of: nil, first: 1)
    expectEqual((0..<parsed.count).map { parsed[$0] }, numbers)
  }

  @Test("counts and percentages start at the first frame, whatever its number")
  func offset() throws {
    try expectEqual(FrameSelection.parse("3").numbers(of: 61, first: 1), FrameNumbers(1..<4))
    try expectEqual(
      FrameSelection.parse("50%-100%").numbers(of: 61, first: 1), FrameNumbers(31..<62))
    try expectEqual(FrameSelection.parse("3-4").numbers(of: 61, first: 1), FrameNumbers(3..<5))
  }

  @Test("a list of more frames than fit in memory has no numbers")
  func longLists() throws {
    #expect(throws: FrameNumberError.tooManyFrames) {
      try FrameSelection.parse("0-999999999,5").numbers(of: nil)
    }
  }

  @Test("numbers past the end are skipped", arguments: [(0, 0), (1, 0), (2, 1), (5, 2), (99, 4)])
  func clipped(end: Int, count: Int) {
    let regular = FrameNumbers.regular(first: 1, count: 4, step: 3)
    expectEqual(regular.clipped(to: end).count, count)
    expectEqual(FrameNumbers.list([1, 4, 7, 10]).clipped(to: end).count, count)
  }

  @Test(
    "descending and empty ranges of frames are rejected",
    arguments: [
      "3..<3", "5..<3", "-1..<3", "0", "..<3", "3..3", "5-4", "-5", "5--", "3...5", "0-1000000000",
      "1-10x0", "1-10x", "x2", "5x2", ",", "1,,", ",1", "1,,2", "1-2,x", "1 -2", "1-10x-1",
      "1-10x1x1",
      "+1-3", "50%-40%", "101%", "-1%", "50%..50%", "%",
    ])
  func noFrames(text: String) {
    #expect(throws: InvalidValue.self) { try FrameSelection.parse(text) }
  }

  @Test("a rate is kept as an exact fraction")
  func rates() throws {
    let video = try parseFrameRate("30000/1001")
    #expect((video.numerator, video.denominator) == (30_000, 1_001))
    try expectEqual(parseFrameRate("59.94").hertz, 59.94)
    expectEqual(Video(start: .zero, rate: video).instant(of: 30_000), .played(1_001))
    #expect(
      Video(start: Timestamp(seconds: 5), rate: video).instant(of: 1)
        == .played(5 + Fraction(1_001) / 30_000))
  }

  @Test("only X's own options can have one dash, and only where options are allowed")
  func singleDash() {
    #expect(
      SingleDashOptions.expand(["-geometry", "5x5", "-title", "a", "-fullscreen", "-o", "-x"])
        == ["--geometry", "5x5", "--title", "a", "--fullscreen", "-o", "-x"])
    #expect(
      SingleDashOptions.expand(["-root", "-window-id", "-root"])
        == ["--root", "--window-id", "-root"])
    expectEqual(SingleDashOptions.expand(["--", "-name"]), ["--", "-name"])
    #expect(
      SingleDashOptions.expand(["-title", "-name", "-name", "x"])
        == ["--title", "-name", "--name", "x"])
  }
}

import TestSupport
import Testing

@testable import GoldenTesting
@testable import OfflineRendering

@Suite("The tested frames")
struct GoldenFramesTests {
  @Test("percentages range from the first frame to the last, and each frame is listed once")
  func percentages() throws {
    try expectEqual(GoldenFrames.default.numbers(in: 0...59), [0, 15, 30, 44, 59])
    try expectEqual(GoldenFrames.default.numbers(in: 10...12), [10, 11, 12])
    try expectEqual(GoldenFrames.default.numbers(in: 0...0), [0])
    try expectEqual(#require(GoldenFrames("50%,3,0,3")).numbers(in: 0...10), [0, 3, 5])
  }

  @Test("frames that an animation doesn't have are rejected")
  func outside() throws {
    let frames = try #require(GoldenFrames("0,60"))
    #expect(throws: FrameNumberError.pastEnd(60, last: 59)) { try frames.numbers(in: 0...59) }
    #expect(throws: FrameNumberError.noEnd) { try GoldenFrames.default.numbers(in: nil) }
    try expectEqual(frames.numbers(in: nil), [0, 60])
  }

  @Test("a number counts from the animation's first frame, a percentage from the first one played")
  func parts() throws {
    let frames = try #require(GoldenFrames("3,0%,100%"))
    try expectEqual(frames.numbers(in: 20...29, of: 0...49), [3, 20, 29])
  }

  @Test(
    "anything except numbers and percentages is rejected",
    arguments: [
      "", ",", "1,", "-1", "1-3", "101%", "%", "1.5", "1e3", "1000000001", "x", "0x1",
    ])
  func invalid(text: String) { #expect(GoldenFrames(text) == nil) }

  @Test("a file can contain empty lines, spaces and comments")
  func file() {
    #expect(
      GoldenFrames(contents: "# the jump\n3 4,\t5 # and the rest\r\n\n100%\n")
        == GoldenFrames("3,4,5,100%"))
    #expect(GoldenFrames(contents: "# nothing\n") == nil)
    #expect(GoldenFrames(contents: "1 two") == nil)
  }

  @Test("the names of goldens are recognised, and those of other images are not")
  func names() {
    expectEqual(GoldenName("a", .image(frame: 30)).text, "a.0030.png")
    expectEqual(GoldenName("a", .image(frame: 123_456)).text, "a.123456.png")
    expectEqual(GoldenName(parsing: "a.b.0030.png"), GoldenName("a.b", .image(frame: 30)))
    for name in ["a.png", "0030.png", ".0030.png", "a.30.png", "a.0030.jpg", "a.-030.png"] {
      #expect(GoldenName(parsing: name) == nil, "\(name)")
    }
    expectEqual(GoldenName.stem(ofFile: "a.json"), "a")
    expectEqual(GoldenName.stem(ofFile: "a.lottie"), "a.lottie")
  }
}

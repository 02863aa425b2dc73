import TestSupport
import Testing

@testable import PictureFiles

@Suite("Names of numbered files")
struct FrameSequenceTests {
  @Test(
    "%d is replaced by the number of the frame, with leading zeros",
    arguments: [
      ("frame-%04d.png", 7, "frame-0007.png"),
      ("frame-%04d.png", 12_345, "frame-12345.png"),
      ("%d", 0, "0"),
      ("out/%01d/é.png", 10, "out/10/é.png"),
      ("100%%-%02d.png", 3, "100%-03.png"),
      ("%%%d%%", 5, "%5%"),
      ("frame.####.png", 7, "frame.0007.png"),
      ("frame.@@.png", 7, "frame.07.png"),
      ("a@b/##/c#.png", 123, "a@b/123/c#.png"),
      ("##/@@.%02d.png", 3, "##/@@.03.png"),
    ])
  func names(pattern: String, number: Int, name: String) throws {
    try expectEqual(FrameSequence(pattern: pattern).path(of: number), name)
  }

  @Test(
    "a pattern without a number is refused", arguments: ["frame.png", "", "100%%.png", "a#b@.png"])
  func noNumber(pattern: String) {
    #expect(throws: FrameSequenceError.noNumber(pattern: pattern)) {
      try FrameSequence(pattern: pattern)
    }
  }

  @Test(
    "a pattern with two numbers is refused",
    arguments: ["%d-%d.png", "%02d/%d", "##/##.png", "@@.##"])
  func severalNumbers(pattern: String) {
    #expect(throws: FrameSequenceError.severalNumbers(pattern: pattern)) {
      try FrameSequence(pattern: pattern)
    }
  }

  @Test(
    "other directives of printf are refused rather than guessed at",
    arguments: [
      "%s", "%4d.png", "%-4d", "%x", "%", "a%", "%0", "%04", "###################", "%00d", "%019d",
      "%n", "% d",
    ])
  func unknownDirective(pattern: String) {
    #expect(throws: FrameSequenceError.unknownDirective(pattern: pattern)) {
      try FrameSequence(pattern: pattern)
    }
  }
}

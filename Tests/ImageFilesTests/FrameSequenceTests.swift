import TestSupport
import Testing

@testable import ImageFiles
@testable import LinuxSystem

@Suite("Names of numbered files")
struct FrameSequenceTests {
  @Test(
    "a path belongs to a sequence if it has a number with enough digits",
    arguments: [
      ("a/f.%04d.png", "a/f.0001.png", true), ("a/f.%04d.png", "a/f.12345.png", true),
      ("a/f.%04d.png", "a/./f.0001.png", true), ("./f%d.png", "f1.png", true),
      ("a/f.%04d.png", "a/f.001.png", false), ("a/f.%04d.png", "a/f.00a1.png", false),
      ("a/f.%04d.png", "b/f.0001.png", false), ("a/f.%04d.png", "a/b/f.0001.png", false),
      ("f%d.png", "f.png", false), ("f%d.png", "f1.png.sh", false),
      ("s%d/f.png", "s12/f.png", true),
      ("s%d/f.png", "s12/g.png", false), ("s%d/f.png", "s1/2/f.png", false),
    ])
  func membership(pattern: String, path: String, isMember: Bool) throws {
    try expectEqual(FrameSequence(pattern: pattern).contains(path), isMember)
  }

  @Test("the number of a sequence can be in the name of a folder")
  func numberedFolders() throws {
    let sequence = try FrameSequence(pattern: "out/s%02d/f.png")
    #expect(sequence.mayContain(folder: "out/s01"))
    #expect(!sequence.mayContain(folder: "out"))
    #expect(!sequence.mayContain(folder: "out/x01"))
    #expect(try !FrameSequence(pattern: "out/s%02d.png").mayContain(folder: "out"))
  }

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

  @Test("existing files are found by their names, even with the number in a folder's name")
  func files() throws {
    let scratch = try ScratchDirectory()
    for name in [
      "f.0001.png", "f.0003.png", "f.3.png", "f.0001.jpg", "g.0001.png", "12/x.png", "13/y.png",
    ] {
      if let slash = name.firstIndex(of: "/") {
        try Folder.make(scratch / String(name[..<slash]))
      }
      try scratch.write("", to: name)
    }
    func files(_ pattern: String) throws -> [String] {
      try FrameSequence(pattern: scratch / pattern).files().sorted()
    }
    try expectEqual(files("f.%04d.png"), [scratch / "f.0001.png", scratch / "f.0003.png"])
    try expectEqual(files("%d/x.png"), [scratch / "12/x.png"])
    try expectEqual(files("h.%d.png"), [])
  }

  @Test(
    "a pattern without a number is rejected", arguments: ["frame.png", "", "100%%.png", "a#b@.png"])
  func noNumber(pattern: String) {
    #expect(throws: FrameSequenceError.noNumber(pattern: pattern)) {
      try FrameSequence(pattern: pattern)
    }
  }

  @Test(
    "a pattern with two numbers is rejected",
    arguments: ["%d-%d.png", "%02d/%d", "##/##.png", "@@.##"])
  func severalNumbers(pattern: String) {
    #expect(throws: FrameSequenceError.severalNumbers(pattern: pattern)) {
      try FrameSequence(pattern: pattern)
    }
  }

  @Test(
    "other directives of printf are rejected",
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

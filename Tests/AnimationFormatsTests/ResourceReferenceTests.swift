import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("References to files") struct ResourceReferenceTests {
  @Test(
    "a reference is a URL, or otherwise the name of a file",
    arguments: [
      ("a b.png", ["a b.png"]), ("a%20b.png", ["a b.png", "a%20b.png"]),
      ("./c.png?v=2", ["./c.png", "./c.png?v=2"]), ("c.png#a?b", ["c.png", "c.png#a?b"]),
      ("x%231.png", ["x#1.png", "x%231.png"]), ("100%.png", ["100%.png"]),
      ("i\\c.png", ["i/c.png", "i\\c.png"]), ("%C3%BC.png", ["ü.png", "%C3%BC.png"]),
      ("file:///a%20b?c", ["/a b", "file:///a%20b?c"]), ("a%00b", ["a%00b"]),
      ("https://example.org/a.png", ["https://example.org/a.png"]), ("", []), ("#a", ["#a"]),
      // A scheme starts with a letter.
      ("2:1%20b.png", ["2:1 b.png", "2:1%20b.png"]),
    ])
  func paths(reference: String, paths: [String]) {
    expectEqual(ResourceReference(reference).paths, paths)
  }

  private static let image =
    "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='4' height='4'/></svg>"

  /// Returns the diagnostics of an SVG and of a Lottie animation in `folder` that show an image.
  private func diagnostics(
    _ reference: String, in folder: String, resources: String? = nil
  ) throws -> [[String]] {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
      <image width='9' height='9' href='\(reference)'/></svg>
      """
    let split = reference.lastIndex(of: "/").map { reference.index(after: $0) }
    let name = split ?? reference.startIndex
    let lottie = """
      {"v":"5","fr":30,"ip":0,"op":10,"w":9,"h":9,"assets":[{"id":"a","w":9,"h":9,\
      "u":"\(reference[..<name])","p":"\(reference[name...])"}],\
      "layers":[{"ty":2,"refId":"a","ip":0,"op":10,"st":0,"ks":{}}]}
      """
    return try [("x.svg", svg), ("x.json", lottie)].map { file, text in
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file))
      let source = try AnimationSource(at: folder + "/" + file, resources: resources)
      return try AnimationFile(source, FileConfiguration()).animation.info().diagnostics
        .map(\.message)
    }
  }

  @Test("SVG and Lottie find images by the same references") func images() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "img", withIntermediateDirectories: true)
    for name in ["a b.png", "c.png", "x#1.png", "ü.png"] {
      try scratch.write(Self.image, to: "img/\(name)")
    }
    for reference in [
      "img/a%20b.png", "img/a b.png", "./img/c.png?v=2", "img/c.png#frag", "img/%C3%BC.png",
      "img/x%231.png", "img/x#1.png", "img/../img/c.png", "file://\(scratch.path)/img/c.png",
    ] {
      try expectEqual(diagnostics(reference, in: scratch.path), [[], []], "\(reference)")
    }
  }

  @Test("a message names the option for images outside the folder") func outside() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "a/b", withIntermediateDirectories: true)
    try scratch.write(Self.image, to: "c.png")
    for reference in ["../../c.png", "..%2F../c.png", "file://\(scratch.path)/c.png"] {
      for messages in try diagnostics(reference, in: scratch / "a/b") {
        expectEqual(messages.count, 1)
        #expect(messages.allSatisfy { $0.contains("outside the folder") }, "\(messages)")
        #expect(messages.allSatisfy { $0.contains("--resources") }, "\(messages)")
      }
      let found = try diagnostics(reference, in: scratch / "a/b", resources: scratch.path)
      expectEqual(found, [[], []], "\(reference)")
    }
    for messages in try diagnostics("missing.png", in: scratch / "a/b") {
      #expect(messages.count == 1 && !messages[0].contains("--resources"), "\(messages)")
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import GoldenTesting
@testable import OfflineRendering

/// Reports about animations that differ. `scripts/test-browser` tests that a browser plays them
/// with the same pixels.
@Suite("The videos of a report")
struct ReportVideoTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("the player", to: "lottie.wasm.gz")
    try write(TestAnimation(frames: 10), TestAnimation(frames: 10, color: "[0,0.5,1]"))
  }

  private func write(_ old: TestAnimation, _ new: TestAnimation) throws {
    try scratch.write(old.json, to: "old.json")
    try scratch.write(new.json, to: "new.json")
  }

  /// Compares the two animations, and returns the page without spaces and ends of lines.
  private func report(
    hasPlayer: Bool = true, at path: String = "report",
    embeddedBytes: Int = GoldenReport.embeddedBytes,
    _ change: (inout GoldenConfiguration) -> Void = { _ in }
  ) throws -> String {
    var configuration = GoldenConfiguration()
    change(&configuration)
    let player = hasPlayer ? ReportPlayer(at: scratch / "lottie.wasm.gz") : nil
    let report = try GoldenReport(
      at: scratch / path, player: player, embeddedBytes: embeddedBytes)
    var comparison = FileComparison(configuration, report: report)
    _ = try comparison.compareAnimations(
      scratch / "old.json", scratch / "new.json", name: "a.json")
    try report.finish(comparison.summary)
    return try scratch.read(path.hasSuffix(".html") ? path : path + "/index.html")
      .filter { !$0.isWhitespace }
  }

  private func images() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: scratch / "report/pictures"))
  }

  /// Returns the images of a frame, in three roles.
  private func names(_ frames: some Sequence<Int>) -> Set<String> {
    Set(
      frames.flatMap { frame in
        ["expected", "actual", "difference"].map { "1-video-\(frame)-\($0).png" }
      })
  }

  @Test("with the player, both versions are played, and images show the most notable frames")
  func played() throws {
    let page = try report()
    #expect(
      try images()
        == names([0, 9]).union([
          "1-video-expected.js", "1-video-actual.js", "lottie.js",
        ]))
    let animation = try scratch.read("new.json")
    #expect(
      try scratch.read("report/pictures/1-video-actual.js")
        == #"deliver("1-video-actual","\#(Data(animation.utf8).base64EncodedString())")"#)
    #expect(
      try scratch.read("report/pictures/lottie.js")
        == #"deliver("lottie","\#(Data("the player".utf8).base64EncodedString())")"#)
    #expect(page.contains(#"id="program">["lottie","pictures/lottie.js"]</script>"#))
    #expect(page.contains(#""width":240,"height":60,"background":0,"frames":10"#))
    // The differences of frames without images are still listed.
    #expect(page.contains("[5,null,null,null,400,255]"))
  }

  @Test("a frame that only one version has isn't compared")
  func lengths() throws {
    try write(TestAnimation(frames: 10), TestAnimation(frames: 12))
    let page = try report()
    #expect(page.contains(#""frames":10}"#) && page.contains(#""frames":12}"#))
    #expect(page.contains(#"[11,null,"pictures/1-video-11-actual.png",null,0,0]"#))
    #expect(page.contains(#"<rectx="11"y="0.00"width="1"height="40.00"/>"#))
  }

  @Test("a single file has the player and both versions inside")
  func single() throws {
    let page = try report(at: "report.html")
    let animation = Data(try scratch.read("old.json").utf8).base64EncodedString()
    #expect(page.contains("deliver(%22lottie%22,%22"))
    #expect(
      page.contains("data:text/javascript,deliver(%221-video-expected%22,%22\(animation)%22)"))
    #expect(!page.contains("pictures/"))
  }

  @Test("a video that doesn't fit into a single file is omitted, and included in a folder")
  func room() throws {
    let page = try report(at: "report.html", embeddedBytes: 1_000)
    #expect(page.contains("Theimagesof1resultareomitted"))
    #expect(!page.contains("deliver(") && !page.contains("src=\"data:"))
    #expect(try report(embeddedBytes: 1_000).contains("deliver") && !images().isEmpty)
  }

  @Test("a long video is shown as evenly spaced frames and the most notable ones")
  func long() {
    var changes = FrameChanges(numbers: [7, 31, 50, 93], expected: 100, actual: 100)
    changes.worst = FrameChange(number: 50, difference: nil)
    let all = Array(0..<100)
    expectEqual(ReportVideo.numbers(of: all, changes, limit: 4), [0, 7, 33, 50, 66, 93, 99])
    expectEqual(ReportVideo.numbers(of: all, changes, limit: 100), all)
    expectEqual(ReportVideo.numbers(of: Array(all.prefix(4)), changes, limit: 4), [0, 1, 2, 3])
  }

  @Test("without the player, all frames are images")
  func drawn() throws {
    let page = try report(hasPlayer: false)
    try expectEqual(images(), names(0..<10))
    #expect(!page.contains("deliver") && page.contains(#""played":null"#))
  }

  @Test(
    "frames that the player would draw differently are shown as images",
    arguments: ["scale", "fit", "slot", "order", "stored values", "image", "data"])
  func others(reason: String) throws {
    if let more = Self.fields[reason] {
      try scratch.write("{}", to: "data.json")
      try write(
        TestAnimation(frames: 10, more: more),
        TestAnimation(frames: 10, color: "[0,0.5,1]", more: more))
    }
    let page = try report { configuration in
      switch reason {
      case "scale": configuration.scale = 2
      case "fit": configuration.file.fit = .cover
      case "slot": configuration.file.slots = ["s": "1"]
      case "order": configuration.file.mode = .reverse
      case "stored values": configuration.file.runsExpressions = false
      default: break
      }
    }
    try expectEqual(images(), names(0..<10))
    #expect(page.contains(#""played":null"#))
  }

  /// JSON fields of animations that cause some of the omissions.
  private static let fields = [
    "image": #","assets":[{"id":"i","w":1,"h":1,"p":"a.png","u":""}]"#,
    "data": #"""
    ,"assets":[{"id":"d","t":3,"p":"data.json"},{"id":"c","layers":[
    {"ty":3,"ip":0,"op":9,"ks":{"r":{"k":0,"x":"$bm_rt = 1;"}}}]}]
    """#,
    "slot": #","slots":{"s":{"p":{"k":1}}}"#,
  ]
}

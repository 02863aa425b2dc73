import TestSupport
import Testing

@testable import AnimCore
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Requests to render")
struct RenderRequestTests {
  /// Returns the error for a request, or an empty string.
  private func refusal(
    _ output: String?, _ configure: (inout RenderRequest) -> Void = { _ in }
  ) -> String {
    do throws(Failure) {
      var request = RenderRequest()
      (request.files, request.output) = (["a.json"], output)
      configure(&request)
      try request.check()
      return ""
    } catch {
      expectEqual(error.status, .usage)
      return error.message
    }
  }

  /// Returns the target for an output.
  private func target(
    _ output: String?, _ configure: (inout RenderRequest) -> Void = { _ in }
  ) throws -> RenderTarget {
    try RenderRequest(output, configure).target()
  }

  @Test("the target follows from the name, or from a requested format")
  func targets() throws {
    try expectEqual(target(nil), .hashes)
    try expectEqual(target("a.png"), .image("a.png", .png))
    try expectEqual(target("a.JPEG"), .image("a.JPEG", .jpeg))
    try expectEqual(target("-"), .image("-", .png))
    try expectEqual(target("a%%b.png"), .image("a%b.png", .png))
    try expectEqual(
      target("%d.jpg"), .sequence(FrameSequence(pattern: "%d.jpg"), .jpeg))
    try expectEqual(target("####.png"), .sequence(FrameSequence(pattern: "####.png"), .png))
    try expectEqual(target("a.webm"), .video("a.webm", .webm))
    try expectEqual(target("50%.gif"), .video("50%.gif", .gif))
    let layout = try #require(SheetLayout("2x1"))
    try expectEqual(target("a.png") { $0.sheet = layout }, .sheet("a.png", layout, .png))
    try expectEqual(target("a.x") { $0.format = .video(.gif) }, .video("a.x", .gif))
    try expectEqual(target("a") { $0.format = .image(.jpeg) }, .image("a", .jpeg))
    #expect(throws: Failure.self) { try target("%s.png") }
  }

  @Test("in a folder, the output is named after the file or scene")
  func folders() throws {
    func path(_ configure: (inout RenderRequest) -> Void) throws -> String? {
      let target = try target("a/") {
        $0.files = ["b/50%.json"]
        configure(&$0)
      }
      return target.files?.path(of: 10) ?? target.filePath
    }
    try expectEqual(path { _ in }, "a/50%.png")
    try expectEqual(path { $0.frames = FrameSelection("10-") }, "a/50%.0010.png")
    try expectEqual(path { $0.format = .video(.gif) }, "a/50%.gif")
    try expectEqual(path { $0.format = .image(.jpeg) }, "a/50%.jpg")
    try expectEqual(
      path { ($0.format, $0.frames) = (.image(.jpeg), FrameSelection("9-")) }, "a/50%.0010.jpg")
    try expectEqual(path { ($0.sheet, $0.frames) = (SheetLayout("2x1"), .all) }, "a/50%.png")
    try expectEqual(path { $0.rate = RefreshRate(hertz: 9) }, "a/50%.0010.png")
    try expectEqual(
      path { ($0.rate, $0.frame) = (RefreshRate(hertz: 9), .number(1)) }, "a/50%.png")
    try expectEqual(path { $0.files = ["-"] }, "a/animation.png")
    try expectEqual(path { ($0.files, $0.scene) = ([], "clock") }, "a/clock.png")
    try expectEqual(path { $0.files = ["b@@.json"] }, "a/b@@.png")
  }

  @Test("an existing folder is the output, but one named like a video only with a slash")
  func existingFolders() throws {
    let scratch = try ScratchDirectory()
    for name in ["a", "video.mp4"] { try Folder.make(scratch / name) }
    try expectEqual(target(scratch / "a").filePath, scratch / "a/a.png")
    try expectEqual(target(scratch / "video.mp4/").filePath, scratch / "video.mp4/a.png")
    #expect(refusal(scratch / "video.mp4").hasPrefix("--output: '\(scratch / "video.mp4")' is a"))
  }

  @Test("several files require a folder in which each output has its own name")
  func severalFiles() {
    func refusal(
      _ output: String?, _ files: [String], _ configure: (inout RenderRequest) -> Void = { _ in }
    ) -> String {
      self.refusal(output) {
        $0.files = files
        configure(&$0)
      }
    }
    expectEqual(refusal("out/", ["a.json", "B.json"]), "")
    expectEqual(
      refusal("a.png", ["a.json", "b.json"]),
      "--output: several files require a folder, such as -o rendered/")
    expectEqual(
      refusal("out/", ["A.json", "b/A.json"]),
      "A.json, b/A.json: would both be written to 'A'; use another folder for one of them")
    for (option, configure) in [
      ("--script", { $0.script = "s" }), ("--manifest", { $0.manifest = "m" }),
      ("--sheet-json", { $0.sheetList = "s" }), ("--hash", { $0.listsHashes = true }),
    ] as [(String, (inout RenderRequest) -> Void)] {
      expectEqual(
        refusal("out/", ["a.json", "b.json"], configure),
        "\(option): only supported for a single file")
    }
  }

  @Test("names of other formats are refused, with a similar extension or all")
  func extensions() {
    for name in [
      "json", "lottie", "svg", "mpg", "wepb", "pgn", "mp3", "ts", "psd", "exr", "txt", "tar.gz",
    ] {
      #expect(refusal("b.\(name)").hasPrefix("--output: 'b.\(name)': unknown file extension"))
    }
    for name in ["b.%04d", "b.%d.txt"] { #expect(refusal(name).contains("unknown file extension")) }
    expectEqual(
      refusal("b.wepb"), "--output: 'b.wepb': unknown file extension; did you mean .webp?")
    #expect(refusal("b.avi").hasSuffix("did you mean .avif?"))
    #expect(
      refusal("b.exr").contains(
        "use .png or .jpg for images, .cur or .ani for cursors, or .y4m, .rgba, .mp4,"))
    #expect(refusal("image").contains("'image' has no known file extension; use .png for an"))
    expectEqual(refusal("image") { $0.format = .image(.png) }, "")
    expectEqual(
      refusal("a.gif") { $0.format = .image(.png) },
      "--output, --format: 'a.gif' is the name of a file in another format")
    expectEqual(refusal("/dev/null"), "")
    expectEqual(refusal("-"), "")
  }

  @Test("an empty file accepts any name, since it may be a temporary one")
  func emptyFile() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: "t.Ab1")
    try scratch.write("x", to: "t.Ab2")
    expectEqual(refusal(scratch / "t.Ab1"), "")
    #expect(refusal(scratch / "t.Ab2").contains("unknown file extension"))
  }

  @Test("without an output, the error lists commands that have one")
  func noOutput() {
    expectEqual(
      refusal(nil) { $0.files = ["50%.json"] },
      "--output: not specified; use -o 50%.png for an image, -o 50%.mp4 for a video, or --hash")
    expectEqual(refusal(nil) { $0.listsHashes = true }, "")
  }

  /// Outputs with options that can't be combined with them, and a part of the reason.
  private static let conflicts:
    [(output: String, reason: String, configure: @Sendable (inout RenderRequest) -> Void)] = [
      ("a.mp4", "--sheet: requires", { $0.sheet = SheetLayout("2x2") }),
      ("%d.png", "--sheet: writes a single", { $0.sheet = SheetLayout("2x2") }),
      ("a.png", "--sheet-json, --sheet-numbers: require", { $0.sheetList = "s.json" }),
      ("a.png", "--sheet-json, --sheet-numbers: require", { $0.hasSheetNumbers = true }),
      ("a.%d.mp4", "a mp4 video is a single file; remove the frame number", { _ in }),
      ("a####.gif", "remove the frame number from 'a####.gif'", { _ in }),
      ("a.png", "--script: requires a file", { ($0.script, $0.files) = ("s", []) }),
      (
        "a.png", "--script: cannot be used with --state-machine none",
        { ($0.script, $0.excludesMachine) = ("s", true) }
      ),
      ("a.png", "--at, --frame: cannot", { ($0.time, $0.frame) = (.zero, .number(1)) }),
      (
        "a.png", "only supported for image sequences, sheets, videos and animated cursors",
        { $0.frames = .all }
      ),
      (
        "a.png", "only supported for image sequences, sheets, videos and animated cursors",
        { $0.loops = .times(2) }
      ),
      (
        "a.png", "only supported for image sequences, sheets, videos and animated cursors",
        { $0.speed = 2 }
      ),
      ("a.mp4", "--at, --frame: only supported for a single image", { $0.time = .seconds(1) }),
      ("%d.png", "--at, --frame: only supported for a single image", { $0.frame = .number(1) }),
      ("%d.png", "requires --frames or --duration", { $0.files = [] }),
      (
        "%d.png", "--frames: percentages of a scene require --duration",
        { ($0.files, $0.frames) = ([], FrameSelection("50%")) }
      ),
      (
        "%d.png", "--loops: not supported for scenes",
        { ($0.files, $0.duration, $0.loops) = ([], 1, .times(2)) }
      ),
      (
        "a.y4m", "--loops, --duration: cannot be used together",
        { ($0.loops, $0.duration) = (.times(2), 3) }
      ),
      (
        "a.gif", "--loops, --no-loop: cannot be used together",
        { ($0.loops, $0.configuration.loops) = (.forever, false) }
      ),
      (
        "a.gif", "--loops, --loop: cannot be used together",
        { ($0.loops, $0.configuration.loops) = (.times(1), true) }
      ),
      ("a.mp4", "only gif, webp, apng and avif can loop forever", { $0.loops = .forever }),
      ("a.webm", "only supported for image sequences; add %d", { $0.manifest = "m" }),
      ("a.png", "only supported for image sequences; add %d", { $0.skipsExisting = true }),
      (
        "%d.png", "--skip-existing, --verify-existing: cannot be used together",
        { ($0.skipsExisting, $0.verifiesExisting) = (true, true) }
      ),
      ("%d.jpg", "only supported for PNG output, because JPEG", { $0.verifiesExisting = true }),
      ("a.gif", "--compression: only supported for PNG", { $0.compression = 3 }),
      ("a.jpg", "--compression: only supported for PNG", { $0.compression = 3 }),
      ("-", "--output, --hash: only one can use standard output", { $0.listsHashes = true }),
      (
        "%d.png", "--hash, --manifest: only one can use standard output",
        { ($0.listsHashes, $0.manifest) = (true, "-") }
      ),
      (
        "-", "--output, --sheet-json: only one can use standard output",
        { ($0.sheet, $0.sheetList) = (SheetLayout("2x2"), "-") }
      ),
      ("a.mp4", "--chroma, --depth, --range: only", { $0.sampling = Y4MSampling(depth: 10) }),
      ("a.webp", "--dither: only supported for gif", { $0.isDithered = true }),
      ("a.gif", "--fps: at most 50 in gif", { $0.rate = RefreshRate(hertz: 60) }),
      ("a.webp", "--fps: at most 90 in webp", { $0.rate = RefreshRate(hertz: 91) }),
    ]

  @Test("options that can't be combined are refused with the reason")
  func refusals() {
    for (output, reason, configure) in Self.conflicts {
      let sentence = refusal(output, configure)
      #expect(sentence.contains(reason), "\(output): \(sentence)")
    }
  }

  @Test("options that belong together are accepted")
  func accepted() {
    let accepted: [(String, (inout RenderRequest) -> Void)] = [
      ("a.gif", { ($0.loops, $0.duration) = (.times(2), 3) }), ("a.gif", { $0.loops = .forever }),
      ("a.mp4", { $0.loops = .times(2) }), ("a.gif", { $0.rate = RefreshRate(hertz: 50) }),
      ("a.mp4", { $0.rate = RefreshRate(hertz: 60) }),
      ("a.png", { ($0.frame, $0.rate) = (.number(3), RefreshRate(hertz: 24)) }),
      ("%d.png", { ($0.files, $0.frames) = ([], FrameSelection("5")) }),
      ("%d.png", { ($0.manifest, $0.skipsExisting, $0.compression) = ("-", true, 0) }),
      ("%d.png", { ($0.listsHashes, $0.progress) = (true, .openjd) }),
      ("a.gif", { $0.isDithered = true }),
      ("a.y4m", { $0.sampling = Y4MSampling(chroma: .full) }),
      ("a.png", { ($0.sheet, $0.sheetList, $0.frames) = (SheetLayout("2x2"), "-", .all) }),
    ]
    for (output, configure) in accepted { expectEqual(refusal(output, configure), "") }
  }

  @Test("a loop count without an effect causes a warning")
  func loopWarnings() throws {
    func warning(
      _ output: String?, _ configure: (inout RenderRequest) -> Void = { _ in }
    ) throws -> String? {
      let request = RenderRequest(output) {
        $0.configuration.obeysLoopCount = true
        configure(&$0)
      }
      return try request.loopWarning(for: request.target())
    }
    let ignored = "--file-loops: ignored because "
    try expectEqual(
      warning("a.y4m"), ignored + "a video in y4m stores no loop count")
    try expectEqual(warning("%d.png"), ignored + "images store no loop count")
    try expectEqual(warning("a.gif"), nil)
    // Frames after the end are drawn.
    try expectEqual(warning("a.png") { $0.time = .seconds(9) }, nil)
    try expectEqual(warning("a.y4m") { $0.start = .seconds(9) }, nil)
    try expectEqual(warning("a.y4m") { $0.duration = 9 }, nil)
    try expectEqual(warning("a.y4m") { $0.configuration.loops = true }, nil)
    try expectEqual(warning("a.y4m") { $0.configuration.obeysLoopCount = false }, nil)
  }

  @Test("the rate, the speed and the script of a request apply to its file")
  func configurations() {
    let plain = RenderRequest("a.png").fileConfiguration
    #expect(plain.hasFileSpeed && plain.frameRate == nil && plain.stateMachine == .none)
    let other = RenderRequest("a.png") {
      ($0.speed, $0.rate, $0.script) = (1, RefreshRate(hertz: 12), "s")
    }.fileConfiguration
    #expect(!other.hasFileSpeed && other.frameRate == RefreshRate(hertz: 12))
    expectEqual(other.stateMachine, .first)
    let chosen = RenderRequest("a.png") {
      ($0.script, $0.configuration.stateMachine) = ("s", .id("m"))
    }.fileConfiguration
    expectEqual(chosen.stateMachine, .id("m"))
  }
}

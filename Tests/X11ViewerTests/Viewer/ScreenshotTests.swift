import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import DemoScenes
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

@Suite("Screenshots", .xServer)
struct ScreenshotTests {
  private static let usual = ["--at", "1.5", "--size", "960x400"]

  private func screenshot(
    _ arguments: [String] = usual, on server: XServer
  ) throws -> [UInt8] {
    let run = try CommandRun(["--screenshot", "-"] + arguments, on: server)
    try #require(run.end == .exit(0), "\(run.end): \(run.complaint)")
    expectEqual(run.complaint, "")
    return run.output
  }

  private func render(_ arguments: [String] = usual) throws -> [UInt8] {
    let run = try CommandRun(["render", "-o", "-"] + arguments)
    try #require(run.end == .exit(0), "\(run.end): \(run.complaint)")
    expectEqual(run.complaint, "")
    return run.output
  }

  @Test(
    "two equal screenshots are identical, and identical to render's without a server")
  func reproducible() throws {
    let server = try XServer.shared()
    let scratch = try ScratchDirectory()
    for name in ["a.png", "b.png"] {
      let run = try CommandRun(["--screenshot", scratch / name] + Self.usual, on: server)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      #expect(run.output.isEmpty)
    }
    try expectEqual(scratch.bytes("a.png"), scratch.bytes("b.png"))
    expectEqual(scratch.allNames, ["a.png", "b.png"])
    try expectEqual(render(), scratch.bytes("a.png"))
    try expectEqual(screenshot(on: server), scratch.bytes("a.png"))
  }

  @Test("every scene is the same on a server without shared memory, and larger than the screen")
  func withoutSharedMemory() throws {
    let server = try XServer(screen: "320x240x24", ["-extension", "MIT-SHM"])
    for scene in SceneCatalog.entries.map(\.name) {
      let arguments = ["--scene", scene] + Self.usual
      try expectEqual(screenshot(arguments, on: server), render(arguments), "\(scene)")
    }
  }

  @Test("a screenshot on a small screen shows the entire image")
  func largerThanScreen() throws {
    let server = try XServer(screen: "100x80x24")
    try expectEqual(screenshot(on: server), render())
  }

  @Test("a screenshot under a window manager is the same")
  func managed() throws {
    let server = try XServer(screen: "1024x768x24")
    let manager = try server.startWindowManager()
    defer { withExtendedLifetime(manager) {} }
    try expectEqual(screenshot(on: server), render())
  }

  @Test(
    "at other depths, each colour is the nearest one of the server", arguments: [15, 16, 24, 30])
  func depths(depth: Int) throws {
    let server = try XServer(screen: "1024x768x\(depth)")
    let format = try Window(on: Connection(display: server.display), WindowConfiguration()).format
    expectEqual(format.depth, depth)
    let expected = try PNG.decode(render()).reduced(to: format)
    try expectEqual(PNG.decode(screenshot(on: server)), expected)
  }

  @Test("the server's own shapes differ from ours only at their edges")
  func core() throws {
    let server = try XServer.shared()
    let arguments = Self.usual + ["--squares-fade", "0"]
    let drawn = try PNG.decode(render(arguments))
    let servers = try PNG.decode(screenshot(arguments + ["--renderer", "core"], on: server))
    let difference = try #require(ImageDifference(drawn, servers))
    // 60 squares, a sector, a dial, twelve marks and three hands have about 9,000 pixels on edges.
    #expect(difference.pixels > 0)
    #expect(difference.pixels < 9_000)
    expectEqual(Self.differencesInside(drawn, servers), 0)
  }

  /// Returns the number of pixels that differ although all neighbours within two pixels have one
  /// colour in `drawn`.
  private static func differencesInside(_ drawn: PixelImage, _ other: PixelImage) -> Int {
    var count = 0
    for y in 2..<drawn.size.height - 2 {
      for x in 2..<drawn.size.width - 2 where drawn[x, y] != other[x, y] {
        var isInside = true
        for dy in -2...2 {
          for dx in -2...2 where drawn[x + dx, y + dy] != drawn[x, y] {
            isInside = false
          }
        }
        if isInside { count += 1 }
      }
    }
    return count
  }

  @Test(
    "the smallest image and very long ones are complete",
    arguments: ["1x1", "32767x1", "3x20000"])
  func extremes(size: String) throws {
    let server = try XServer.shared()
    let arguments = ["--at", "1.5", "--size", size]
    let image = try screenshot(arguments, on: server)
    expectEqual(image, (try render(arguments)))
    let decoded = try PNG.decode(image)
    expectEqual("\(decoded.size.width)x\(decoded.size.height)", size)
  }

  @Test(
    "a run in virtual time ends with the same frame each time, as rendered at its rate",
    arguments: [
      (["--stop-after", "30"], "60", 29), (["--duration", "0.5"], "60", 29),
      (["--stop-after", "1"], "60", 0), (["--stop-after", "8", "--rate", "12.5"], "12.5", 7),
    ])
  func virtualRun(arguments: [String], rate: String, frame: Int) throws {
    let server = try XServer.shared()
    let scratch = try ScratchDirectory()
    let scene = ["--scene", "squares", "--size", "320x200"]
    let images = try (0..<2).map { _ in try screenshot(scene + arguments, on: server) }
    expectEqual(images[0], images[1])
    let run = try CommandRun(
      ["render", "-o", scratch / "a.%d.png", "--fps", rate, "--frames", "\(frame)-\(frame)"] + scene
    )
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(images[0], scratch.bytes("a.\(frame).png"))
  }

  @Test("real time requires a screenshot at the end of a run")
  func realTime() throws {
    for arguments in [["--real-time"], ["--screenshot", "-", "--real-time"]] {
      #expect(try CommandRun(arguments).complained(.usage), "\(arguments)")
    }
  }

  @Test("for static content, it is the same as in virtual time")
  func stillRun() throws {
    let server = try XServer.shared()
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 1, width: 64, height: 32).json, to: "a.json")
    #expect(
      try screenshot([scratch / "a.json", "--stop-after", "1"], on: server)
        == screenshot([scratch / "a.json"], on: server))
  }

  @Test("a small image isn't enlarged")
  func smallImage() throws {
    let scratch = try ScratchDirectory()
    let bytes = TestImages.png(width: 16, height: 12)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "a.png"))
    let image = try screenshot([scratch / "a.png"], on: .shared())
    try expectEqual(PNG.decode(image), PNG.decode(bytes))
  }

  @Test("a screenshot of another program's window equals what render draws at that size")
  func foreignWindow() throws {
    let server = try XServer.shared()
    let host = try HostWindow(on: server)
    try expectEqual(
      screenshot(["--at", "1", "--window-id", host.hexadecimal], on: server),
      render(["--at", "1", "--size", "320x200"]))
  }

  @Test("a screenshot in virtual time rejects options that require a run, with advice")
  func virtualTime() throws {
    for option in [["--speed", "2"], ["--fullscreen"]] {
      let run = try CommandRun(["--screenshot", "-"] + option)
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      #expect(run.complaint.contains("--stop-after or --duration"), "\(run.complaint)")
    }
  }

}

@Suite("Writing images", .xServer)
struct ImageOutputTests {
  private let server: XServer

  init() throws { server = try XServer.shared() }

  /// The ways to create an image: without a server, and with one.
  private static let makers = [["render", "-o"], ["--screenshot"]]

  @Test("a path that can't be written to results in status 73", arguments: makers)
  func unwritable(maker: [String]) throws {
    // render rejects an unknown file extension before it writes anything.
    let folders = maker == ["--screenshot"] ? ["/"] : []
    for path in ["/nonexistent/a.png", "/proc/a.png"] + folders {
      let run = try CommandRun(maker + [path], on: server)
      #expect(run.complained(.cannotCreate), "\(path): \(run.end) \(run.complaint)")
      #expect(run.complaint.contains(path))
    }
  }

  @Test("a full disk results in status 74 and leaves no file", arguments: makers)
  func full(maker: [String]) throws {
    let device = try CommandRun(maker + ["/dev/full"], on: server)
    #expect(device.complained(.writingFailed), "\(device.end) \(device.complaint)")
    let scratch = try ScratchDirectory()
    let (run, names) = try withSmallDisk(at: scratch.path) { [server] disk in
      (try CommandRun(maker + [disk.path + "/a.png"], on: server), try disk.names)
    }
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    expectEqual(names, [])
  }

  @Test("an old file is kept if a new one fails", arguments: makers)
  func oldFile(maker: [String]) throws {
    let scratch = try ScratchDirectory()
    let (run, text, names) = try withSmallDisk(at: scratch.path) { [server] disk in
      // The old file takes one page, and the new one needs several.
      try disk.resize(to: 2)
      try scratch.write("old", to: "a.png")
      let run = try CommandRun(maker + [scratch / "a.png"], on: server)
      return (run, try scratch.read("a.png"), scratch.allNames)
    }
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    expectEqual(text, "old")
    expectEqual(names, ["a.png"])
  }
}

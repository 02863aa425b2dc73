import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Windows that are too large", .xServer)
struct LargeWindowTests {
  /// A scene that never moves.
  private static let arguments = [
    "--scene", "fan", "--fan-duration", "0.1", "-geometry", "320x200+0+0",
  ]

  private func resize(_ viewer: RunningViewer, to size: PixelSize) throws {
    try viewer.server.run(
      "xdotool", "windowsize", viewer.id, "\(size.width)", "\(size.height)")
  }

  private func expectImage(_ viewer: RunningViewer, _ size: PixelSize) throws {
    var expected = Expected()
    expected.size = size
    try viewer.waitForImage(expected.image("fan", at: 3))
  }

  @Test(
    "frames stop in a window that is too large, with one warning, and resume in a smaller one",
    arguments: [
      (PixelSize(width: 40_000, height: 100), "shm"),
      (PixelSize(width: 20_000, height: 10_000), "shm"),
      (PixelSize(width: 20_000, height: 10_000), "core"),
    ])
  func limit(size: PixelSize, renderer: String) throws {
    let scratch = try ScratchDirectory()
    let viewer = try RunningViewer(
      Self.arguments + ["--renderer", renderer, "--stats-json", scratch / "s.json"],
      on: try XServer.shared())
    var warnings: [Substring] { viewer.process.text(of: 2).split(separator: "\n") }
    for round in 1...2 {
      try resize(viewer, to: size)
      try waitUntil("it complains") { warnings.count == round }
      try resize(viewer, to: PixelSize(width: size.width + 1, height: size.height))
      try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
      try resize(viewer, to: PixelSize(width: 400, height: 300))
      if renderer == "shm" {
        try expectImage(viewer, PixelSize(width: 400, height: 300))
      } else {
        try waitUntil("it draws") { viewer.pixel(399, 299) == 0xFFFA_FAF7 }
      }
      expectEqual(warnings.count, round, "\(warnings)")
    }
    #expect(warnings[0].contains("\(size.width)×\(size.height)"))
    #expect(warnings[0].contains("134217728"))
    viewer.process.send(SIGTERM)
    try expectEqual(viewer.process.wait(), .signal(SIGTERM))
    #expect(try scratch.read("s.json").contains(renderer == "shm" ? "\"MIT-SHM\"" : "\"core\""))
  }

  @Test("without memory for a window, frames stop, and resume with shared memory in a smaller one")
  func noMemory() throws {
    let scratch = try ScratchDirectory()
    let viewer = try RunningViewer(
      Self.arguments + ["--stats-json", scratch / "s.json"], on: try XServer.shared())
    // A frame of 8000×4000 pixels requires twice the remaining memory.
    let space = try ProcessRecord(pid: viewer.process.pid).addressSpace() + 64_000
    let limit = try ChildProcess([
      "prlimit", "--pid", "\(viewer.process.pid)", "--as=\(space * 1024)",
    ])
    try expectEqual(limit.wait(), .exit(0), "\(limit.text(of: 2))")
    try resize(viewer, to: PixelSize(width: 8_000, height: 4_000))
    let warning = try viewer.process.waitForLine(on: 2)
    #expect(warning.contains("no memory") && warning.contains("8000×4000"), "\(warning)")
    try resize(viewer, to: PixelSize(width: 400, height: 300))
    try expectImage(viewer, PixelSize(width: 400, height: 300))
    viewer.process.send(SIGTERM)
    try expectEqual(viewer.process.wait(), .signal(SIGTERM))
    #expect(try scratch.read("s.json").contains("\"MIT-SHM\""))
  }

  @Test("an image too large for shared memory is sent, and only a smaller one is shared again")
  func noSharedMemory() throws {
    // A separate IPC namespace, in which segments have at most 4 MB.
    let probe = try ChildProcess(["unshare", "-i", "sh", "-c", Self.limitSegments])
    guard try probe.wait() == .exit(0) else {
      try Test.cancel("this process may not limit shared memory: \(probe.text(of: 2))")
    }
    let server = try XServer(
      screen: "1500x1100x24",
      under: ["unshare", "-i", "sh", "-c", Self.limitSegments + " && exec \"$@\"", "sh"])
    let scratch = try ScratchDirectory()
    let large = PixelSize(width: 1_400, height: 1_000)
    for (name, sizes) in [
      ("large", [large]), ("small", [large, PixelSize(width: 640, height: 480)]),
    ] {
      let viewer = try RunningViewer(
        Self.arguments + ["--stats-json", scratch / name], on: server,
        under: ["nsenter", "-i", "-t", "\(server.pid)"])
      for size in sizes {
        try resize(viewer, to: size)
        try expectImage(viewer, size)
      }
      viewer.process.send(SIGTERM)
      try expectEqual(viewer.process.wait(), .signal(SIGTERM))
      expectEqual(viewer.process.text(of: 2), "")
    }
    #expect(try scratch.read("large").contains("\"XPutImage (no shared memory: "))
    #expect(try scratch.read("small").contains("\"MIT-SHM\""))
  }

  private static let limitSegments = "echo 4000000 > /proc/sys/kernel/shmmax"
}

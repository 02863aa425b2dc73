import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The window, on a desktop", .serialized, .xServer)
struct DesktopWindowTests {
  private let desktop: Desktop

  init() throws { desktop = try Desktop() }

  @Test("closing the window exits with status 0")
  func close() throws {
    let viewer = try RunningViewer([], on: desktop.server)
    try desktop.server.closeWindow(viewer.number)
    try expectEqual(viewer.process.wait(), .exit(0))
    expectEqual(viewer.process.text(of: 2), "")
  }

  @Test("X's own options set the name, the title and the position, even from the far corner")
  func options() throws {
    let viewer = try RunningViewer(
      [
        "-name", "saver", "-title", "Fächer – 扇", "-geometry", "320x200-10-20", "-display",
        desktop.server.display,
      ], on: desktop.server)
    let properties = try viewer.server.run("xprop", "-id", viewer.id)
    for line in [
      "WM_CLASS(STRING) = \"saver\", \"X11Viewer\"",
      "_NET_WM_NAME(UTF8_STRING) = \"Fächer – 扇\"",
      "_NET_WM_PID(CARDINAL) = \(viewer.process.pid)", "window gravity: SouthEast",
    ] { #expect(properties.contains(line), "\(line) in \(properties)") }
    // The frame's corner is at the position, and the window inside it.
    let shape = try viewer.server.run("xwininfo", "-id", viewer.id, "-frame", "-stats")
    #expect(shape.contains("-10-20"), "\(shape)")
  }

  @Test("without a window manager the window is at the -geometry position")
  func position() throws {
    let server = try XServer.shared(screen: "800x600x24")
    for (geometry, corners) in [
      ("320x200-10-20", "+470+380"), ("100x100+-20+-30", "+-20+-30"),
      ("100x100--20--30", "+720+530"),
    ] {
      let viewer = try RunningViewer(["-geometry", geometry], on: server)
      let shape = try server.run("xwininfo", "-id", viewer.id)
      #expect(shape.contains("Corners:  \(corners) "), "\(geometry): \(shape)")
    }
  }

  @Test("a new size gives a new layout")
  func resize() throws {
    let viewer = try RunningViewer(
      [
        "--start", "1.5", "--size", "320x200", "--clock-time", "10:08:42", "--clock-motion",
        "sweep",
      ],
      on: desktop.server)
    try viewer.press("space")
    try viewer.press("Home")
    for (width, height) in [(200, 320), (641, 133), (64, 64), (320, 200)] {
      try viewer.server.run("xdotool", "windowsize", viewer.id, "\(width)", "\(height)")
      var expected = Expected.paused
      expected.size = PixelSize(width: width, height: height)
      expected.configuration.clock.look.motion = .sweep
      try viewer.waitForImage(expected.image("tiled", at: 1.5))
    }
  }

  @Test("a thousand resizes leave neither segments nor memory", arguments: ["shm", "core"])
  func resizes(renderer: String) throws {
    let viewer = try RunningViewer(
      ["--renderer", renderer, "-geometry", "320x200+0+0"],
      on: try XServer.shared(screen: "800x600x24"))
    let record = ProcessRecord(pid: viewer.process.pid)
    func resize(_ times: Int) throws {
      let sizes = (1...times).flatMap { number in
        ["windowsize", viewer.id, "\(100 + number * 37 % 500)", "\(100 + number * 53 % 400)"]
      }
      try viewer.server.run(["xdotool"] + sizes + ["windowsize", viewer.id, "321", "201"])
      try waitUntil("it has its last size") {
        viewer.size == PixelSize(width: 321, height: 201)
          && viewer.image().map { $0[320, 200] & 0xFFFF == 0xFAF7 } ?? false
      }
    }
    try resize(100)
    let memory = try record.memory()
    try resize(1000)
    // The server releases the buffers of the last change but one in its own time.
    try waitUntil("two buffers are left") { try record.segments() <= 2 }
    // One buffer of a window of 600×500 has 1,200 kB.
    #expect(try record.memory() - memory < 4_000)
    viewer.process.send(SIGTERM)
    try expectEqual(viewer.process.wait(), .signal(SIGTERM))
  }

  @Test("the smallest window and the largest show something and don't crash")
  func extremes() throws {
    let server = try XServer.shared(screen: "800x600x24")
    let viewer = try RunningViewer(["-geometry", "320x200+0+0"], on: server)
    for (width, height) in [(1, 1), (32_000, 1), (1, 32_000), (2_000, 2_000), (320, 200)] {
      try server.run("xdotool", "windowsize", viewer.id, "\(width)", "\(height)")
      try waitUntil("it has the size") {
        viewer.size == PixelSize(width: width, height: height)
      }
    }
    try waitUntil("it shows an image") { viewer.pixel(319, 199) == 0xFFFA_FAF7 }
    try viewer.press("q")
    try expectEqual(viewer.process.wait(), .exit(0))
  }

  @Test("two viewers don't affect each other")
  func two() throws {
    let ruler = Ruler()
    let first = try RunningViewer(
      ruler.arguments + ["-geometry", "1000x60+0+0"], on: desktop.server)
    let second = try RunningViewer(
      ruler.arguments + ["-geometry", "1000x60+0+200"], on: desktop.server)
    try second.press("space")
    try ProcessRecord(pid: second.process.pid).waitUntilAsleep()
    let (a, b) = (try #require(ruler.time(of: first)), try #require(ruler.time(of: second)))
    try waitUntil("the first continues") { (ruler.time(of: first) ?? 0) > a + 0.2 }
    expectEqual(ruler.time(of: second), b)
    try second.press("q")
    try expectEqual(second.process.wait(), .exit(0))
    try waitUntil("the first continues") { (ruler.time(of: first) ?? 0) > a + 0.4 }
  }

  @Test("--scale and Xft.dpi make everything larger, and --size overrides the window's size")
  func scale() throws {
    let server = try XServer(screen: "800x600x24")
    let doubled = try RunningViewer(["--scale", "0.5"], on: server)
    expectEqual(doubled.size, PixelSize(width: 480, height: 200))
    try server.run("sh", "-c", "echo 'Xft.dpi: 48' | xrdb -merge")
    try expectEqual(RunningViewer([], on: server).size, PixelSize(width: 480, height: 200))
    try expectEqual(
      RunningViewer(["--size", "300x100"], on: server).size, PixelSize(width: 300, height: 100))
  }
}
